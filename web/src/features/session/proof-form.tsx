// Proving who one is, in one of several ways: a code, a passkey, a recovery code, a password.
import { PasswordInput, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { LinkButton } from '../../components/link-button.tsx'
import type { Proof, WaysToProve } from '../../lib/api.ts'
import { fieldError } from '../../lib/refusal.ts'
import { askForPasskey } from './passkeys.ts'
import classes from './form.module.css'

type Way = keyof WaysToProve

const order: readonly Way[] = ['app', 'passkey', 'password', 'recoveryCode']

const switches: Readonly<Record<Way, string>> = {
  app: 'Use a code of the authenticator app',
  passkey: 'Use a passkey',
  password: 'Use the password',
  recoveryCode: 'Use a recovery code',
}

interface FormProps {
  label: string
  busy: boolean
  error: unknown
  /** Sends the proof; calls `again` if it is wrong. */
  onProve: (proof: Proof, again: () => void) => void
  /** What is between the input and the button. */
  children?: ReactNode
}

/** Offers the ways that there are, one at a time. */
export function ProofForm({ ways, ...props }: FormProps & { ways: WaysToProve }) {
  const possible = order.filter((way) => ways[way])
  const [chosen, setWay] = useState<Way>()
  const way = chosen ?? possible[0] ?? 'app'
  return (
    <div className={classes.form}>
      <FormOfWay key={way} way={way} {...props} />
      {possible
        .filter((each) => each !== way)
        .map((each) => (
          <div key={each}>
            <LinkButton onClick={() => setWay(each)}>{switches[each]}</LinkButton>
          </div>
        ))}
    </div>
  )
}

function FormOfWay({ way, label, busy, error, onProve, children }: FormProps & { way: Way }) {
  const [text, setText] = useState('')
  const [missing, setMissing] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const input = useRef<HTMLInputElement>(null)

  useEffect(() => input.current?.focus(), [])

  function again() {
    setText('')
    input.current?.focus()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    setProblem(undefined)
    if (way === 'passkey') {
      void askForPasskey().then((passkey) => onProve({ passkey }, again), setProblem)
      return
    }
    setMissing(text.trim() === '')
    if (text.trim() === '') input.current?.focus()
    else onProve(way === 'app' ? { code: text } : { [way]: text }, again)
  }

  const field = way === 'app' ? 'code' : way
  const shown = { ref: input, value: text, error: missing ? 'Enter it first.' : fieldError(error, field) }
  const onChange = (event: { currentTarget: HTMLInputElement }) => setText(event.currentTarget.value)
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <ErrorAlert error={problem ?? error} shownFields={way === 'passkey' ? [] : [field]} />
      {way === 'app' ? (
        <TextInput
          {...shown}
          label="Code from your authenticator app"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          onChange={onChange}
        />
      ) : null}
      {way === 'recoveryCode' ? (
        <TextInput
          {...shown}
          label="Recovery code"
          description="One of those that you kept when you set up the second factor. Each works once."
          autoComplete="off"
          spellCheck={false}
          onChange={onChange}
        />
      ) : null}
      {way === 'password' ? (
        <PasswordInput
          {...shown}
          label="Your password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
          onChange={onChange}
        />
      ) : null}
      {children}
      <ActionButton type="submit" busy={busy}>
        {way === 'passkey' ? `${label} with a passkey` : label}
      </ActionButton>
    </form>
  )
}
