// The name of a report and who can use it.
import { Button, Group, Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Modal } from '../../components/floating/modal.tsx'
import { useMe } from '../../components/me-context.ts'
import type { Keeping } from './reports.ts'
import { texts } from './texts.ts'

export function SaveDialog(props: {
  name: string
  busy: boolean
  error: unknown
  onSave: (keeping: Keeping) => void
  onClose: () => void
}) {
  const { busy, error, onSave, onClose } = props
  const { can } = useMe()
  const [name, setName] = useState(props.name)
  const [sharedWith, setSharedWith] = useState<Keeping['sharedWith']>('Me')
  return (
    <Modal opened onClose={onClose} title={texts.saveTitle}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') onSave({ name: name.trim(), sharedWith })
        }}
      >
        <Stack>
          <TextInput
            data-autofocus
            size="sm"
            label={texts.name}
            maxLength={100}
            required
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {can.administer ? (
            <Radio.Group
              label={texts.forWhom}
              value={sharedWith}
              onChange={(value) => setSharedWith(value === 'Organization' ? 'Organization' : 'Me')}
            >
              <Stack gap="xs" mt="xs">
                <Radio value="Me" label={texts.forMe} />
                <Radio value="Organization" label={texts.forAll} />
              </Stack>
            </Radio.Group>
          ) : null}
          <ErrorAlert error={error} />
          <Group justify="flex-end">
            <Button size="sm" variant="default" onClick={onClose}>
              {texts.cancel}
            </Button>
            <ActionButton size="sm" type="submit" busy={busy}>
              {texts.save}
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
