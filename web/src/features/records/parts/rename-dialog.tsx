// Giving a record another name.
import { useState } from 'react'
import { NameDialog } from '../../../components/name-dialog.tsx'
import type { RecordOverview } from '../record-calls.ts'
import { type RecordRef, useSaveRecord } from '../records.ts'
import { recordTexts as texts } from '../texts.ts'

export function RenameDialog(props: { target: RecordRef; overview: RecordOverview; onClose: () => void }) {
  const { target, onClose } = props
  // as it was when the dialog was opened
  const [seen] = useState(props.overview)
  const name = seen.record.name ?? ''
  const save = useSaveRecord(target, seen)
  return (
    <NameDialog
      title={texts.rename}
      label={texts.renameTitle}
      initial={name}
      submit={texts.save}
      onSubmit={(to) => save({ name: to }, { done: texts.renamed(to), undo: { name } })}
      onClose={onClose}
    />
  )
}
