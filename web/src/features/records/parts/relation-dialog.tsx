// Choosing what a record belongs to.
import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Modal } from '../../../components/floating/modal.tsx'
import { type FoundRecord, type RecordChoice, RecordSelect } from '../../../forms/inputs/record-select.tsx'
import { recordTexts } from '../texts.ts'

/** `except` is the record itself, which is not offered. */
export function RelationDialog(props: {
  type: FoundRecord['type']
  words: { readonly label: string; readonly title: string }
  except: number | undefined
  busy: boolean
  error: Error | null
  onChoose: (record: RecordChoice) => void
  onClose: () => void
}) {
  const { type, words, except, busy, error, onChoose, onClose } = props
  const [record, setRecord] = useState<RecordChoice>()
  return (
    <Modal opened onClose={onClose} title={words.title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (record) onChoose(record)
        }}
      >
        <Stack>
          <ErrorAlert error={error} />
          <RecordSelect
            data-autofocus
            type={type}
            label={words.label}
            record={record}
            onRecord={setRecord}
            offers={({ id }) => id !== except}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {recordTexts.cancel}
            </Button>
            <ActionButton type="submit" busy={busy} disabled={record === undefined}>
              {recordTexts.related.choose}
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
