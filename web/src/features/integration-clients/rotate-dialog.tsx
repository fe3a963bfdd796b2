// A new secret for a client: how long the old one stays valid, then the new one, shown once.
import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { Modal } from '../../components/floating/modal.tsx'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import type { IntegrationClient, RotatedSecret } from './integration-clients.ts'
import { useFormat } from '../../components/format-context.ts'
import { useRotateSecret } from './integration-clients.ts'
import { OnceShownSecret } from './once-shown-secret.tsx'

const OVERLAPS = [
  { value: '0', label: 'Not at all, it ends now' },
  { value: '1', label: '1 hour' },
  { value: '8', label: '8 hours' },
  { value: '24', label: '24 hours' },
  { value: '72', label: '72 hours (3 days)' },
  { value: '168', label: '168 hours (7 days)' },
]

export function RotateDialog(props: { client: IntegrationClient; opened: boolean; onClose: () => void }) {
  const { client, opened, onClose } = props
  const rotate = useRotateSecret(client.id)
  const shown = rotate.data !== undefined

  function close() {
    onClose()
    rotate.reset()
  }

  return (
    <Modal
      opened={opened}
      onClose={close}
      size="lg"
      title={shown ? 'The new secret' : `Create a new secret for ${client.name}`}
      closeOnClickOutside={!shown}
      closeOnEscape={!shown}
      withCloseButton={!shown}
    >
      {shown ? (
        <NewSecret clientId={client.clientId} rotated={rotate.data} onClose={close} />
      ) : (
        <ChooseOverlap
          busy={rotate.isPending}
          error={rotate.error}
          onRotate={(hours) => rotate.mutate(hours)}
          onClose={close}
        />
      )}
    </Modal>
  )
}

function ChooseOverlap(props: {
  busy: boolean
  error: unknown
  onRotate: (hours: number) => void
  onClose: () => void
}) {
  const { busy, error, onRotate, onClose } = props
  const [hours, setHours] = useState('24')
  return (
    <Stack>
      <ErrorAlert error={error} />
      <NativeSelect
        data-autofocus
        size="md"
        label="How long does the current secret stay valid?"
        description="Long enough to bring the new one to every server that uses it."
        data={OVERLAPS}
        value={hours}
        onChange={(event) => setHours(event.currentTarget.value)}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <ActionButton busy={busy} onClick={() => onRotate(Number(hours))}>
          Create a new secret
        </ActionButton>
      </Group>
    </Stack>
  )
}

function NewSecret(props: { clientId: string; rotated: RotatedSecret; onClose: () => void }) {
  const format = useFormat()
  const { clientId, rotated, onClose } = props
  const until = rotated.previousSecretsExpireAt
  return (
    <Stack>
      <OnceShownSecret clientId={clientId} clientSecret={rotated.clientSecret} />
      {until === null ? null : (
        <p style={{ margin: 0 }}>The previous secret works until {format.dateTime(until)}.</p>
      )}
      <Button data-autofocus onClick={onClose}>
        I have stored the secret, close
      </Button>
    </Stack>
  )
}
