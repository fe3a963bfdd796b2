// The logo of the organisation: chosen, shown, removed.
import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { showToast } from '../../components/toast-store.ts'
import { type Organisation, useSetLogo } from './organisation.ts'
import classes from './organisation.module.css'
import { texts } from './texts.ts'

const largest = 1024 * 1024

export function LogoForm({ organisation: { id, name, logo } }: { organisation: Organisation }) {
  const set = useSetLogo(id)
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState('')
  const choose = (file: File | undefined) => {
    if (!file) return
    setProblem(file.size > largest ? texts.logoTooLarge : '')
    if (file.size <= largest) set.mutate({ file }, { onSuccess: () => showToast({ text: texts.logoSet }) })
  }
  return (
    <div className={classes.form}>
      <p className={classes.quiet}>{texts.logoLead}</p>
      {logo ? (
        <img
          className={classes.logo}
          src={`/v2/organizations/${id}/logo?picture=${logo.id}`}
          alt={texts.logoOf(name)}
        />
      ) : (
        <p className={classes.quiet}>{texts.logoNone}</p>
      )}
      <div className={classes.acts}>
        <ActionButton variant="default" busy={set.isPending} onClick={() => input.current?.click()}>
          {texts.logoChoose}
        </ActionButton>
        {logo ? (
          <Button
            variant="default"
            onClick={() =>
              set.mutate({ file: null }, { onSuccess: () => showToast({ text: texts.logoRemoved }) })
            }
          >
            {texts.logoRemove}
          </Button>
        ) : null}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={texts.logoChoose}
        accept="image/png,image/jpeg,image/webp"
        onChange={(event) => {
          choose(event.currentTarget.files?.[0])
          // the same file can be chosen again
          event.currentTarget.value = ''
        }}
      />
      <output className={classes.problem}>{problem}</output>
      <ErrorAlert error={set.error} />
    </div>
  )
}
