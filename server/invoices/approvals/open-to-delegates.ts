// Delegates of those who approve invoices become members of the matter, so that they see what they decide on.
import { sql } from 'kysely'
import { type ApprovalDelegate, delegatesOf } from '../../identity/users/approval-delegates.ts'
import type { DomainEvent, FollowUp } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { approvalRequested, type OnInvoice } from './approval-events.ts'
import type { Round, Step } from './approval.ts'
import { startDeadline } from './deadlines.ts'
import { join } from './join-matter.ts'
import { peopleAround } from './people.ts'

interface Asked {
  readonly round: Round
  readonly step: Step
  readonly now: Date
}

/** Asks a step: its deadline starts, and its people and their delegates of the day are notified. */
export async function requestStep(
  tx: Tx,
  invoice: OnInvoice,
  { round, step, now }: Asked,
): Promise<readonly DomainEvent[]> {
  const { organisationId } = invoice
  await startDeadline(tx, round, { step, now })
  const userIds = step.approvers.map(({ userId }) => userId)
  const all = await delegatesOf(tx, organisationId, { userIds, now })
  if (all.size === 0) return [approvalRequested(invoice, round, step, all)]
  const { enteredBy } = await peopleAround(tx, invoice)
  const delegates = new Map([...all].filter(([, to]) => to !== enteredBy && to !== round.startedBy))
  const joined = await join(tx, invoice, { userIds: [...delegates.values()], addedBy: round.startedBy, now })
  return [...joined, approvalRequested(invoice, round, step, delegates)]
}

/** What follows from the first day of a delegate: the invoices that wait for the person are opened to them. */
export const openInvoicesToDelegates: FollowUp = async (tx, { now, events }) => {
  const followed: DomainEvent[] = []
  for (const { name, organisationId, facts = {} } of events) {
    if (name !== 'user.approvalDelegate.begun') continue
    const [userId, delegateId] = [facts['userId'], facts['delegateId']]
    if (typeof userId !== 'string' || typeof delegateId !== 'string') continue
    followed.push(...(await openToDelegate(tx, { organisationId, userId, delegateId }, now)))
  }
  return followed
}

async function openToDelegate(
  tx: Tx,
  { organisationId, userId, delegateId }: Pick<ApprovalDelegate, 'organisationId' | 'userId' | 'delegateId'>,
  now: Date,
): Promise<readonly DomainEvent[]> {
  // not through access.ts: they are opened to the delegate, who may not see them yet
  const { rows } = await sql<OnInvoice & { readonly step: string; readonly comment: string | null }>`
    select i.organisation_id as "organisationId", i.id, i.matter_id as "matterId", s.name as step, a.comment
    from invoice_approvers p
    join invoice_approvals a on a.organisation_id = p.organisation_id and a.invoice_id = p.invoice_id
      and a.round = p.round and a.state = 'Waiting' and a.started_by <> ${delegateId}
    join invoice_approval_steps s on s.organisation_id = p.organisation_id and s.invoice_id = p.invoice_id
      and s.round = p.round and s.position = p.position
    join invoices i on i.organisation_id = p.organisation_id and i.id = p.invoice_id
      and i.created_by <> ${delegateId}
    where p.organisation_id = ${organisationId} and p.user_id = ${userId} and p.decision is null
      and p.asked_at is not null
    order by i.id`.execute(tx)
  const events: DomainEvent[] = []
  for (const { step, comment, ...invoice } of rows) {
    events.push(
      ...(await join(tx, invoice, { userIds: [delegateId], addedBy: userId, now })),
      approvalRequested(invoice, { comment }, { name: step, approvers: [] }, new Map([[userId, delegateId]])),
    )
  }
  return events
}
