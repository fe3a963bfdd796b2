// Giving a mapping that is kept another name.
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Modal } from '../../components/floating/modal.tsx'
import { type KeptMapping, useRenameMapping } from './kept-mappings.ts'
import { texts } from './texts.ts'

export function RenameMapping({ mapping, onClose }: { mapping: KeptMapping; onClose: () => void }) {
  const rename = useRenameMapping()
  const [name, setName] = useState(mapping.name)
  const trimmed = name.trim()
  return (
    <Modal opened onClose={onClose} title={texts.renameTitle}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (trimmed === mapping.name) onClose()
          else rename.mutate({ mapping, name: trimmed }, { onSuccess: onClose })
        }}
      >
        <Stack>
          <ErrorAlert error={rename.error} />
          <TextInput
            size="sm"
            data-autofocus
            label={texts.keepName}
            maxLength={255}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
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
