// Erasing a person: what is about them alone goes, their profile becomes "Former member", and what they did stays with
// the records it belongs to. What was done is certified in the history. docs/decisions/0072-erasing-people.md
import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { change, type SystemActor } from '../../../platform/events/change.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import type { Reader, Tx } from '../../../platform/postgres/database.ts'
import { getAccountToChange } from '../access.ts'
import { personEvent } from '../events.ts'
import { type PlaceOfPerson, placesOfPerson } from './places-of-people.ts'
import { countCorrespondence, removeTexts, replaceTexts } from './redact-texts.ts'

type RowCounts = { readonly [table: string]: number }

/** What was done when a person was erased, as the history keeps it. */
export interface ErasureCertificate {
  readonly userId: string
  readonly erasedAt: Date
  /** Who did it; null for the operator. */
  readonly erasedBy: string | null
  readonly reason: string
  /** How many rows were removed, by table. */
  readonly removed: RowCounts
  /** How many rows stay and refer to a former member, by table. */
  readonly kept: RowCounts
}

/** What others see of an erased person. */
export const formerMember = { firstName: 'Former', lastName: 'member' } as const

/**
 * Erases a disabled person for good, for administrators of their organisation and for the operator, and returns the
 * certificate. Throws conflict for somebody who is not disabled, because others must take over their work first, and
 * for somebody who was erased already.
 */
export function erasePerson(
  app: App,
  actor: Actor | SystemActor,
  { userId, reason }: { readonly userId: string; readonly reason: string },
): Promise<ErasureCertificate> {
  return change(app, actor, async (tx, now) => {
    const account = await getAccountToChange(tx, actor, userId)
    if (account.status !== 'Disabled') {
      throw conflict(`${account.email} has to be disabled first, so that others take over their work.`)
    }
    const organisationIds = await organisationsOf(tx, userId)
    const erased = { ...(await namesOf(tx, userId)), userId, organisationIds, instead: insteadOf(userId) }
    const removed = await removeOwnRows(tx, [userId], organisationIds)
    addCounts(removed, await removeTexts(tx, erased))
    const kept = await countKept(tx, userId, organisationIds)
    addCounts(kept, await countCorrespondence(tx, erased))
    await redactHistory(tx, account)
    await replaceTexts(tx, erased)
    await overwriteProfile(tx, userId, now)
    const facts = { reason, removed: Object.fromEntries(removed), kept: Object.fromEntries(kept) }
    return {
      result: { userId, erasedAt: now, erasedBy: actor.userId, ...facts },
      events: [personEvent('user.erased', account, facts)],
    }
  })
}

/** The certificate of an erased person, for administrators of their organisation; not_found if they were not erased. */
export async function getErasure(db: Reader, actor: Actor, userId: string): Promise<ErasureCertificate> {
  const row = await db
    .selectFrom('events')
    .where('organisation_id', '=', actor.organisationId)
    .where('name', '=', 'user.erased')
    .where(sql`facts ->> 'userId'`, '=', userId)
    .select(['at', 'user_id', 'facts'])
    .executeTakeFirst()
  if (!row) throw notFound()
  const facts = row.facts as unknown as Pick<ErasureCertificate, 'reason' | 'removed' | 'kept'>
  const { reason, removed, kept } = facts
  return { userId, erasedAt: row.at, erasedBy: row.user_id, reason, removed, kept }
}

const insteadOf = (userId: string) => ({
  email: `former-member-${userId}@erased.invalid`,
  name: `${formerMember.firstName} ${formerMember.lastName}`,
})

async function namesOf(tx: Tx, userId: string): Promise<{ readonly email: string; readonly name: string }> {
  const row = await tx
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['email', 'first_name', 'last_name'])
    .executeTakeFirstOrThrow()
  return { email: row.email, name: `${row.first_name} ${row.last_name}`.trim() }
}

/** Adds what is more than nothing. */
function addCounts(counts: Map<string, number>, more: ReadonlyMap<string, number>): void {
  for (const [table, count] of more) if (count > 0) counts.set(table, (counts.get(table) ?? 0) + count)
}

async function organisationsOf(tx: Tx, userId: string): Promise<readonly number[]> {
  const { rows } = await sql<{
    id: number
  }>`select organisation_id as id from user_organisations where user_id = ${userId}
    union select organisation_id from users where id = ${userId}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The rows of a place that refer to any of the people, for `from` of a statement. */
function rowsAt(
  { table, column, installation, list, only }: PlaceOfPerson,
  userIds: readonly string[],
  ids: readonly number[],
) {
  const people = sql`${[...userIds]}::uuid[]`
  const refers = list ? sql`${sql.ref(column)} && ${people}` : sql`${sql.ref(column)} = any(${people})`
  const within = installation ? sql`` : sql` and organisation_id = any(${[...ids]}::bigint[])`
  return sql`${sql.table(table)} where ${refers}${within}${only === undefined ? sql`` : sql` and ${sql.raw(only)}`}`
}

/** Removes the rows that are about these people alone, and says how many of each table. */
export async function removeOwnRows(
  tx: Tx,
  userIds: readonly string[],
  organisationIds: readonly number[],
): Promise<Map<string, number>> {
  const removed = new Map<string, number>()
  for (const place of placesOfPerson.filter(({ fate }) => fate === 'remove')) {
    const { numAffectedRows = 0n } =
      await sql`delete from ${rowsAt(place, userIds, organisationIds)}`.execute(tx)
    if (numAffectedRows > 0n) removed.set(place.table, Number(numAffectedRows))
  }
  return removed
}

/** Removes what somebody signed in with, and what acted for them, in an organisation that is deleted. */
export async function removeSignIns(tx: Tx, userId: string): Promise<void> {
  for (const place of placesOfPerson) {
    if (place.fate === 'remove' && place.installation)
      await sql`delete from ${rowsAt(place, [userId], [])}`.execute(tx)
  }
}

async function countKept(
  tx: Tx,
  userId: string,
  organisationIds: readonly number[],
): Promise<Map<string, number>> {
  const kept = new Map<string, number>()
  for (const place of placesOfPerson.filter(({ fate }) => fate === 'keep')) {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count
      from ${rowsAt(place, [userId], organisationIds)}`.execute(tx)
    const count = rows[0]?.count ?? 0
    if (count > 0) kept.set(place.table, (kept.get(place.table) ?? 0) + count)
  }
  return kept
}

// The acts stay, with their times and ids; what they said of the person's address, name and profile goes.
async function redactHistory(
  tx: Tx,
  { organisationId, userId }: { readonly organisationId: number; readonly userId: string },
): Promise<void> {
  await sql`update events set facts = facts - array['email', 'changes', 'name', 'subject']
    where organisation_id = ${organisationId} and resource_kind = 'user' and facts ->> 'userId' = ${userId}`.execute(
    tx,
  )
}

/** Overwrites everything of the profile; what others see of it is "Former member". */
export async function overwriteProfile(tx: Tx, userId: string, now: Date): Promise<void> {
  const { email } = insteadOf(userId)
  await tx
    .updateTable('users')
    .set({
      email,
      email_key: email,
      first_name: formerMember.firstName,
      last_name: formerMember.lastName,
      password_hash: null,
      job_title: null,
      direct_phone: null,
      mobile_phone: null,
      biography: null,
      linkedin_url: null,
      hourly_rate: null,
      department_id: null,
      speciality_ids: [],
      permissions: [],
      custom_role_id: null,
      groups: [],
      erased_at: now,
      updated_at: now,
    })
    .where('id', '=', userId)
    .execute()
}
