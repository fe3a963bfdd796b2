// What a person holds: what somebody else must look after when they leave, or are away.
//
// holding   one thing that has the person's name: a record that they own or manage, an open task, an approval that
// waits for them, a key date, a saved view, a clause of the library
import { type RawBuilder, sql } from 'kysely'
import { recordKinds } from '../kinds/record-kinds.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { notFound } from '../platform/errors.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { kindNames, kinds, type RecordType } from '../records/kinds.ts'
import { soleApprover, soleOnRecord } from './sole-holding.ts'

const recordRoles = ['Owner', 'Manager'] as const
type RecordRole = (typeof recordRoles)[number]
type RecordHolding = `${RecordType}${RecordRole}`

/** What the person is to a kind of records; not every kind has managers. */
export const recordHoldings = kindNames.flatMap((kind) =>
  recordRoles
    .filter((role) => role === 'Owner' || recordKinds[kind].access.responsible.manager !== undefined)
    .map((role) => ({ name: `${kinds[kind].type}${role}` as const, kind, role })),
)

/** The kinds of holdings, in the order in which they are handed over: who owns a contract does not approve it. */
export const holdingKinds: readonly HoldingKind[] = [
  ...recordHoldings.map(({ name }) => name),
  'Task',
  'Approval',
  'KeyDate',
  'View',
  'Clause',
]
export type HoldingKind = RecordHolding | 'Task' | 'Approval' | 'KeyDate' | 'View' | 'Clause'

export interface Holding {
  readonly kind: HoldingKind
  readonly id: number
  /** Null where the reader may not see it. */
  readonly name: string | null
  /** What it is on. */
  readonly record: { readonly type: RecordType; readonly id: number } | null
  /** Whether no other active colleague is responsible for it: without the person nobody looks after it. */
  readonly isSole: boolean
}

/** The most of each kind that one call shows and hands over. */
export const mostOfKind = 1_000

export interface Person {
  readonly userId: string
  readonly organisationId: number
}

/** Throws not_found for somebody who is not of the actor's organisation. */
export async function getColleague(db: Reader, actor: Actor, userId: string): Promise<Person> {
  const row = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .where('organisation_id', '=', actor.organisationId)
    .select('id')
    .executeTakeFirst()
  if (!row) throw notFound()
  return { userId, organisationId: actor.organisationId }
}

/** What the person holds, for an administrator; and whether that is all. */
export async function listHoldings(
  app: App,
  actor: Actor,
  userId: string,
): Promise<{ readonly items: readonly Holding[]; readonly complete: boolean }> {
  const person = await getColleague(app.db, actor, userId)
  const found = await Promise.all(
    holdingKinds.map((kind) => findHoldings(app, app.db, { actor, person, kind })),
  )
  return {
    items: found.flatMap((some) => some.slice(0, mostOfKind)),
    complete: found.every((some) => some.length <= mostOfKind),
  }
}

interface Finding {
  /** Who reads the names; nobody does if absent. */
  readonly actor?: Actor
  readonly person: Person
  readonly kind: HoldingKind
}

interface Row {
  readonly id: number
  readonly name: string | null
  readonly recordId: number | null
  readonly isSole: boolean
}

/** The holdings of one kind, one more than are shown. */
export async function findHoldings(
  app: App,
  db: Reader,
  { actor, person, kind }: Finding,
): Promise<readonly Holding[]> {
  const { rows } = await sql<Row>`${queryOf(app, db, { ...(actor ? { actor } : {}), person, kind })}
    order by id limit ${mostOfKind + 1}`.execute(db)
  const on = recordHoldings.find(({ name }) => name === kind)?.kind ?? attachedTo.get(kind)
  return rows.map(({ id, name, recordId, isSole }) => ({
    kind,
    id,
    name,
    isSole,
    record: on && recordId !== null ? { type: kinds[on].type, id: recordId } : null,
  }))
}

const attachedTo: ReadonlyMap<HoldingKind, keyof typeof kinds> = new Map([
  ['Task', kinds.matter.one],
  ['Approval', kinds.contract.one],
  ['KeyDate', kinds.contract.one],
])

/**
 * SQL of the holdings: also what the caller does not see. Its name is shown under the access rule.
 */
function queryOf(app: App, db: Reader, { actor, person, kind }: Finding): RawBuilder<unknown> {
  const { userId, organisationId } = person
  const nameOn = (of: keyof typeof kinds, name: string) =>
    actor
      ? sql`case when ${app.subjects[of].isToSee(db, actor, { organisationId: 'r.organisation_id', id: 'r.id' })}
          then ${sql.ref(name)} end`
      : sql`null::text`
  const record = recordHoldings.find(({ name }) => name === kind)
  if (record) {
    const { table, access } = recordKinds[record.kind]
    const { owner, manager } = access.responsible
    const column = (record.role === 'Owner' ? owner : manager)?.column ?? owner.column
    return sql`select r.id, ${nameOn(record.kind, 'r.name')} as name, r.id as "recordId",
        ${soleOnRecord(record.kind, person)} as "isSole" from ${sql.table(table)} r
      where r.organisation_id = ${organisationId} and ${sql.ref(`r.${column}`)} = ${userId} and r.deleted_at is null`
  }
  if (kind === 'View')
    return sql`select v.id, v.name, null::bigint as "recordId", v.shared_with <> 'Me' as "isSole" from saved_views v
      where v.organisation_id = ${organisationId} and v.owner_id = ${userId}`
  if (kind === 'Clause')
    return sql`select c.id, c.title as name, null::bigint as "recordId", true as "isSole" from clauses c
      where c.organisation_id = ${organisationId} and c.owner_id = ${userId}`
  const { matter, contract } = kinds
  if (kind === 'Task')
    // not through access.ts: also what the caller does not see
    return sql`select t.id, ${nameOn(matter.one, 't.name')} as name, r.id as "recordId",
        ${soleOnRecord(matter.one, person)} as "isSole" from tasks t
      join matters r on r.organisation_id = t.organisation_id and r.id = t.matter_id and r.deleted_at is null
      where t.organisation_id = ${organisationId} and t.assigned_to = ${userId}
        and t.status not in ('Complete', 'NotRequired')`
  if (kind === 'Approval')
    // not through access.ts: also what the caller does not see
    return sql`select a.id, ${nameOn(contract.one, 'r.name')} as name, r.id as "recordId", w.sole as "isSole"
      from contracts r
      join contract_approvals a on a.organisation_id = r.organisation_id and a.contract_id = r.id and a.state = 'Waiting'
      cross join lateral (select bool_or(${soleApprover(person, app.clock.now())}) as sole from contract_approvers p
        where p.organisation_id = ${organisationId} and p.approval_id = a.id and p.user_id = ${userId}
          and p.decision is null and p.asked_at is not null having count(*) > 0) w
      where r.organisation_id = ${organisationId} and r.deleted_at is null`
  // not through access.ts: also what the caller does not see
  return sql`select k.id, ${nameOn(contract.one, 'k.name')} as name, r.id as "recordId",
      ${soleOnRecord(contract.one, person)} as "isSole" from contracts r
    join contract_key_dates k on k.organisation_id = r.organisation_id and k.contract_id = r.id
    where r.organisation_id = ${organisationId} and r.deleted_at is null and k.organisation_id = ${organisationId}
      and k.owner_id = ${userId} and not k.done`
}
