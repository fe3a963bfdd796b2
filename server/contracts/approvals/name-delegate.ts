// Naming the person who decides on one's approvals for some days, and withdrawing it.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import { badInput, conflict } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { addDays } from '../../platform/time/local-time.ts'
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import { localDay } from '../../identity/organisations/local-day.ts'
import { endApprovalDelegate, getApprovalDelegate } from '../../identity/users/approval-delegates.ts'
import { personEvent } from '../../identity/users/events.ts'
import { isActiveColleague } from '../../identity/users/people-on-records.ts'
import { beginDelegate } from './ask-delegates.ts'
import { leaveAsDelegates } from './delegate-members.ts'
import { mailOfDelegate } from './delegate-mails.ts'

interface NewDelegate {
  readonly delegateId: string
  /** `2026-05-06`, in the calendar of the organisation. */
  readonly firstDay: string
  readonly lastDay: string
}

const longestDays = 366

/**
 * Names the person who decides on the actor's approvals from the first to the last day; answers its id. They are
 * notified, and see what waits for the actor as soon as the first day has come. Conflict with another delegate of the
 * same days.
 */
export function nameApprovalDelegate(app: App, actor: Actor, given: NewDelegate): Promise<number> {
  return change(app, actor, async (tx, now) => {
    const { id, events } = await nameDelegateOf(app, tx, { person: actor, by: actor.name, given, now })
    return { result: id, events }
  })
}

interface Naming {
  readonly person: Own
  /** The name of the person who names the delegate. */
  readonly by: string
  readonly given: NewDelegate
  readonly now: Date
}

/** The same for anybody, in the caller's change: who calls it has the right to. */
export async function nameDelegateOf(
  app: App,
  tx: Tx,
  { person: { organisationId, userId }, by, given, now }: Naming,
): Promise<{ readonly id: number; readonly events: readonly DomainEvent[] }> {
  const { delegateId, firstDay, lastDay } = given
  const today = await localDay(tx, organisationId, now)
  checkDays(given, today)
  if (delegateId === userId) throw badInput('delegate', 'must be somebody else than you.')
  // also keeps two that are named at once from overlapping
  await checkRoom(tx, 'approvalDelegates', { organisationId, userId })
  // who is disabled at the same time waits for this, or this for them
  await tx.selectFrom('users').where('id', 'in', [userId, delegateId]).select('id').forShare().execute()
  if (!(await isActiveColleague(tx, organisationId, delegateId)))
    throw badInput('delegate', 'must be the id of an active person of your organisation.')
  await removeOver(tx, { organisationId, userId, today })
  await checkFree(tx, { organisationId, userId, ...given })
  const { id } = await tx
    .insertInto('approval_delegates')
    .values({
      organisation_id: organisationId,
      user_id: userId,
      delegate_id: delegateId,
      first_day: firstDay,
      last_day: lastDay,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const row = { id, organisationId, userId, delegateId, firstDay, lastDay }
  const facts = { delegateId, firstDay, lastDay }
  const named = personEvent('user.approvalDelegate.named', { organisationId, userId }, facts)
  await mailOfDelegate(app, tx, { to: delegateId, by, firstDay, lastDay })
  const begun = firstDay <= today ? await beginDelegate(tx, row, now) : []
  return { id, events: [named, ...begun] }
}

function checkDays({ firstDay, lastDay }: NewDelegate, today: string): void {
  if (lastDay < firstDay) throw badInput('lastDay', 'must not be before the first day.')
  if (lastDay < today) throw badInput('lastDay', 'must not be over yet.')
  if (lastDay > addDays(firstDay, longestDays))
    throw badInput('lastDay', 'must be within a year of the first day.')
}

interface Own {
  readonly organisationId: number
  readonly userId: string
}

const removeOver = (tx: Tx, { organisationId, userId, today }: Own & { readonly today: string }) =>
  tx
    .deleteFrom('approval_delegates')
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', userId)
    .where('last_day', '<', today)
    .execute()

async function checkFree(tx: Tx, { organisationId, userId, firstDay, lastDay }: Own & NewDelegate) {
  const other = await tx
    .selectFrom('approval_delegates')
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', userId)
    .where('first_day', '<=', lastDay)
    .where('last_day', '>=', firstDay)
    .select(['first_day', 'last_day'])
    .executeTakeFirst()
  if (!other) return
  throw conflict(
    `There is a delegate for approvals from ${other.first_day} to ${other.last_day} already. Withdraw that one first, or choose other days.`,
  )
}

/** Withdraws a delegate: for who named it, and for the delegate. Not_found for anybody else. */
export function withdrawApprovalDelegate(app: App, actor: Actor, id: number): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const found = await getApprovalDelegate(tx, actor, id)
    const ended = await endApprovalDelegate(tx, found)
    const to = found.userId === actor.userId ? found.delegateId : found.userId
    await mailOfDelegate(app, tx, { to, by: actor.name, ended: true, ...daysOf(found) })
    return { result: undefined, events: [ended, ...(await leaveAsDelegates(tx, found.organisationId, now))] }
  })
}

const daysOf = ({ firstDay, lastDay }: { readonly firstDay: string; readonly lastDay: string }) => ({
  firstDay,
  lastDay,
})
