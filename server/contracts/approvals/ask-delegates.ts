// Delegates of approvers: what is asked of somebody who is away is opened to the person who decides for them, and they
// are notified.
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent, systemActor } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { type ApprovalDelegate, coversDay, delegatesOf } from '../../identity/users/approval-delegates.ts'
import { personEvent } from '../../identity/users/events.ts'
import type { Approval, Step } from './approval.ts'
import { approvalOpened, approvalRequested } from './approval-events.ts'
import { startDeadlines } from './deadlines.ts'
import { joinAsDelegates } from './delegate-members.ts'

interface Request {
  readonly approval: Approval
  readonly contract: { readonly ownerId: string }
  /** With the approvers who are asked now. */
  readonly steps: readonly Step[]
  readonly now: Date
}

/**
 * The events of asking these steps. The delegates of their approvers become members of the contract, so that they see
 * what they decide on; those for whom the approval is are not asked.
 */
export async function requestSteps(
  tx: Tx,
  { approval, contract: { ownerId }, steps, now }: Request,
): Promise<readonly DomainEvent[]> {
  const { organisationId, contractId: id, startedBy } = approval
  await startDeadlines(tx, approval, { steps, now })
  const userIds = steps.flatMap(({ approvers }) => approvers.map(({ userId }) => userId))
  const all = await delegatesOf(tx, organisationId, { userIds, now })
  const delegates = new Map([...all].filter(([, to]) => to !== ownerId && to !== startedBy))
  if (delegates.size === 0) return approvalRequested(approval, steps, delegates)
  return [
    ...(await joinAsDelegates(tx, { organisationId, id }, { delegates, addedBy: startedBy, now })),
    ...approvalRequested(approval, steps, delegates),
  ]
}

interface Opening extends Request {
  readonly approverId: string
}

/** Opens steps that were handed to an approver who is away to their delegate. Answers what happened. */
export async function openToDelegate(
  tx: Tx,
  { approval, contract: { ownerId }, steps, approverId, now }: Opening,
): Promise<readonly DomainEvent[]> {
  const { organisationId, contractId: id, startedBy } = approval
  const to = (await delegatesOf(tx, organisationId, { userIds: [approverId], now })).get(approverId)
  if (to === undefined || to === ownerId || to === startedBy) return []
  const delegates = new Map([[approverId, to]])
  return [
    ...(await joinAsDelegates(tx, { organisationId, id }, { delegates, addedBy: approverId, now })),
    ...steps.map(({ name }) => approvalOpened(approval, { step: name, from: approverId, to })),
  ]
}

/** Opens what waits for the person to their delegate, whose days have begun. Answers what happened. */
export async function beginDelegate(
  tx: Tx,
  { organisationId, id, userId, delegateId }: ApprovalDelegate,
  now: Date,
): Promise<readonly DomainEvent[]> {
  await tx
    .updateTable('approval_delegates')
    .set({ begun_at: now })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
  const events: DomainEvent[] = [
    personEvent('user.approvalDelegate.begun', { organisationId, userId }, { delegateId }),
  ]
  for (const { approvalId, contractId, step } of await waitingFor(tx, {
    organisationId,
    userId,
    delegateId,
  })) {
    const contract = { organisationId, id: contractId }
    const delegates = new Map([[userId, delegateId]])
    events.push(
      ...(await joinAsDelegates(tx, contract, { delegates, addedBy: userId, now })),
      approvalOpened({ organisationId, id: approvalId, contractId }, { step, from: userId, to: delegateId }),
    )
  }
  return events
}

const waitingFor = (
  tx: Tx,
  { organisationId, userId, delegateId }: Pick<ApprovalDelegate, 'organisationId' | 'userId' | 'delegateId'>,
) =>
  tx
    .selectFrom('contract_approvers as p')
    .innerJoin('contract_approvals as a', (join) =>
      join.onRef('a.organisation_id', '=', 'p.organisation_id').onRef('a.id', '=', 'p.approval_id'),
    )
    .innerJoin('contract_approval_steps as s', (join) =>
      join
        .onRef('s.organisation_id', '=', 'p.organisation_id')
        .onRef('s.approval_id', '=', 'p.approval_id')
        .onRef('s.position', '=', 'p.position'),
    )
    // not through access.ts: approvals are opened to the delegate, who may not see the contracts yet
    .innerJoin('contracts as c', (join) =>
      join.onRef('c.organisation_id', '=', 'a.organisation_id').onRef('c.id', '=', 'a.contract_id'),
    )
    .where('p.organisation_id', '=', organisationId)
    .where('p.user_id', '=', userId)
    .where('p.decision', 'is', null)
    .where('p.asked_at', 'is not', null)
    .where('a.state', '=', 'Waiting')
    .where('a.started_by', '<>', delegateId)
    .where('c.owner_id', '<>', delegateId)
    .where('c.deleted_at', 'is', null)
    .orderBy('a.id')
    .select(['a.id as approvalId', 'a.contract_id as contractId', 's.name as step'])
    .execute()

/** Begins the delegates whose first day has come, in every organisation; answers how many. */
export async function beginDelegates(app: App): Promise<number> {
  let begun = 0
  for (const { organisationId, id } of await dueDelegates(app)) {
    if (app.stopping()) break
    const done = await change(app, systemActor('begin-approval-delegates'), async (tx, now) => {
      const due = await lockDue(tx, organisationId, id)
      return { result: due ? 1 : 0, events: due ? await beginDelegate(tx, due, now) : [] }
    })
    begun += done
  }
  return begun
}

const batch = 500

async function dueDelegates({ db, clock }: App) {
  const now = clock.now()
  // no day begins more than one before it does in UTC
  const { rows } = await sql<{ readonly organisationId: number; readonly id: number }>`
    /* every organisation: work is found here and done within one */
    select d.organisation_id as "organisationId", d.id from approval_delegates d
    where d.begun_at is null and d.first_day <= (${now}::timestamptz at time zone 'UTC')::date + 1 and ${coversDay('d', now)}
    order by d.first_day limit ${batch}`.execute(db)
  return rows
}

/** Undefined where another process has begun it, or somebody has withdrawn it. */
const lockDue = (tx: Tx, organisationId: number, id: number): Promise<ApprovalDelegate | undefined> =>
  tx
    .selectFrom('approval_delegates as d')
    .where('d.organisation_id', '=', organisationId)
    .where('d.id', '=', id)
    .where('d.begun_at', 'is', null)
    .select([
      'd.id',
      'd.organisation_id as organisationId',
      'd.user_id as userId',
      'd.delegate_id as delegateId',
      'd.first_day as firstDay',
      'd.last_day as lastDay',
    ])
    .forUpdate('d')
    .skipLocked()
    .executeTakeFirst()
