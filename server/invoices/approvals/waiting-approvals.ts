// The invoices that wait for somebody's approval: for their own, for that of somebody whom they stand in for today, or
// for that of somebody whose deadline has passed if they were asked then; and those for which they have asked others.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { coversDay } from '../../identity/users/approval-delegates.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { invoicesVisibleTo } from '../access.ts'
import { providerName } from '../list-columns.ts'

export interface WaitingApproval {
  readonly invoiceId: number
  readonly number: string
  readonly providerName: string
  readonly matterId: number
  readonly matterName: string
  /** With tax, decimal text: what was asked for. */
  readonly total: string
  readonly currency: string
  readonly step: string
  readonly comment: string | null
  readonly approverId: string
  readonly startedBy: string
  readonly askedAt: Date
  /** The last day of the step, if it has a deadline. */
  readonly due: string | null
}

/** How many are listed at most: the oldest. */
export const mostWaiting = 200

/** The oldest first. A person is named once for each approver for whom they decide. */
export const listWaitingApprovals = (app: App, actor: Actor): Promise<readonly WaitingApproval[]> =>
  listUnanswered(
    app,
    actor,
    sql<SqlBool>`(${decidesFor(actor, app.clock.now())} and a.started_by <> ${actor.userId}
      and invoices.created_by <> ${actor.userId})`,
  )

/** What others have not answered of what the actor has asked for, the oldest first, by approver. */
export const listAskedApprovals = (app: App, actor: Actor): Promise<readonly WaitingApproval[]> =>
  listUnanswered(app, actor, sql<SqlBool>`(a.started_by = ${actor.userId} and p.user_id <> ${actor.userId})`)

function listUnanswered(
  { db }: App,
  actor: Actor,
  which: RawBuilder<SqlBool>,
): Promise<readonly WaitingApproval[]> {
  return (
    invoicesVisibleTo(db, actor)
      .innerJoin('invoice_approvals as a', (join) =>
        join
          .onRef('a.organisation_id', '=', 'invoices.organisation_id')
          .onRef('a.invoice_id', '=', 'invoices.id')
          .on('a.state', '=', 'Waiting'),
      )
      .innerJoin('invoice_approval_steps as s', (join) =>
        join
          .onRef('s.organisation_id', '=', 'a.organisation_id')
          .onRef('s.invoice_id', '=', 'a.invoice_id')
          .onRef('s.round', '=', 'a.round'),
      )
      .innerJoin('invoice_approvers as p', (join) =>
        join
          .onRef('p.organisation_id', '=', 's.organisation_id')
          .onRef('p.invoice_id', '=', 's.invoice_id')
          .onRef('p.round', '=', 's.round')
          .onRef('p.position', '=', 's.position'),
      )
      .where('a.organisation_id', '=', actor.organisationId)
      .where('p.decision', 'is', null)
      .where('p.asked_at', 'is not', null)
      .where(which)
      // of a step in which one is enough, somebody else may have approved
      .where(
        sql<SqlBool>`not (s.need = 'One' and exists (select from invoice_approvers o
          where o.organisation_id = p.organisation_id and o.invoice_id = p.invoice_id and o.round = p.round
            and o.position = p.position and o.decision = 'Approved'))`,
      )
      .orderBy('p.asked_at')
      .orderBy('invoices.id')
      .limit(mostWaiting)
      .select([
        'invoices.id as invoiceId',
        'invoices.number',
        'matters.id as matterId',
        'matters.name as matterName',
        'a.total',
        'invoices.currency',
        's.name as step',
        'a.comment',
        'p.user_id as approverId',
        'a.started_by as startedBy',
        sql<Date>`p.asked_at`.as('askedAt'),
        sql<string | null>`s.due::text`.as('due'),
        providerName.as('providerName'),
      ])
      .execute()
  )
}

/** SQL over the approver `p` of the step `s`: whether the actor decides for them now. */
const decidesFor = ({ userId }: Actor, now: Date) =>
  sql<SqlBool>`(p.user_id = ${userId} or s.escalated_at is not null and s.escalate_to = ${userId}
    or exists (select from approval_delegates d where d.organisation_id = p.organisation_id
      and d.user_id = p.user_id and d.delegate_id = ${userId} and ${coversDay('d', now)}))`

/** SQL over `invoices`: people are asked to approve it. */
export const waitsForApproval = sql<SqlBool>`exists (select from invoice_approvals w
  where w.organisation_id = invoices.organisation_id and w.invoice_id = invoices.id and w.state = 'Waiting')`
