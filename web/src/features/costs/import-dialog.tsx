// Inside costs from a CSV: checked first, then taken as a whole.
import { CsvImportDialog } from '../../components/csv-import-dialog.tsx'
import { useImportCosts } from './cost-calls.ts'
import { insideCostTexts as texts } from './texts.ts'

const words = {
  title: texts.importTitle,
  lead: texts.importLead,
  drop: texts.drop,
  chooseFile: texts.chooseFile,
  importNow: texts.importNow,
  imported: texts.importDone,
}

export function ImportDialog({ onClose }: { onClose: () => void }) {
  const check = useImportCosts()
  const send = useImportCosts()
  return (
    <CsvImportDialog
      texts={words}
      check={check}
      send={send}
      found={(report) => texts.found(report.added, report.corrected, report.unchanged)}
      isReady={(report) => report.added + report.corrected > 0}
      choice={texts.correctKept}
      onClose={onClose}
    />
  )
}
