// What overviews of matters and contracts have in common: people, latest status message, files, messages, favourite.
import { kinds, type RecordKindName, type RecordType } from '../records/kinds.ts'
import { sql } from 'kysely'
import type { KnownNoticePeriod } from '../contracts/key-dates/notice-period.ts'
import { filesVisibleTo } from '../files/access.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { MaySee } from '../platform/granted.ts'
import type { SubjectKind } from '../platform/subject.ts'
import type { ListedRow } from '../platform/lists/list-rows.ts'
import { mayDelete } from '../records/commands/delete-record.ts'
import type { PossibleMove } from '../records/possible-move.ts'
import { listMemberRows } from '../records/member-listing.ts'
import { findLegalHold } from '../records/legal-hold.ts'
import { openedFields } from '../records/rights/access.ts'
import { may } from '../records/rights/involvement.ts'
import { type RecordRight, recordRights, rightOf } from '../records/rights/rights-table.ts'
import type { Involved } from '../records/run-for-caller.ts'
import type { RecordBase, RecordKind, RecordTables } from '../records/record-kind.ts'
import { subjectColumn } from '../files/file.ts'
import type { Form, FormField } from '../fields/form.ts'
import { isForward } from '../fields/forms-of-records.ts'
import type { RecordFields } from '../fields/record-fields.ts'
import { lackingIn } from '../fields/values/check.ts'

/** A day that comes on a record: a key date, the end of the contract, a task. */
export interface NextDate {
  readonly kind: 'KeyDate' | 'Expiry' | 'Task'
  readonly id: number | null
  readonly name: string
  /** A day, or a local time of the organisation. */
  readonly date: string
}

/** Another record that belongs to this one. */
export interface RelatedRecord {
  readonly kind: RecordType
  readonly id: number
  readonly displayId: string | null
  readonly name: string
  readonly state: string
  /** What its organisation calls the state. */
  readonly stateName: string
}

/** What people on the record may do, by the caller's rights of this moment. */
interface RecordActs {
  readonly change: boolean
  readonly contribute: boolean
  readonly assign: boolean
  readonly restrict: boolean
  readonly delete: boolean
  /** Properties and acts by the names of the table of rights. */
  readonly rights: readonly RecordRight[]
  /** Custom fields that they may change although they may not change all. */
  readonly fieldIds: readonly number[]
}

export interface RecordOverview {
  readonly can: RecordActs
  readonly moves: readonly PossibleMove<string>[]
  readonly people: readonly ListedRow[]
  readonly forms: { readonly detail: Form; readonly core: Form }
  /** What was filled in when it was made and is on neither form. */
  readonly asked: readonly FormField[]
  /** By the state of a move: the ids of the fields that are to be filled in first. */
  readonly needs: ReadonlyMap<string, readonly number[]>
  readonly parent: RelatedRecord | null
  readonly related: readonly RelatedRecord[]
  readonly counts: Readonly<Record<string, number>>
  readonly latestStatus: LatestStatus | null
  readonly nextDates: readonly NextDate[]
  readonly favourite: boolean
  /** The legal hold that it is under, if any. */
  readonly hold: { readonly reason: string; readonly at: Date } | null
  /** Of a matter. */
  readonly tags?: readonly { readonly id: number; readonly description: string }[]
  /** Of a matter. */
  readonly urgent?: boolean
  /** Of a contract; null while it has none. */
  readonly noticePeriod?: KnownNoticePeriod | null
  /** The id of the request that it came of. */
  readonly request?: number | null
}

/** Which fields each of the moves needs first. */
export const needsOf = (
  { kind }: Pick<RecordTables, 'kind'>,
  { from, moves }: { readonly from: string; readonly moves: readonly PossibleMove<string>[] },
  { detail, core, values }: Pick<RecordFields, 'detail' | 'core' | 'values'>,
): ReadonlyMap<string, readonly number[]> =>
  new Map(
    moves
      .filter(({ to }) => isForward(kind, from, to))
      .map(({ to }): [string, readonly number[]] => {
        const lacking = lackingIn({ kind, state: to }, { forms: [detail, core], values })
        return [to, lacking.map(({ field }) => field.id)]
      }),
  )

export interface LatestStatus {
  readonly message: string
  readonly at: Date
  readonly userId: string
  readonly userName: string
}

const memberColumns = [
  'roles',
  'userId',
  'userEmail',
  'userFirstName',
  'userLastName',
  'userOrganisationId',
] as const

/** How many of each the overview shows at most. */
export const most = { people: 200, related: 50, dates: 10, tags: 100 } as const

/** The parts that every kind has, of a record that the caller sees. */
export async function commonParts<DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  app: App,
  actor: Actor,
  { record, involvement }: Involved<RecordBase & MaySee & { readonly createdBy: string }>,
) {
  const [people, files, messages, latestStatus, favourite, hold] = await Promise.all([
    listMemberRows(kind, app, actor, {
      recordId: record.id,
      query: { filter: null, sort: [], skip: 0, take: most.people },
      columns: memberColumns,
      count: false,
    }),
    countFiles(kind.kind, app, actor, record),
    countMessages(kind.kind, app, record),
    findLatestStatus(kind, app, record),
    isFavourite(kind.type, app, actor, record),
    findLegalHold(kind, app.db, record),
  ])
  const under = hold ? { reason: hold.reason, at: hold.at } : null
  const can = {
    // people of a firm to whom single properties are opened change those
    change: involvement.isOwn && may(involvement, 'name'),
    contribute: may(involvement, 'contribute'),
    assign: may(involvement, 'ownerId'),
    restrict: may(involvement, 'restricted'),
    delete: may(involvement, 'delete') && mayDelete(actor, record),
    rights: recordRights.filter((name) => isOfSeen(kind.kind, name) && may(involvement, name)),
    fieldIds: openedFields(involvement),
  }
  return { can, people: people.rows, files, messages, latestStatus, favourite, hold: under }
}

/**
 * Whether it is a right on a record of the kind that people see: not on what is in the bin, or that nobody can open.
 */
function isOfSeen(kind: SubjectKind, name: RecordRight): boolean {
  const right = rightOf(name)
  return right.kinds.includes(kind) && right.while === undefined
}

async function countFiles(
  kind: RecordKindName,
  app: App,
  actor: Actor,
  { organisationId, id }: RecordBase,
): Promise<number> {
  const { count } = await filesVisibleTo(app, app.db, actor)
    .where('files.organisation_id', '=', organisationId)
    .where(`files.${subjectColumn({ kind })}`, '=', id)
    .where('files.kind', '=', 'File')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

async function countMessages(
  kind: RecordKindName,
  { db }: App,
  { organisationId, id }: RecordBase,
): Promise<number> {
  const { messages, recordId } = kinds[kind]
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(messages)}
    where organisation_id = ${organisationId} and ${sql.ref(recordId)} = ${id}`.execute(db)
  return rows[0]?.count ?? 0
}

async function findLatestStatus(
  {
    statusMessages,
    members,
  }: { readonly statusMessages: string; readonly members: { readonly recordId: string } },
  { db }: App,
  { organisationId, id }: RecordBase,
): Promise<LatestStatus | null> {
  const { rows } = await sql<LatestStatus>`select s.message, s.created_at as at, s.user_id as "userId",
      u.first_name || ' ' || u.last_name as "userName"
    from ${sql.table(statusMessages)} s join users u on u.id = s.user_id
    where s.organisation_id = ${organisationId} and ${sql.ref(`s.${members.recordId}`)} = ${id}
    order by s.id desc limit 1`.execute(db)
  return rows[0] ?? null
}

async function isFavourite(
  kind: string,
  { db }: App,
  { userId }: Actor,
  { organisationId, id }: RecordBase,
): Promise<boolean> {
  const found = await db
    .selectFrom('favourites')
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('record_id', '=', id)
    .select('record_id')
    .executeTakeFirst()
  return found !== undefined
}
