// Rates of a law firm from a CSV: checked first, then agreed as a whole.
import { CsvImportDialog } from '../../components/csv-import-dialog.tsx'
import { useImportRates } from './rate-calls.ts'
import { rateTexts as texts } from './texts.ts'

const words = {
  title: texts.importTitle,
  lead: texts.importLead,
  drop: texts.drop,
  chooseFile: texts.chooseFile,
  importNow: texts.importNow,
  imported: texts.imported,
}

export function ImportDialog({ firmId, onClose }: { firmId: number; onClose: () => void }) {
  const check = useImportRates(firmId)
  const send = useImportRates(firmId)
  return (
    <CsvImportDialog
      texts={words}
      check={check}
      send={send}
      found={(report) => texts.found(report.added, report.unchanged, report.ended)}
      isReady={(report) => report.added > 0}
      onClose={onClose}
    />
  )
}
