// Asking for a name: of a new folder, or a new one for a file.
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { Modal } from '../../components/floating/modal.tsx'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { useAction } from '../../lib/use-action.ts'
import { fileTexts as texts } from './texts.ts'

interface Props {
  title: string
  label: string
  initial: string
  submit: string
  /** Throws what is wrong with the name. */
  onSubmit: (name: string) => Promise<unknown>
  onClose: () => void
}

export function NameDialog({ title, label, initial, submit, onSubmit, onClose }: Props) {
  const [name, setName] = useState(initial)
  const action = useAction({ mutationFn: (wanted: string) => onSubmit(wanted), onSuccess: onClose })
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() === initial) onClose()
          else if (name.trim() !== '') action.mutate(name.trim())
        }}
      >
        <Stack>
          <TextInput
            data-autofocus
            size="sm"
            label={label}
            required
            maxLength={255}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            // the extension usually stays
            onFocus={({ currentTarget }) => {
              const dot = initial.lastIndexOf('.')
              currentTarget.setSelectionRange(0, dot > 0 ? dot : initial.length)
            }}
          />
          <ErrorAlert error={action.error} />
          <Group justify="flex-end">
            <Button variant="default" size="sm" onClick={onClose}>
              {texts.cancel}
            </Button>
            <ActionButton type="submit" size="sm" busy={action.isPending}>
              {submit}
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
