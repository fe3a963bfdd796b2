// `/#/sign/<address>`: where somebody reads a document and signs it, or declines, without an account.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { lazily } from '../../components/lazily.tsx'
import { Loading } from '../../components/loading.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { hasStatus } from '../../lib/refusal.ts'
import { saveBytes } from '../../lib/save-bytes.ts'
import type { PdfPagesView } from '../../preview/pdf/pdf-pages.tsx'
import { appTexts } from './app-texts.ts'
import { CodeForm } from './code-form.tsx'
import type { OwnField } from './fields/own-fields.ts'
import { useFilling } from './fields/use-filling.ts'
import { type Outcome, SignPanel } from './sign-panel.tsx'
import {
  askForCode,
  type MailProven,
  openAddress,
  type Opened,
  type Proven,
  proveByCode,
  readDocument,
} from './signing.ts'
import classes from './signing.module.css'
import { signTexts as texts } from './texts.ts'

const ShownPdf = lazily(() => import('./shown-document.tsx'), 'ShownPdf')
const AppStep = lazily(() => import('./app-step.tsx'), 'AppStep')
const FilledInTurn = lazily(() => import('./fields/filled-in-turn.tsx'), 'FilledInTurn')
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
  const [mailed, setMailed] = useState<MailProven>()
  const [byApp, setByApp] = useState<Proven>()
  const proven = byApp ?? (mailed?.asked ? { ...mailed.asked, proof: mailed.proof } : undefined)
  if (proven && opened.data) return <Document token={token} proven={proven} opened={opened.data} />
  if (mailed)
    return (
      <Page key="app" title={appTexts.title}>
        <Panel>
          <AppStep token={token} proof={mailed.proof} isNew={mailed.app === 'SetUp'} onProven={setByApp} />
        </Panel>
      </Page>
    )
  return (
    <Page title={opened.data?.completed ? texts.completedTitle : texts.title}>
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
            onProven={setMailed}
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
  const { sender, organization, completed, signed, lastDay } = opened
  if (completed) return <p className={classes.text}>{texts.completed(sender, organization)}</p>
  if (signed) return <p className={classes.text}>{texts.signedAlready(sender, organization)}</p>
  return (
    <>
      <p className={classes.text}>{texts.asks(sender, organization)}</p>
      <p className={classes.text}>{texts.lastDay(format.date(lastDay))}</p>
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
  const canSign = !opened.signed && !opened.completed
  const filling = useFilling(canSign ? proven : undefined)
  const pages = useRef<PdfPagesView>(null)
  if (outcome) return <Ended outcome={outcome} />
  const sha256 = document.data?.sha256 ?? ''
  const show = (field: OwnField) => pages.current?.show(field)
  return (
    <Page title={proven.contract} {...(proven.message ? { lead: proven.message } : {})}>
      <Panel title={texts.document}>
        {proven.madeFixed.length > 0 ? (
          <div className={classes.text}>
            {texts.madeFixed}
            <ul className={classes.removed}>
              {proven.madeFixed.map((each) => (
                <li key={each}>{each}</li>
              ))}
            </ul>
          </div>
        ) : null}
        {document.isPending ? <Loading label={texts.loading} /> : null}
        <ErrorAlert error={document.error} />
        {document.data ? (
          <>
            <ShownPdf
              key={sha256}
              ref={pages}
              bytes={document.data.bytes}
              filling={filling}
              name={proven.name}
              onRead={() => setSeen(sha256)}
            />
            {filling.byHand.length > 0 ? (
              <FilledInTurn filling={filling} name={proven.name} show={show} />
            ) : null}
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
      {document.data && canSign ? (
        <SignPanel
          token={token}
          proven={proven}
          sha256={sha256}
          isRead={seen === sha256}
          filling={filling}
          onAgain={() => void document.refetch()}
          onEnd={setOutcome}
        />
      ) : null}
    </Page>
  )
}

const endings: Readonly<Record<Outcome, readonly [title: string, text: string]>> = {
  signed: [texts.signedTitle, texts.signedText],
  declined: [texts.declinedTitle, texts.declinedText],
  handedOver: [texts.handedOverTitle, texts.handedOverText],
  gone: [texts.goneTitle, texts.goneText],
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
