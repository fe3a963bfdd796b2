// One request: how far it is, whose turn it is, questions and answers, documents and messages.
import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { lazily } from '../../components/lazily.tsx'
import { ButtonLink } from '../../components/links.tsx'
import { kindOf, useMe } from '../../components/me-context.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { recordRoute } from '../../lib/addresses/route-of.ts'
import { kinds } from '../../lib/kinds.ts'
import { matterRef } from '../matters/matter-kind.ts'
import { ConversationTab } from '../records/conversation/conversation-tab.tsx'
import type { RecordOverview } from '../records/record-calls.ts'
import { overviewQuery } from '../records/records.ts'
import { Answers } from './answers.tsx'
import { type Request, requestQuery } from './intake.ts'
import classes from './intake.module.css'
import { IntakeActions } from './intake-actions.tsx'
import { Questions } from './questions.tsx'
import { promiseOf, progressForLegal, progressOf, stateOfRequest } from './request-progress.ts'
import { requestTexts as texts } from './texts.ts'

const FilesTab = lazily(() => import('../files/browser/files-tab.tsx'), 'FilesTab', <PageSkeleton />)

export function RequestPage() {
  const { requestId } = useParams({ from: '/signed-in/requests/$requestId' })
  const id = Number(requestId)
  const read = useQuery(requestQuery(id))
  const overview = useQuery(overviewQuery(matterRef(id)))
  const me = useMe()
  const request = read.data
  return (
    <Page
      key={requestId}
      title={request?.name ?? ''}
      lead={request === undefined ? undefined : <Facts request={request} />}
      actions={
        kindOf(me) === 'business' ? undefined : (
          <ButtonLink variant="default" to={recordRoute(kinds.matter, id)}>
            {texts.openMatter}
          </ButtonLink>
        )
      }
    >
      <ErrorPanel error={read.error} retry={read.refetch} />
      {read.isPending ? <PageSkeleton lines={8} /> : null}
      {request === undefined ? null : <RequestParts request={request} overview={overview.data} />}
    </Page>
  )
}

function Facts({ request }: { request: Request }) {
  const me = useMe()
  const isOwn = request.requester.id === me.user.id
  const format = useFormat()
  const facts = [
    request.displayId,
    ...(request.type && request.type.title !== request.name ? [request.type.title] : []),
    texts.by(request.requester.name),
    format.date(request.created.dateUtc),
  ]
  return (
    <>
      {facts.join(' · ')} <StateBadge state={stateOfRequest(request, isOwn)} />
    </>
  )
}

function RequestParts(props: { request: Request; overview: RecordOverview | undefined }) {
  const { request, overview } = props
  const me = useMe()
  const format = useFormat()
  const isOwn = request.requester.id === me.user.id
  const promise = promiseOf(request, isOwn, format)
  const target = matterRef(request.id)
  return (
    <>
      <Panel>
        <output className={classes.now}>
          {isOwn ? progressOf(request) : progressForLegal(request, me.user.id)} {promise}
        </output>
        {request.reason ? <p className={classes.words}>{request.reason}</p> : null}
        <Steps request={request} />
        <IntakeActions request={request} />
      </Panel>
      <Questions request={request} isOwn={isOwn} />
      {request.description || request.answers.length > 0 ? (
        <Panel title={isOwn ? texts.about : texts.aboutOther(request.requester.name)}>
          {request.description ? <p className={classes.words}>{request.description}</p> : null}
          {request.answers.length > 0 ? <Answers answers={request.answers} /> : null}
        </Panel>
      ) : null}
      {overview === undefined ? null : (
        <>
          <Panel title={texts.documents}>
            <FilesTab record={{ type: kinds.matter.type, id: request.id }} rights={overview.can} />
          </Panel>
          <Panel title={texts.messages}>
            <ConversationTab target={target} overview={overview} />
          </Panel>
        </>
      )}
    </>
  )
}

function Steps({ request }: { request: Request }) {
  const format = useFormat()
  return (
    <ol className={classes.steps} aria-label={texts.steps}>
      {request.steps.map(({ step, done, at }) => {
        const Icon = step === 'Declined' ? IconCircleX : done ? IconCircleCheck : IconCircleDashed
        return (
          <li key={step} className={classes.step} data-done={done}>
            <Icon size={20} stroke={1.75} aria-label={done ? texts.stepDone : texts.stepOpen} />
            <span>
              {texts.step[step]}
              {at ? <small>{format.date(at)}</small> : null}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
