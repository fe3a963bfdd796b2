// `/#/share/<address>`: where somebody of the other side reads what they were sent, without an account.
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { useFormat } from '../../components/format-context.ts'
import { lazily } from '../../components/lazily.tsx'
import { Loading } from '../../components/loading.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { hasStatus } from '../../lib/refusal.ts'
import { saveBytes } from '../../lib/save-bytes.ts'
import { previewKind } from '../../preview/previewed.ts'
import { CodeForm } from '../signing/code-form.tsx'
import classes from '../signing/signing.module.css'
import {
  askForShareCode,
  openShare,
  proveShare,
  readShare,
  readSharedBytes,
  type SharedDocument,
} from './sharing.ts'
import { shareTexts as texts } from './texts.ts'

const Preview = lazily(() => import('../../preview/preview.tsx'), 'Preview', <Loading />)
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
      <DocumentPanel token={token} proof={proof} document={shared.data.document} />
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

function DocumentPanel(props: { token: string; proof: string; document: SharedDocument['document'] }) {
  const { token, proof, document } = props
  const { name, contentType } = document
  const content = useQuery({
    queryKey: ['sharing', token, 'document'],
    queryFn: () => readSharedBytes(token, proof),
    staleTime: Infinity,
    ...once,
  })
  const bytes = content.data
  const file = useMemo(
    () => bytes && { fileId: 0, version: 1, name, contentType, size: bytes.byteLength, bytes },
    [bytes, name, contentType],
  )
  const isShown = ['pdf', 'docx'].includes(previewKind(document))
  return (
    <Panel title={name}>
      {content.isPending ? <Loading label={texts.loading} /> : null}
      <Problem error={content.error} />
      {file && bytes ? (
        <>
          <div className={classes.acts}>
            <Button variant="default" size="xs" onClick={() => saveBytes(bytes, contentType, name)}>
              {texts.download}
            </Button>
          </div>
          {isShown ? (
            <div className={classes.preview}>
              <Preview file={file} />
            </div>
          ) : (
            <p className={classes.text}>{texts.noPreview}</p>
          )}
        </>
      ) : null}
    </Panel>
  )
}
