// `/#/share/<address>`: where somebody of the other side reads what they were sent, without an account.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { useFormat } from '../../components/format-context.ts'
import { lazily } from '../../components/lazily.tsx'
import { Loading } from '../../components/loading.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { hasStatus } from '../../lib/refusal.ts'
import { CodeForm } from '../signing/code-form.tsx'
import classes from '../signing/signing.module.css'
import { DocumentPanel } from './document-panel.tsx'
import { askForShareCode, openShare, proveShare, readShare, readSharedBytes } from './sharing.ts'
import { shareTexts as texts } from './texts.ts'

const AnswerPanel = lazily(() => import('./answer-panel.tsx'), 'AnswerPanel', <Loading />)
const route = getRouteApi('/plain/share/$token')
const once = { retry: false, refetchOnWindowFocus: false } as const

export function SharePage() {
  const { token } = route.useParams()
  // what is proven for one address is not for another one in the same tab
  return <Sharing key={token} token={token} />
}

function Sharing({ token }: { token: string }) {
  const opened = useQuery({ queryKey: ['sharing', token], queryFn: () => openShare(token), ...once })
  const [proof, setProof] = useState<string>()
  if (proof !== undefined) return <Shared token={token} proof={proof} />
  return (
    <Page title={texts.title}>
      <Panel>
        {opened.isPending ? <Loading /> : null}
        <Problem error={opened.error} />
        {opened.data ? (
          <CodeForm
            email={opened.data.email}
            ask={() => askForShareCode(token)}
            prove={(code) => proveShare(token, code)}
            onProven={setProof}
          >
            <p className={classes.text}>{texts.sent(opened.data.organization)}</p>
          </CodeForm>
        ) : null}
      </Panel>
    </Page>
  )
}

function Problem({ error }: { error: Error | null }) {
  if (hasStatus(error, 404)) return <p className={classes.text}>{texts.notThere}</p>
  return <ErrorAlert error={error} />
}

function Shared({ token, proof }: { token: string; proof: string }) {
  const queries = useQueryClient()
  const format = useFormat()
  const queryKey = ['sharing', token, 'share']
  const shared = useQuery({ queryKey, queryFn: () => readShare(token, proof), ...once })
  if (!shared.data)
    return (
      <Page title={texts.title}>
        <Panel>{shared.isPending ? <Loading /> : <Problem error={shared.error} />}</Panel>
      </Page>
    )
  const { contract, sender, message, lastDay, mayUpload, mayComment } = shared.data
  return (
    <Page title={contract} lead={`${texts.from(sender)}. ${texts.lastDay(format.date(lastDay))}`}>
      {message ? (
        <Panel>
          <p className={classes.message}>{message}</p>
        </Panel>
      ) : null}
      <DocumentPanel
        queryKey={['sharing', token, 'document']}
        read={() => readSharedBytes(token, proof)}
        document={shared.data.document}
        Problem={Problem}
      />
      {mayUpload || mayComment ? (
        <AnswerPanel
          token={token}
          proof={proof}
          shared={shared.data}
          onSent={() => void queries.invalidateQueries({ queryKey })}
        />
      ) : null}
    </Page>
  )
}
