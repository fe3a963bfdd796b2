// Who decides on approvals for whom while they are away. A delegate is named for some days, in the calendar of the
// organisation; it ends with the last of them, when either person withdraws it, and when either is disabled: then the
// row is gone for good.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { notFound } from '../../platform/errors.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { personEvent } from './events.ts'

/** Somebody who decides for another person from the first to the last day: `2026-05-06`. */
export interface ApprovalDelegate {
  readonly id: number
  readonly organisationId: number
  readonly userId: string
  readonly delegateId: string
  readonly firstDay: string
  readonly lastDay: string
}

interface Person {
  readonly userId: string
  readonly organisationId: number
}

/** SQL: the row of `approval_delegates` with this alias covers the day of this moment in its organisation. */
export const coversDay = (alias: string, now: Date): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${now}::timestamptz at time zone (select o.time_zone from organisations o
    where o.id = ${sql.ref(`${alias}.organisation_id`)}))::date between ${sql.ref(`${alias}.first_day`)} and ${sql.ref(`${alias}.last_day`)}`

const delegates = (db: Reader, { organisationId }: Pick<Person, 'organisationId'>) =>
  db
    .selectFrom('approval_delegates as d')
    .where('d.organisation_id', '=', organisationId)
    .select([
      'd.id',
      'd.organisation_id as organisationId',
      'd.user_id as userId',
      'd.delegate_id as delegateId',
      'd.first_day as firstDay',
      'd.last_day as lastDay',
    ])

/** The person's delegates and those whom they stand in for, of the day and later, the earliest first. */
export const listApprovalDelegates = (
  db: Reader,
  person: Person,
  day: string,
): Promise<readonly ApprovalDelegate[]> =>
  delegates(db, person)
    .where((eb) => eb.or([eb('d.user_id', '=', person.userId), eb('d.delegate_id', '=', person.userId)]))
    .where('d.last_day', '>=', day)
    .orderBy('d.first_day')
    .orderBy('d.id')
    .execute()

/** One of these; not_found for any other. */
export async function getApprovalDelegate(db: Reader, person: Person, id: number): Promise<ApprovalDelegate> {
  const found = await delegates(db, person)
    .where('d.id', '=', id)
    .where((eb) => eb.or([eb('d.user_id', '=', person.userId), eb('d.delegate_id', '=', person.userId)]))
    .executeTakeFirst()
  if (!found) throw notFound()
  return found
}

/** Who stands in for each of the people at the moment, by the person they stand in for. */
export async function delegatesOf(
  db: Reader,
  organisationId: number,
  { userIds, now }: { readonly userIds: readonly string[]; readonly now: Date },
): Promise<ReadonlyMap<string, string>> {
  if (userIds.length === 0) return new Map()
  const found = await delegates(db, { organisationId })
    .where(sql<SqlBool>`d.user_id = any(${[...userIds]}::uuid[])`)
    .where(coversDay('d', now))
    .execute()
  return new Map(found.map(({ userId, delegateId }) => [userId, delegateId]))
}

/** Of those who have a delegate, as `delegatesOf` answers it, the ones whose delegate the person is. */
export const standsInFor = (delegatesNow: ReadonlyMap<string, string>, userId: string): readonly string[] =>
  [...delegatesNow].flatMap(([person, delegate]) => (delegate === userId ? [person] : []))

/** Ends it; the event is history. */
export async function endApprovalDelegate(
  tx: Tx,
  { organisationId, id, userId, delegateId }: ApprovalDelegate,
): Promise<DomainEvent> {
  await tx
    .deleteFrom('approval_delegates')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
  return personEvent('user.approvalDelegate.ended', { organisationId, userId }, { delegateId })
}

/** Ends those that the person has named this delegate until this day; answers what happened. */
export async function endDelegateUntil(
  tx: Tx,
  { organisationId, userId, delegateId, lastDay }: Omit<ApprovalDelegate, 'id' | 'firstDay'>,
): Promise<readonly DomainEvent[]> {
  const ended = await tx
    .deleteFrom('approval_delegates')
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', userId)
    .where('delegate_id', '=', delegateId)
    .where('last_day', '=', lastDay)
    .returning('id')
    .execute()
  return ended.map(() =>
    personEvent('user.approvalDelegate.ended', { organisationId, userId }, { delegateId }),
  )
}

/** Ends all that the person has named and is, because they were disabled; answers what happened. */
export async function endApprovalDelegatesOf(
  tx: Tx,
  { userId, organisationId }: Person,
): Promise<readonly DomainEvent[]> {
  const ended = await tx
    .deleteFrom('approval_delegates')
    .where('organisation_id', '=', organisationId)
    .where((eb) => eb.or([eb('user_id', '=', userId), eb('delegate_id', '=', userId)]))
    .returning(['user_id', 'delegate_id'])
    .execute()
  return ended.map((row) =>
    personEvent(
      'user.approvalDelegate.ended',
      { organisationId, userId: row.user_id },
      { delegateId: row.delegate_id, because: 'a person was disabled' },
    ),
  )
}
