// `/#/approve/<address>`: where an approver reads what they are asked and answers, from the address in their mail.
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { DescriptionList } from '../../components/description-list.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { useFormat } from '../../components/format-context.ts'
import { lazily } from '../../components/lazily.tsx'
import { ButtonLink, TextLink } from '../../components/links.tsx'
import { Loading } from '../../components/loading.tsx'
import { Notice } from '../../components/notice.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { hasStatus } from '../../lib/refusal.ts'
import { DocumentPanel } from '../sharing/document-panel.tsx'
import classes from '../signing/signing.module.css'
import { type Answer, type Invoice, type Question, readQuestion, readQuestionBytes } from './approving.ts'
import { approvingTexts as texts } from './texts.ts'

const AnswerDialog = lazily(() => import('./answer-dialogs.tsx'), 'AnswerDialog')
const route = getRouteApi('/plain/approve/$token')

export function ApprovePage() {
  const { token } = route.useParams()
  // what was answered at one address is not at another one in the same tab
  return <Approving key={token} token={token} />
}

function Approving({ token }: { token: string }) {
  const queries = useQueryClient()
  const queryKey = ['approving', token]
  const [given, setGiven] = useState<Answer['decision']>()
  const question = useQuery({
    queryKey,
    queryFn: () => readQuestion(token),
    enabled: given === undefined,
    retry: false,
    refetchOnWindowFocus: false,
  })
  if (given !== undefined) return <Answered decision={given} />
  if (!question.data)
    return (
      <Page title={texts.title}>
        <Panel>{question.isPending ? <Loading /> : <Problem token={token} error={question.error} />}</Panel>
      </Page>
    )
  const { contract, invoice, organization, document } = question.data
  return (
    <Page title={contract?.name ?? texts.invoiceOf(invoice)} lead={texts.lead(organization)}>
      <Panel title={texts.title}>
        <Facts question={question.data} />
        {invoice ? (
          <TextLink to="/invoices/$id" params={{ id: String(invoice.id) }}>
            {texts.openInvoice}
          </TextLink>
        ) : null}
        <Acts
          token={token}
          question={question.data}
          onAnswered={setGiven}
          onClosed={() => void queries.invalidateQueries({ queryKey, exact: true })}
        />
      </Panel>
      {document ? (
        <DocumentPanel
          queryKey={[...queryKey, 'document']}
          read={() => readQuestionBytes(token)}
          document={document}
          Problem={ErrorAlert}
        />
      ) : null}
    </Page>
  )
}

function Problem({ token, error }: { token: string; error: Error | null }) {
  if (hasStatus(error, 401))
    return (
      <>
        <p className={classes.text}>{texts.signInFirst}</p>
        <ButtonLink
          style={{ alignSelf: 'start' }}
          to="/sign-in"
          search={{ returnTo: `/approve/${token}`, error: undefined }}
        >
          {texts.signIn}
        </ButtonLink>
      </>
    )
  if (hasStatus(error, 404))
    return (
      <>
        <p className={classes.text}>{texts.notThere}</p>
        <TextLink to="/approvals">{texts.lookInside}</TextLink>
      </>
    )
  return <ErrorAlert error={error} />
}

function Answered({ decision }: { decision: Answer['decision'] }) {
  return (
    <Page title={texts.answeredTitle}>
      <Panel>
        <output className={classes.text}>{decision === 'Approved' ? texts.approved : texts.declined}</output>
      </Panel>
    </Page>
  )
}

function Facts({ question }: { question: Question }) {
  const format = useFormat()
  const { contract, invoice, amounts, steps, requester, isForAnother, approver } = question
  const { due, comment, againBecause } = question
  const facts: readonly Fact[] = [
    [texts.number, contract?.number ?? null],
    ...(invoice ? factsOf(invoice, format) : []),
    ...amounts.map(({ title, value, currency }) => [title, format.money(value, currency)] as const),
    [texts.requester, requester],
    [texts.insteadOf, isForAnother ? approver : null],
    [texts.step, steps.join(', ')],
    [texts.due, due === null ? null : format.date(due)],
    [texts.comment, comment],
    [texts.again, againBecause],
  ]
  return <DescriptionList facts={facts.filter(([, value]) => value !== null && value !== '')} />
}

type Fact = readonly [string, string | null]

function factsOf(invoice: Invoice, format: ReturnType<typeof useFormat>): readonly Fact[] {
  const { provider, matter, date, currency, billed, toApprove } = invoice
  return [
    [texts.provider, provider],
    [texts.matter, matter],
    [texts.date, format.date(date)],
    [texts.billed, Number(billed) === Number(toApprove) ? null : format.money(billed, currency)],
    [texts.toApprove, format.money(toApprove, currency)],
  ]
}

function Acts(props: {
  token: string
  question: Question
  onAnswered: (decision: Answer['decision']) => void
  onClosed: () => void
}) {
  const { token, question, onAnswered, onClosed } = props
  const [deciding, setDeciding] = useState<Answer['decision']>()
  if (question.changed !== null)
    return (
      <Notice kind="caution" title={texts.changed(question.changed)}>
        <p>{texts.changedLead}</p>
      </Notice>
    )
  return (
    <>
      <div className={classes.acts}>
        <Button onClick={() => setDeciding('Approved')}>{texts.approve}</Button>
        <Button variant="default" onClick={() => setDeciding('Declined')}>
          {texts.decline}
        </Button>
      </div>
      {deciding ? (
        <AnswerDialog
          token={token}
          question={question}
          decision={deciding}
          onDone={() => onAnswered(deciding)}
          onClose={() => {
            setDeciding(undefined)
            // it may have been refused because something else is asked by now
            onClosed()
          }}
        />
      ) : null}
    </>
  )
}
