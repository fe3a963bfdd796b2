// Asking for a name: of a new folder, or another one for a file, a record or a mapping.
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { fieldError } from '../lib/refusal.ts'
import { useAction } from '../lib/use-action.ts'
import { ActionButton } from './action-button.tsx'
import { ErrorAlert } from './error-alert.tsx'
import { Modal } from './floating/modal.tsx'

interface Props {
  title: string
  label: string
  initial: string
  submit: string
  /** Of a file: its extension usually stays, so what is before it is selected. */
  isOfFile?: boolean
  /** Throws what is wrong with the name; not called for the initial one. */
  onSubmit: (name: string) => Promise<unknown>
  onClose: () => void
}

export function NameDialog({ title, label, initial, submit, isOfFile = false, onSubmit, onClose }: Props) {
  const [name, setName] = useState(initial)
  const action = useAction({ mutationFn: (wanted: string) => onSubmit(wanted), onSuccess: onClose })
  const trimmed = name.trim()
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (trimmed === initial) onClose()
          else if (trimmed !== '') action.mutate(trimmed)
        }}
      >
        <Stack>
          <ErrorAlert error={action.error} shownFields={['name']} />
          <TextInput
            data-autofocus
            size="sm"
            label={label}
            required
            maxLength={255}
            value={name}
            error={fieldError(action.error, 'name')}
            onChange={(event) => setName(event.currentTarget.value)}
            onFocus={({ currentTarget }) => {
              const dot = isOfFile ? initial.lastIndexOf('.') : -1
              currentTarget.setSelectionRange(0, dot > 0 ? dot : initial.length)
            }}
          />
          <Group justify="flex-end">
            <Button variant="default" size="sm" onClick={onClose}>
              Cancel
            </Button>
            <ActionButton type="submit" size="sm" busy={action.isPending} disabled={trimmed === ''}>
              {submit}
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
