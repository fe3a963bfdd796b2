// The organisation demands a second factor of somebody who has none: they set one up to sign in.
import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import { useAddPasskey } from './factors.ts'
import { hasPasskeys } from './passkeys.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { useCancelSignIn, useRenewSession } from './session.ts'
import { SetUpApp } from './set-up-app.tsx'

/** `onBegun` is called when the session has begun, `onDone` when the recovery codes are read. */
export function SetUpToSignIn(props: { email: string; onBegun: () => void; onDone: () => void }) {
  const { email, onBegun, onDone } = props
  const [way, setWay] = useState<'app'>()
  const [codes, setCodes] = useState<readonly string[]>()
  const passkey = useAddPasskey()
  const cancel = useCancelSignIn()
  const renew = useRenewSession()

  function begun(recoveryCodes: string[] | null) {
    onBegun()
    setCodes(recoveryCodes ?? [])
  }

  if (codes) {
    return <RecoveryCodes codes={codes} onDone={() => void renew().then(onDone)} />
  }
  if (way === 'app') return <SetUpApp onDone={begun} onCancel={() => setWay(undefined)} />
  return (
    <Stack>
      <p style={{ margin: 0 }}>
        Your organisation demands a second factor. Set one up to sign in as <strong>{email}</strong>: an app
        on your phone that shows codes, or a passkey.
      </p>
      <ErrorAlert error={passkey.error} />
      <Group gap="xs">
        <Button onClick={() => setWay('app')}>Use an authenticator app</Button>
        {hasPasskeys() ? (
          <Button
            variant="default"
            aria-busy={passkey.isPending}
            onClick={() =>
              passkey.mutate('Passkey', { onSuccess: ({ recoveryCodes }) => begun(recoveryCodes) })
            }
          >
            Make a passkey
          </Button>
        ) : null}
      </Group>
      <div>
        <LinkButton onClick={() => cancel.mutate()}>Sign in as somebody else</LinkButton>
      </div>
    </Stack>
  )
}
