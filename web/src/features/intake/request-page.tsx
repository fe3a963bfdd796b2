// One request: how far it is, whose turn it is, questions and answers, documents and messages.
import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { lazily } from '../../components/lazily.tsx'
import { ButtonLink, TextLink } from '../../components/links.tsx'
import { kindOf, useMe } from '../../components/me-context.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { recordRoute } from '../../lib/addresses/route-of.ts'
import { kinds } from '../../lib/kinds.ts'
import { stateOf } from '../../lib/states.ts'
import { contractRef } from '../contracts/contract-kind.ts'
import { contractStates } from '../contracts/contract-states.ts'
import { matterRef } from '../matters/matter-kind.ts'
import { ConversationTab } from '../records/conversation/conversation-tab.tsx'
import { overviewQuery } from '../records/records.ts'
import { Answers } from './answers.tsx'
import { type Request, requestQuery } from './intake.ts'
import classes from './intake.module.css'
import { IntakeActions } from './intake-actions.tsx'
import { Questions } from './questions.tsx'
import { promiseOf, progressForLegal, progressOf, stateOfRequest } from './request-progress.ts'
import { requestTexts as texts } from './texts.ts'

const DraftedContract = lazily(
  () => import('../contracts/drafted-contract.tsx'),
  'DraftedContract',
  <PageSkeleton />,
)
const FilesTab = lazily(() => import('../files/browser/files-tab.tsx'), 'FilesTab', <PageSkeleton />)

export function RequestPage() {
  const { requestId } = useParams({ from: '/signed-in/requests/$requestId' })
  const id = Number(requestId)
  const read = useQuery(requestQuery(id))
  const me = useMe()
  const request = read.data
  return (
    <Page
      key={requestId}
      title={request?.name ?? ''}
      lead={request === undefined ? undefined : <Facts request={request} />}
      actions={
        request === undefined ? undefined : <Open request={request} isBusiness={kindOf(me) === 'business'} />
      }
    >
      <ErrorPanel error={read.error} retry={read.refetch} />
      {read.isPending ? <PageSkeleton lines={8} /> : null}
      {request === undefined ? null : <RequestParts request={request} />}
    </Page>
  )
}

/** The ways to the records that it is about. */
function Open({ request, isBusiness }: { request: Request; isBusiness: boolean }) {
  const { id, selfService, contract } = request
  return (
    <>
      {contract?.canOpen ? (
        <ButtonLink variant="default" to={recordRoute(kinds.contract, contract.id)}>
          {texts.openContract}
        </ButtonLink>
      ) : null}
      {selfService || isBusiness ? null : (
        <ButtonLink variant="default" to={recordRoute(kinds.matter, id)}>
          {texts.openMatter}
        </ButtonLink>
      )}
    </>
  )
}

function Facts({ request }: { request: Request }) {
  const me = useMe()
  const isOwn = request.requester.id === me.user.id
  const format = useFormat()
  const facts = [
    ...(request.selfService ? [] : [request.displayId]),
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

function RequestParts({ request }: { request: Request }) {
  const me = useMe()
  const format = useFormat()
  const isOwn = request.requester.id === me.user.id
  const promise = promiseOf(request, isOwn, format)
  const { selfService, contract } = request
  // without the legal department there is no matter
  const target = selfService ? contractRef(contract?.id ?? 0) : matterRef(request.id)
  const { data: overview } = useQuery(overviewQuery(target))
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
      <Contract request={request} leads={isOwn && selfService} />
      {request.description || request.answers.length > 0 ? (
        <Panel title={isOwn ? texts.about : texts.aboutOther(request.requester.name)}>
          {request.description ? <p className={classes.words}>{request.description}</p> : null}
          {request.answers.length > 0 ? <Answers answers={request.answers} /> : null}
        </Panel>
      ) : null}
      {overview === undefined ? null : (
        <>
          <Panel title={texts.documents}>
            <FilesTab record={{ type: target.kind.names.type, id: target.id }} rights={overview.can} />
          </Panel>
          <Panel title={texts.messages}>
            <ConversationTab target={target} overview={overview} />
          </Panel>
        </>
      )}
    </>
  )
}

/** The draft that it made: its state, what comes next, and the document. */
function Contract({ request, leads }: { request: Request; leads: boolean }) {
  const { contract } = request
  if (!contract) return null
  const { id, name, status, statusName, canOpen } = contract
  return (
    <Panel title={texts.contract}>
      <p className={classes.made}>
        {canOpen ? <TextLink to={recordRoute(kinds.contract, id)}>{name}</TextLink> : name}
        <StateBadge state={{ label: statusName, tone: stateOf(contractStates, status)?.tone ?? 'draft' }} />
      </p>
      {canOpen ? <DraftedContract contractId={id} leads={leads} /> : <p>{texts.notYours}</p>}
    </Panel>
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
