// The signing secret of a subscription: showing it, and replacing it with an overlap.
import { Button, Group, NativeSelect, Stack } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Modal } from '../../components/floating/modal.tsx'
import { useFormat } from '../../components/format-context.ts'
import { Panel } from '../../components/panel.tsx'
import { ShownSecret } from './shown-secret.tsx'
import { useRotateSigningSecret, useShowSecret } from './webhooks.ts'
import classes from './webhooks.module.css'

export function SigningSecret({ id }: { id: number }) {
  const show = useShowSecret(id)
  const [rotating, setRotating] = useState(false)
  return (
    <Panel title="Signing secret">
      <ErrorAlert error={show.error} />
      {show.data === undefined ? (
        <p className={classes.quiet}>Notifications are signed with it. It is shown when you ask for it.</p>
      ) : (
        <ShownSecret secret={show.data.signingSecret} />
      )}
      <div className={classes.acts}>
        {show.data === undefined ? (
          <ActionButton variant="default" busy={show.isPending} onClick={() => show.mutate()}>
            Show the secret
          </ActionButton>
        ) : (
          <Button variant="default" onClick={() => show.reset()}>
            Hide the secret
          </Button>
        )}
        <Button
          variant="default"
          onClick={() => {
            show.reset()
            setRotating(true)
          }}
        >
          Replace the secret…
        </Button>
      </div>
      {rotating ? <RotateDialog id={id} onClose={() => setRotating(false)} /> : null}
    </Panel>
  )
}

const overlaps = [
  { value: '0', label: 'Not at all, it ends now' },
  { value: '1', label: '1 hour' },
  { value: '24', label: '24 hours' },
  { value: '72', label: '72 hours (3 days)' },
  { value: '168', label: '168 hours (7 days)' },
]

function RotateDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const format = useFormat()
  const rotate = useRotateSigningSecret(id)
  const [hours, setHours] = useState('24')
  const { data: rotated } = rotate
  if (rotated !== undefined) {
    return (
      <Modal opened onClose={onClose} size="lg" title="The new signing secret" closeOnClickOutside={false}>
        <Stack>
          <ShownSecret secret={rotated.signingSecret} />
          <p style={{ margin: 0 }}>
            Notifications are signed with the previous one as well until{' '}
            {format.dateTime(rotated.previousSecretsExpireAt)}.
          </p>
          <Button data-autofocus onClick={onClose}>
            I have stored the secret, close
          </Button>
        </Stack>
      </Modal>
    )
  }
  return (
    <Modal opened onClose={onClose} title="Replace the signing secret">
      <Stack>
        <ErrorAlert error={rotate.error} />
        <NativeSelect
          data-autofocus
          label="How long does the present secret sign as well?"
          description="Long enough to bring the new one to every receiver that verifies with it."
          data={overlaps}
          value={hours}
          onChange={(event) => setHours(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <ActionButton busy={rotate.isPending} onClick={() => rotate.mutate(Number(hours))}>
            Replace the secret
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  )
}
