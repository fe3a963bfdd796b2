// Who may see one record, and why: the access rule, asked about everybody whom it can concern.
import { sql } from 'kysely'
import { type Actor, administers } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { forbidden } from '../platform/errors.ts'
import type { Reader } from '../platform/postgres/database.ts'
import type { Principal } from '../platform/subject.ts'
import { type AuthorizationSnapshot, findSnapshots } from '../identity/users/authorization-snapshot.ts'
import { getInvolved } from './access.ts'
import { isClosed, waysTo } from './access-rule.ts'
import type { RecordBase, RecordKind, RecordTables } from './record-kind.ts'
import { may } from './rights/involvement.ts'
import { readRows, type VisibilityRow } from './visibility.ts'

/** Why somebody sees a record; of a law firm, only as one of the people on it. */
export const viewingReasons = [
  'Owner',
  'Manager',
  'OwnerDelegate',
  'ManagerDelegate',
  'Member',
  'LawFirm',
  'Administrator',
  'Team',
  'Intake',
] as const
export type ViewingReason = (typeof viewingReasons)[number]

export interface Viewer {
  readonly userId: string
  readonly name: string
  readonly organisationId: number
  readonly reasons: readonly ViewingReason[]
}

export interface Viewers {
  readonly restricted: boolean
  readonly viewers: readonly Viewer[]
  /** Who would see it if it were not restricted. */
  readonly keptOut: readonly Viewer[]
  /** Whether these are all. */
  readonly complete: boolean
}

/** How many people are looked at. */
const mostPeople = 2_000

/**
 * The active people who may see the record, by name. For those who may change the people on it, and for administrators
 * of the organisation who see it; not_found for those who do not see it.
 */
export async function listViewers<DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  { db }: App,
  actor: Actor,
  id: number,
): Promise<Viewers> {
  const { record, involvement } = await getInvolved(kind, db, actor, id)
  const { organisationId } = record
  const isTheirs = administers(actor) && actor.organisationId === organisationId
  if (!isTheirs && !may(involvement, 'members'))
    throw forbidden('Only those who may change the people on it, and administrators, may do this.')
  const ids = await findConcerned(kind, db, { organisationId, id })
  const people = await findSnapshots(db, ids.slice(0, mostPeople))
  const [row] = await readRows(
    kind,
    db,
    [{ organisationId, id }],
    people.map(({ userId }) => userId),
  )
  const viewersOf = (shown: VisibilityRow): readonly Viewer[] =>
    people
      .map((person) => viewerOf(person, reasonsFor(kind, person, shown)))
      .filter(({ reasons }) => reasons.length > 0)
      .toSorted((one, other) => (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1))
  const viewers = row ? viewersOf(row) : []
  const known = new Set(viewers.map(({ userId }) => userId))
  const opened = row?.restricted ? viewersOf({ ...row, restricted: false }) : []
  return {
    restricted: row?.restricted ?? false,
    viewers,
    keptOut: opened.filter(({ userId }) => !known.has(userId)),
    complete: ids.length <= mostPeople,
  }
}

const viewerOf = (
  { userId, name, organisationId }: AuthorizationSnapshot,
  reasons: readonly ViewingReason[],
): Viewer => ({ userId, name, organisationId, reasons })

const reasonOfWay: ReadonlyMap<string, ViewingReason> = new Map([
  ['everything', 'Administrator'],
  ['team_id', 'Team'],
  ['in_intake', 'Intake'],
])

function reasonsFor(
  { access }: RecordTables,
  person: Principal,
  row: VisibilityRow,
): readonly ViewingReason[] {
  const { userId, organisationId, organisationIds } = person
  if (isClosed(access, person) || !organisationIds.includes(row.organisation_id)) return []
  const { owner, manager } = access.responsible
  const onIt: Partial<Record<ViewingReason, boolean>> = row.members.includes(userId)
    ? {
        Owner: row[owner.column] === userId,
        Manager: manager !== undefined && row[manager.column] === userId,
        OwnerDelegate: row.ownersDelegates.includes(userId),
        ManagerDelegate: row.managersDelegates.includes(userId),
        Member: true,
        LawFirm: organisationId !== row.organisation_id,
      }
    : {}
  const ways = new Set(waysTo(access, person, row).map((way) => reasonOfWay.get(way)))
  const all = viewingReasons.filter((reason) => onIt[reason] === true || ways.has(reason))
  // who is more than a member is one as well
  return all.some((reason) => reason !== 'Member' && onIt[reason] === true)
    ? all.filter((reason) => reason !== 'Member')
    : all
}

/** Everybody whom the rule can concern, and maybe others, one more than the most: what they see the rule says. */
async function findConcerned(
  { table, members, access }: RecordTables,
  db: Reader,
  { organisationId, id }: RecordBase,
): Promise<readonly string[]> {
  const intake = access.intake ? sql`or ${access.intake} = any(u.permissions)` : sql``
  // not through access.ts: about people, for somebody who sees the record
  const { rows } = await sql<{ readonly id: string }>`select c.id from (
      select m.user_id as id from ${sql.table(members.table)} m
      where m.organisation_id = ${organisationId} and ${sql.ref(`m.${members.recordId}`)} = ${id}
      union select u.id from users u where u.organisation_id = ${organisationId} and u.status = 'Active'
        and (${access.administrators} = any(u.groups) ${intake})
      union select t.user_id from team_members t
        join ${sql.table(table)} r on r.organisation_id = t.organisation_id and r.team_id = t.team_id
        where t.organisation_id = ${organisationId} and r.organisation_id = ${organisationId} and r.id = ${id}) c
    order by c.id limit ${mostPeople + 1}`.execute(db)
  return rows.map((row) => row.id)
}
