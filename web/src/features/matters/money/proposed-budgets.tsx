// Budgets that law firms have proposed: the organisation approves or declines them, the firm withdraws its own.
import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { kindOf, useMe } from '../../../components/me-context.ts'
import { ReasonDialog } from '../../../components/reason-dialog.tsx'
import classes from './budget.module.css'
import { phaseLabel } from './phases.ts'
import { type Proposal, proposalsQuery, useAnswerProposal } from './proposal-calls.ts'
import { proposalTexts as texts } from './proposal-texts.ts'

export function ProposedBudgets({ matterId }: { matterId: number }) {
  const isFirm = kindOf(useMe()) === 'law firm'
  const list = useQuery(proposalsQuery(matterId))
  const all = list.data?.proposals ?? []
  const shown = isFirm ? all : all.filter(({ state }) => state === 'Proposed')
  if (list.isError) return <ErrorAlert error={list.error} title={texts.notLoaded} />
  if (shown.length === 0) return null
  return (
    <section aria-label={texts.title} className={classes.proposals}>
      <h2>{texts.title}</h2>
      <ul>
        {shown.map((proposal) => (
          <ProposedBudget key={proposal.id} matterId={matterId} proposal={proposal} isFirm={isFirm} />
        ))}
      </ul>
    </section>
  )
}

function ProposedBudget(props: { matterId: number; proposal: Proposal; isFirm: boolean }) {
  const { matterId, proposal, isFirm } = props
  const { id, firm, state, amount, currency, includesTax, parts, note, answer, proposedUtc } = proposal
  const format = useFormat()
  const me = useMe()
  const act = useAnswerProposal(matterId)
  const [isDeclining, setDeclining] = useState(false)
  return (
    <li>
      <strong>
        {texts.by(firm.name ?? '', format.money(amount, currency))} {includesTax ? texts.withTax : null}
      </strong>
      <span className={classes.quiet}>
        {texts.states[state]}, {format.dateTime(proposedUtc)}
      </span>
      {parts.length === 0 ? null : (
        <ul className={classes.proposedParts}>
          {parts.map((part) => (
            <li key={`${part.year ?? ''} ${part.phase ?? ''}`}>
              {[part.year, part.phase ? phaseLabel(part.phase) : texts.allElse].filter(Boolean).join(', ')}
              {': '}
              {format.money(part.amount, currency)}
            </li>
          ))}
        </ul>
      )}
      {note ? <span>{note}</span> : null}
      {answer ? <span>{texts.answered(answer)}</span> : null}
      <ErrorAlert error={isDeclining ? null : act.error} />
      {state === 'Proposed' && me.can.manageInvoices && !isFirm ? (
        <Group gap={8}>
          <ActionButton size="xs" busy={act.isPending} onClick={() => act.mutate({ id, act: 'approve' })}>
            {texts.approve}
          </ActionButton>
          <Button size="xs" variant="default" onClick={() => setDeclining(true)}>
            {texts.decline}
          </Button>
        </Group>
      ) : null}
      {state === 'Proposed' && isFirm ? (
        <Button size="xs" variant="default" onClick={() => act.mutate({ id, act: 'withdraw' })}>
          {texts.withdraw}
        </Button>
      ) : null}
      {isDeclining ? (
        <ReasonDialog
          title={texts.declineTitle}
          label={texts.reason}
          hint={texts.reasonHint}
          confirmLabel={texts.decline}
          busy={act.isPending}
          error={act.error}
          onConfirm={(reason) =>
            act.mutate({ id, act: 'decline', reason }, { onSuccess: () => setDeclining(false) })
          }
          onClose={() => setDeclining(false)}
        />
      ) : null}
    </li>
  )
}
