// Giving a record another name.
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { Modal } from '../../../components/floating/modal.tsx'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { fieldError } from '../../../lib/refusal.ts'
import { useAction } from '../../../lib/use-action.ts'
import type { RecordOverview } from '../record-calls.ts'
import { type RecordRef, useSaveRecord } from '../records.ts'
import { recordTexts as texts } from '../texts.ts'

export function RenameDialog(props: { target: RecordRef; overview: RecordOverview; onClose: () => void }) {
  const { target, onClose } = props
  // as it was when the dialog was opened
  const [seen] = useState(props.overview)
  const name = seen.record.name ?? ''
  const [next, setNext] = useState(name)
  const save = useSaveRecord(target, seen)
  const rename = useAction({
    mutationFn: (to: string) => save({ name: to }, { done: texts.renamed(to), undo: { name } }),
    onSuccess: onClose,
  })
  const trimmed = next.trim()
  return (
    <Modal opened onClose={onClose} title={texts.rename}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (trimmed === name) onClose()
          else rename.mutate(trimmed)
        }}
      >
        <Stack>
          <ErrorAlert error={rename.error} shownFields={['name']} />
          <TextInput
            size="sm"
            data-autofocus
            label={texts.renameTitle}
            maxLength={255}
            value={next}
            error={fieldError(rename.error, 'name')}
            onChange={(event) => setNext(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.cancel}
            </Button>
            <ActionButton type="submit" busy={rename.isPending} disabled={trimmed === ''}>
              {texts.save}
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
