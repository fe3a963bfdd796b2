// Where a signer confirms with an authenticator app, which they set up the first time.
import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { CopyField } from '../../components/copy-field.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Loading } from '../../components/loading.tsx'
import { QrCode } from '../../components/qr-code.tsx'
import { useAction } from '../../lib/use-action.ts'
import { appTexts as texts } from './app-texts.ts'
import { CodeInput } from './code-input.tsx'
import { type Proven, proveByApp, startApp } from './signing.ts'
import classes from './signing.module.css'

interface Props {
  readonly token: string
  readonly proof: string
  readonly onProven: (proven: Proven) => void
}

export function AppStep({ isNew, ...props }: Props & { isNew: boolean }) {
  return isNew ? <SetUp {...props} /> : <Code {...props} lead={texts.enterLead} act={texts.open} />
}

function SetUp(props: Props) {
  const { token, proof } = props
  const setUp = useQuery({
    queryKey: ['signing', token, 'app'],
    queryFn: () => startApp(token, proof),
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  if (!setUp.data) return setUp.error ? <ErrorAlert error={setUp.error} /> : <Loading />
  const { address, secret } = setUp.data
  return (
    <>
      <p className={classes.text}>{texts.setUpLead}</p>
      <QrCode text={address} />
      <Anchor size="sm" href={address}>
        {texts.here}
      </Anchor>
      <CopyField label={texts.key} value={secret} />
      <Code {...props} setUp={setUp.data.setUp} lead={texts.setUpCode} act={texts.setUp} />
    </>
  )
}

function Code(props: Props & { setUp?: string; lead: string; act: string }) {
  const { token, proof, onProven, setUp, lead, act } = props
  const [code, setCode] = useState('')
  const prove = useAction({ mutationFn: () => proveByApp(token, proof, { code, setUp }) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    prove.mutate(undefined, {
      onSuccess: (asked) => onProven({ ...asked, proof }),
      onError: () => setCode(''),
    })
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.text}>{lead}</p>
      <ErrorAlert error={prove.error} />
      <CodeInput label={texts.code} code={code} onCode={setCode} />
      <div className={classes.acts}>
        <ActionButton type="submit" busy={prove.isPending} disabled={code.length !== 6}>
          {act}
        </ActionButton>
      </div>
    </form>
  )
}
