// Setting up an authenticator app: a code to scan, and the first code that the app shows.
import { Button, Group, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { CopyField } from '../../components/copy-field.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { QrCode } from '../../components/qr-code.tsx'
import { Loading } from '../../components/loading.tsx'
import { fieldError } from '../../lib/refusal.ts'
import { useConfirmApp, useStartApp } from './factors.ts'
import classes from './set-up.module.css'
import forms from './form.module.css'

/** `onDone` gets the recovery codes if this was the first factor. */
export function SetUpApp(props: { onDone: (recoveryCodes: string[] | null) => void; onCancel: () => void }) {
  const { onDone, onCancel } = props
  const start = useStartApp()
  const confirm = useConfirmApp()
  const [code, setCode] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const { mutate: begin, data: setUp } = start

  useEffect(() => begin(), [begin])
  useEffect(() => {
    if (setUp) input.current?.focus()
  }, [setUp])

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!setUp) return
    confirm.mutate(
      { setUp: setUp.setUp, code },
      { onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes), onError: () => setCode('') },
    )
  }

  if (!setUp) {
    return start.error ? <ErrorAlert error={start.error} /> : <Loading />
  }
  return (
    <form className={forms.form} onSubmit={submit} noValidate>
      <p className={classes.lead}>
        Scan this with an authenticator app on your phone, or enter the key by hand.
      </p>
      <QrCode text={setUp.address} />
      <CopyField label="Key" value={setUp.secret} />
      <ErrorAlert error={confirm.error} shownFields={['code']} />
      <TextInput
        ref={input}
        label="The code that the app shows now"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        error={fieldError(confirm.error, 'code')}
      />
      <Group gap="xs">
        <ActionButton type="submit" busy={confirm.isPending}>
          Set up the app
        </ActionButton>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </Group>
    </form>
  )
}
