// One proposal of rates: what it would change, what was said, and what can be done with it.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { lazily } from '../../components/lazily.tsx'
import { TextLink } from '../../components/links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { ReasonDialog } from '../../components/reason-dialog.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { showToast } from '../../components/toast-store.ts'
import { stateOf } from '../../lib/states.ts'
import { ComparisonTable } from './comparison-table.tsx'
import { proposalStates } from './proposal-states.ts'
import { type ProposalDetails, proposalQuery, type Step, useAnswer } from './rate-calls.ts'
import classes from './rates.module.css'
import { proposalTexts as texts } from './texts.ts'

const CounterDialog = lazily(() => import('./counter-dialog.tsx'), 'CounterDialog')

export function ProposalPage() {
  const { proposalId = '' } = useParams({ strict: false })
  const found = useQuery(proposalQuery(Number(proposalId)))
  const proposal = found.data?.value
  return (
    <Page
      title={texts.title}
      {...(proposal ? { lead: texts.of(proposal.firm.name ?? '', proposal.customer.name ?? '') } : {})}
      actions={<TextLink to="/rates">{texts.back}</TextLink>}
    >
      {found.isPending ? <PageSkeleton lines={8} /> : null}
      {found.isError ? <ErrorPanel error={found.error} retry={found.refetch} /> : null}
      {proposal ? (
        <>
          <Panel>
            <div className={classes.state}>
              <StateBadge state={stateOf(proposalStates, proposal.status)} />
              <Acts proposal={proposal} etag={found.data?.etag} />
            </div>
            <ComparisonTable proposal={proposal} />
          </Panel>
          <Steps proposal={proposal} />
        </>
      ) : null}
    </Page>
  )
}

type Move = Step['move']

const confirmed = {
  approve: { title: texts.approveTitle, text: texts.approveText, label: texts.approve },
  accept: { title: texts.acceptTitle, text: texts.acceptText, label: texts.accept },
  withdraw: { title: texts.withdrawTitle, text: texts.withdrawText, label: texts.withdraw },
} as const

const labels: Readonly<Record<Move, string>> = {
  approve: texts.approve,
  accept: texts.accept,
  counter: texts.offer,
  decline: texts.decline,
  withdraw: texts.withdraw,
}
const moves = ['approve', 'accept', 'counter', 'decline', 'withdraw'] as const

function Acts({ proposal, etag }: { proposal: ProposalDetails; etag: string | undefined }) {
  const [asking, setAsking] = useState<Move>()
  const action = useAnswer(proposal.id, etag)
  const close = () => setAsking(undefined)
  const send = (step: Step) =>
    action.mutate(step, {
      onSuccess: () => {
        showToast({ text: texts.done[step.move] })
        close()
      },
    })
  const shared = { busy: action.isPending, error: action.error, onClose: close }
  return (
    <>
      {moves
        .filter((move) => proposal.can[move])
        .map((move) => (
          <Button
            key={move}
            size="sm"
            variant={move === 'approve' || move === 'accept' ? 'filled' : 'default'}
            onClick={() => {
              action.reset()
              setAsking(move)
            }}
          >
            {labels[move]}
          </Button>
        ))}
      {asking === 'approve' || asking === 'accept' || asking === 'withdraw' ? (
        <ConfirmDialog
          opened
          title={confirmed[asking].title}
          confirmLabel={confirmed[asking].label}
          onConfirm={() => send({ move: asking })}
          {...shared}
        >
          {confirmed[asking].text}
        </ConfirmDialog>
      ) : null}
      {asking === 'decline' ? (
        <ReasonDialog
          title={texts.declineTitle}
          label={texts.reason}
          hint={texts.declineHint}
          confirmLabel={texts.decline}
          onConfirm={(reason) => send({ move: 'decline', reason })}
          {...shared}
        />
      ) : null}
      {asking === 'counter' ? <CounterDialog proposal={proposal} onSend={send} {...shared} /> : null}
    </>
  )
}

function Steps({ proposal }: { proposal: ProposalDetails }) {
  const format = useFormat()
  return (
    <Panel title={texts.steps}>
      <ol className={classes.versions}>
        {proposal.steps.map(({ status, note, made }, index) => (
          <li key={`${index} ${status}`}>
            <strong>{index === 0 ? texts.proposed : texts.statuses[status]}</strong>
            <span className={classes.quiet}>
              {made.userName}, {format.dateTime(made.dateUtc ?? '')}
            </span>
            {note ? <span>{note}</span> : null}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
