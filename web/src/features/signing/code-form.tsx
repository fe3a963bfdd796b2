// Where somebody without an account confirms that a mail address is theirs: a code is sent there, and entered here.
import { type FormEvent, type ReactNode, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { useAction } from '../../lib/use-action.ts'
import { CodeInput } from './code-input.tsx'
import classes from './signing.module.css'
import { codeTexts as texts } from './texts.ts'

export function CodeForm<Proven>(props: {
  email: string
  ask: () => Promise<void>
  prove: (code: string) => Promise<Proven>
  onProven: (proven: Proven) => void
  /** What they were sent. */
  children: ReactNode
}) {
  const { email, onProven } = props
  const [code, setCode] = useState('')
  const ask = useAction({ mutationFn: props.ask })
  const prove = useAction({ mutationFn: () => props.prove(code) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    prove.mutate(undefined, { onSuccess: onProven })
  }
  return (
    <>
      {props.children}
      <p className={classes.text}>{texts.codeLead(email)}</p>
      <ErrorAlert error={ask.error ?? prove.error} />
      {ask.isSuccess ? (
        <form className={classes.form} onSubmit={submit} noValidate>
          <output className={classes.quiet}>{texts.codeSent}</output>
          <CodeInput label={texts.code} code={code} onCode={setCode} />
          <div className={classes.acts}>
            <ActionButton type="submit" busy={prove.isPending} disabled={code.length !== 6}>
              {texts.openDocument}
            </ActionButton>
            <ActionButton variant="default" busy={ask.isPending} onClick={() => ask.mutate()}>
              {texts.anotherCode}
            </ActionButton>
          </div>
        </form>
      ) : (
        <ActionButton busy={ask.isPending} style={{ alignSelf: 'start' }} onClick={() => ask.mutate()}>
          {texts.sendCode}
        </ActionButton>
      )}
    </>
  )
}
