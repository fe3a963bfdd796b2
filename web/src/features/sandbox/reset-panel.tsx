// Putting the demo of a sandbox back, after its name is typed.
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { Modal } from '../../components/floating/modal.tsx'
import { Panel } from '../../components/panel.tsx'
import { StatusMessage } from '../../components/status-message.tsx'
import { SandboxError } from './sandbox-error.tsx'
import { useResetSandbox } from './sandbox.ts'

const WORD = 'reset'

export function ResetPanel() {
  const reset = useResetSandbox()
  const [asking, setAsking] = useState(false)
  const [typed, setTyped] = useState('')

  function close() {
    setAsking(false)
    setTyped('')
  }

  return (
    <Panel title="Put the demo back">
      <p>
        Everything in the organisations of the demo is removed and made again, and the clock returns to real
        time. Clients keep their ids and secrets; webhook subscriptions, and people whom the demo does not
        have, are removed.
      </p>
      <StatusMessage>
        {reset.data === undefined
          ? ''
          : `The demo is as it was at first: ${reset.data.organisations.map(({ name }) => name).join(', ')}.`}
      </StatusMessage>
      <Button variant="default" style={{ alignSelf: 'start' }} onClick={() => setAsking(true)}>
        Put the demo back…
      </Button>
      <Modal opened={asking} onClose={close} title="Put the demo back?">
        <Stack>
          <div>All work in the demo is lost, also that of others. This cannot be undone.</div>
          <SandboxError error={reset.error} />
          <TextInput
            data-autofocus
            label={`Type “${WORD}” to confirm`}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <ActionButton
              color="red.9"
              busy={reset.isPending}
              disabled={typed.trim().toLowerCase() !== WORD}
              onClick={() => reset.mutate(undefined, { onSuccess: close })}
            >
              Put the demo back
            </ActionButton>
          </Group>
        </Stack>
      </Modal>
    </Panel>
  )
}
