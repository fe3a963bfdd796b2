// `/#/sign/<address>`: where somebody reads a document and signs it, or declines, without an account.
import { Button, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { lazily } from '../../components/lazily.tsx'
import { Loading } from '../../components/loading.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { hasStatus } from '../../lib/refusal.ts'
import { saveBytes } from '../../lib/save-bytes.ts'
import { useAction } from '../../lib/use-action.ts'
import { CodeForm } from './code-form.tsx'
import { type Drawn, SignaturePad } from './signature-pad.tsx'
import {
  askForCode,
  openAddress,
  type Opened,
  type Proven,
  proveByCode,
  readDocument,
  sign,
} from './signing.ts'
import classes from './signing.module.css'
import { signTexts as texts } from './texts.ts'

const DeclineDialog = lazily(() => import('./sign-dialogs.tsx'), 'DeclineDialog')
const HandOverDialog = lazily(() => import('./sign-dialogs.tsx'), 'HandOverDialog')
const ShownPdf = lazily(() => import('./shown-document.tsx'), 'ShownPdf')
const route = getRouteApi('/plain/sign/$token')

export function SignPage() {
  const { token } = route.useParams()
  // what is proven for one address is not for another one in the same tab
  return <Signing key={token} token={token} />
}

function Signing({ token }: { token: string }) {
  const opened = useQuery({
    queryKey: ['signing', token],
    queryFn: () => openAddress(token),
    retry: false,
    refetchOnWindowFocus: false,
  })
  const [proven, setProven] = useState<Proven>()
  if (proven && opened.data) return <Document token={token} proven={proven} opened={opened.data} />
  return (
    <Page title={texts.title}>
      <Panel>
        {opened.isPending ? <Loading /> : null}
        {hasStatus(opened.error, 404) ? (
          <p className={classes.text}>{texts.notThere}</p>
        ) : (
          <ErrorAlert error={opened.error} />
        )}
        {opened.data ? (
          <CodeForm
            email={opened.data.email}
            ask={() => askForCode(token)}
            prove={(code) => proveByCode(token, code)}
            onProven={setProven}
          >
            <Asked opened={opened.data} />
          </CodeForm>
        ) : null}
      </Panel>
    </Page>
  )
}

function Asked({ opened }: { opened: Opened }) {
  const format = useFormat()
  return (
    <>
      <p className={classes.text}>{texts.asks(opened.sender, opened.organization)}</p>
      {opened.completed ? (
        <p className={classes.text}>{texts.completed}</p>
      ) : opened.signed ? null : (
        <p className={classes.text}>{texts.lastDay(format.date(opened.lastDay))}</p>
      )}
    </>
  )
}

function Document({ token, proven, opened }: { token: string; proven: Proven; opened: Opened }) {
  const { proof } = proven
  const document = useQuery({
    queryKey: ['signing', token, 'document'],
    queryFn: () => readDocument(token, proof),
    retry: false,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  const [seen, setSeen] = useState('')
  const [outcome, setOutcome] = useState<Outcome>()
  if (outcome) return <Ended outcome={outcome} />
  const sha256 = document.data?.sha256 ?? ''
  return (
    <Page title={proven.contract} {...(proven.message ? { lead: proven.message } : {})}>
      <Panel title={texts.document}>
        {document.isPending ? <Loading label={texts.loading} /> : null}
        <ErrorAlert error={document.error} />
        {document.data ? (
          <>
            <ShownPdf key={sha256} bytes={document.data.bytes} onRead={() => setSeen(sha256)} />
            <div className={classes.acts}>
              <Button
                variant="default"
                size="xs"
                onClick={() => saveBytes(document.data.bytes, 'application/pdf', 'document.pdf')}
              >
                {texts.download}
              </Button>
            </div>
          </>
        ) : null}
      </Panel>
      {document.data && !opened.signed && !opened.completed ? (
        <SignPanel
          token={token}
          proven={proven}
          sha256={sha256}
          isRead={seen === sha256}
          onAgain={() => void document.refetch()}
          onEnd={setOutcome}
        />
      ) : null}
    </Page>
  )
}

function SignPanel(props: {
  token: string
  proven: Proven
  sha256: string
  isRead: boolean
  onAgain: () => void
  onEnd: (outcome: Outcome) => void
}) {
  const { token, proven, sha256, isRead, onAgain, onEnd } = props
  const { name, title, party, consent, proof } = proven
  const [agreed, setAgreed] = useState(false)
  const [drawn, setDrawn] = useState<Drawn>()
  const [asking, setAsking] = useState<'decline' | 'handOver'>()
  const signing = useAction({
    mutationFn: (signature: Drawn) =>
      sign(token, proof, { consentVersion: consent.version, sha256, ...signature }),
  })
  return (
    <Panel title={texts.yours}>
      <p className={classes.text}>{texts.capacity(name, title, party)}</p>
      <output className={classes.quiet}>{isRead ? texts.readAll : texts.readFirst}</output>
      <div className={classes.form}>
        <Checkbox
          label={consent.text}
          checked={agreed}
          disabled={!isRead}
          onChange={(event) => setAgreed(event.currentTarget.checked)}
        />
        <SignaturePad name={name} onChange={setDrawn} />
        <ErrorAlert error={signing.error}>
          {hasStatus(signing.error, 409) ? (
            <Button
              size="xs"
              variant="default"
              onClick={() => {
                setAgreed(false)
                signing.reset()
                onAgain()
              }}
            >
              {texts.readAgain}
            </Button>
          ) : null}
        </ErrorAlert>
        <div className={classes.acts}>
          <ActionButton
            busy={signing.isPending}
            disabled={!isRead || !agreed || drawn === undefined}
            onClick={() => drawn && signing.mutate(drawn, { onSuccess: () => onEnd('signed') })}
          >
            {texts.sign}
          </ActionButton>
          <Button variant="default" onClick={() => setAsking('decline')}>
            {texts.declineOpen}
          </Button>
          {proven.mayHandOver ? (
            <Button variant="default" onClick={() => setAsking('handOver')}>
              {texts.handOverOpen}
            </Button>
          ) : null}
        </div>
        <p className={classes.quiet}>{texts.kind}</p>
      </div>
      {asking === 'decline' ? (
        <DeclineDialog
          token={token}
          proof={proof}
          onDone={() => onEnd('declined')}
          onClose={() => setAsking(undefined)}
        />
      ) : null}
      {asking === 'handOver' ? (
        <HandOverDialog
          token={token}
          proof={proof}
          onDone={() => onEnd('handedOver')}
          onClose={() => setAsking(undefined)}
        />
      ) : null}
    </Panel>
  )
}

type Outcome = 'signed' | 'declined' | 'handedOver'

const endings: Readonly<Record<Outcome, readonly [title: string, text: string]>> = {
  signed: [texts.signedTitle, texts.signedText],
  declined: [texts.declinedTitle, texts.declinedText],
  handedOver: [texts.handedOverTitle, texts.handedOverText],
}

function Ended({ outcome }: { outcome: Outcome }) {
  const [title, text] = endings[outcome]
  return (
    <Page key={outcome} title={title}>
      <Panel>
        <p className={classes.text}>{text}</p>
      </Panel>
    </Page>
  )
}
