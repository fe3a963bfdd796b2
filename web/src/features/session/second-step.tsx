// Last step of signing in for people with a second factor.
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { LinkButton } from '../../components/link-button.tsx'
import type { PendingSignIn } from '../../lib/api.ts'
import { ProofForm } from './proof-form.tsx'
import { useCancelSignIn, useSecondFactor } from './session.ts'

/** Asks for the second factor of the person whose password was right in this browser. */
export function SecondStep({ pending }: { pending: PendingSignIn }) {
  const { email, rememberDays, app, passkey, recoveryCode } = pending
  const [remember, setRemember] = useState(false)
  const second = useSecondFactor()
  const cancel = useCancelSignIn()
  return (
    <>
      <p style={{ marginTop: 0 }}>
        Signing in as <strong>{email}</strong>. Your second factor is still needed.
      </p>
      <ProofForm
        ways={{ app, passkey, recoveryCode, password: false }}
        label="Sign in"
        busy={second.isPending}
        error={second.error}
        onProve={(proof, again) => second.mutate({ ...proof, remember }, { onError: again })}
      >
        {rememberDays > 0 ? (
          <Checkbox
            label={`Do not ask for it in this browser for ${rememberDays} days`}
            checked={remember}
            onChange={(event) => setRemember(event.currentTarget.checked)}
          />
        ) : null}
      </ProofForm>
      <p style={{ marginBottom: 0 }}>
        <LinkButton onClick={() => cancel.mutate()}>Sign in as somebody else</LinkButton>
      </p>
    </>
  )
}
