// Why less is approved than was billed: a reason of the list, and a note.
import { NativeSelect, Textarea } from '@mantine/core'
import type { Reason } from './invoice-calls.ts'
import { reviewTexts as texts } from './texts.ts'

export function ReasonFields(props: {
  reason: Reason | undefined
  note: string
  onReason: (reason: Reason | undefined) => void
  onNote: (note: string) => void
}) {
  const { reason, note, onReason, onNote } = props
  return (
    <>
      <NativeSelect
        label={texts.reason}
        required
        value={reason ?? ''}
        data={[
          { value: '', label: texts.choose },
          ...Object.entries(texts.reasons).map(([value, label]) => ({ value, label })),
        ]}
        onChange={(event) => onReason((event.currentTarget.value || undefined) as Reason | undefined)}
      />
      <Textarea
        label={texts.note}
        required={reason === 'Other'}
        {...(reason === 'Other' ? { description: texts.noteNeeded } : {})}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={2_000}
        value={note}
        onChange={(event) => onNote(event.currentTarget.value)}
      />
    </>
  )
}
