// Who may see records and do something with them, for every kind: the only file that selects from tables of records and
// of their members for a caller. What it returns carries the marks that commands require. The rules are in
// access-rule.ts and rights/.
import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import { notFound } from '../platform/errors.ts'
import type { MayChange, MayContribute, MaySee } from '../platform/granted.ts'
import type { Reader, Tx } from '../platform/postgres/database.ts'
import {
  prepared,
  type Selected,
  selectedAs,
  valuesIn,
  type ValuesOf,
} from '../platform/postgres/prepared.ts'
import { isOneOf } from '../platform/postgres/statement.ts'
import type { Principal } from '../platform/subject.ts'
import { isClosed, isSharedSql, isThereSql, sharedRangesSql } from './access-rule.ts'
import { isMember, isMine } from './membership-sql.ts'
import type { RecordBase, RecordKind, RecordTables } from './record-kind.ts'
import { permitted } from './rights/access.ts'
import { involvementColumns, involvementIn, type Known } from './rights/involvement.ts'
import type { RecordRight } from './rights/rights-table.ts'
import { type Involved, type Related, type Row, runForCaller } from './run-for-caller.ts'

/** Rows of a kind's table, to be narrowed and selected from. */
export type RecordRows<DB, TB extends keyof DB> = SelectQueryBuilder<DB, TB, object>

/** The records that the actor may see, of all or of some rows. Every list and every look-up starts here. */
export const visibleTo = <DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  db: Reader,
  actor: Principal,
  of?: RawBuilder<unknown>,
): RecordRows<DB, TB> =>
  rowsOfTheirs(kind, db, actor, of).where(
    sql<SqlBool>`(${isSharedSql(kind.access, actor, kind.table)} or ${isMember(kind, actor, { oneByOne: true })})`,
  )

/**
 * Those of the latest records of the actor's organisation that they may see: of all there are, so many are looked at.
 */
export const visibleAmongLatest = <DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  db: Reader,
  actor: Principal,
  most: number,
): RecordRows<DB, TB> => {
  const latest = sql`(select * from ${sql.table(kind.table)} as latest where latest.organisation_id = ${actor.organisationId}
    order by latest.last_activity_at desc, latest.id desc limit ${sql.lit(most)})`
  return visibleTo(kind, db, actor, latest)
}

/** The records that the actor is a member of: they see all of these, whatever the rule says. */
export const memberRecords = <DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  db: Reader,
  actor: Principal,
): RecordRows<DB, TB> => rowsOfTheirs(kind, db, actor).where(isMember(kind, actor))

/**
 * The records that the actor sees as a member and for no other reason: with `sharedRecords` all they see, each once.
 */
export const memberOnlyRecords = <DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  db: Reader,
  actor: Principal,
): RecordRows<DB, TB> =>
  memberRecords(kind, db, actor).where(
    sql<SqlBool>`(${isSharedSql(kind.access, actor, kind.table)}) is not true`,
  )

/** The records that the actor sees through their organisation, whether they are a member or not. */
export const sharedRecords = <DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  db: Reader,
  actor: Principal,
): RecordRows<DB, TB> =>
  rowsOfOrganisation(kind, db, actor).where(isSharedSql(kind.access, actor, kind.table))

/** The same in ranges, each of which an index walks in order; a record may be in several. */
export const sharedRanges = <DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  db: Reader,
  actor: Principal,
): readonly RecordRows<DB, TB>[] =>
  sharedRangesSql(kind.access, actor, kind.table).map((range) => rowsOf(kind, db).where(range))

/** Those of the actor's organisation that they do not see: for figures without contents. */
export const hiddenFrom = <DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  db: Reader,
  actor: Principal,
): RecordRows<DB, TB> =>
  rowsOfOrganisation(kind, db, actor).where(
    sql<SqlBool>`(${isSharedSql(kind.access, actor, kind.table)} or ${isMember(kind, actor)}) is not true`,
  )

/** The restricted records of an administrator's organisation, joined with their membership of each as `mine`. */
export const restrictedRecords = <DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  db: Reader,
  actor: Principal,
): RecordRows<DB, TB> => {
  const joined = looselyTyped(db)
    .selectFrom(kind.table as 'record')
    .leftJoin(`${kind.members.table} as mine` as 'member as mine', (join) => join.on(isMine(kind, actor)))
  return (joined as unknown as RecordRows<DB, TB>).where(
    sql<SqlBool>`${columnOf(kind, 'organisation_id')} = ${actor.organisationId} and ${columnOf(kind, 'restricted')}
      and ${isThereSql(kind.table)}`,
  )
}

/** The record with other columns of its row, read in one statement: for what is requested often. */
export async function getWith<
  DB,
  TB extends keyof DB & string,
  R extends RecordBase,
  Columns extends Selected,
>(
  kind: RecordKind<DB, TB, R>,
  { db, actor }: Reading,
  id: number,
  columns: Columns,
): Promise<{ readonly record: R & MaySee; readonly related: ValuesOf<Columns> }> {
  const row = await visibleTo(kind, db, actor)
    .where(hasId(kind, id))
    .select(columnsOf(kind))
    .select(selectedAs(columns))
    .withPlugin(prepared)
    .executeTakeFirst()
  if (!row) throw notFound()
  return { record: kind.recordOf(row as Row) as R & MaySee, related: valuesIn(row, columns) }
}

/** The record, when the actor may see it; not_found otherwise, as for one that does not exist. */
export async function getToSee<DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  db: Reader,
  actor: Principal,
  id: number,
): Promise<R & MaySee> {
  return (await find(kind, { db, actor }, { id })).record
}

/** The record with what the actor is to it; not_found where they do not see it. */
export const getInvolved = <DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  db: Reader,
  actor: Principal,
  id: number,
): Promise<Involved<R & MaySee>> => find(kind, { db, actor }, { id })

/** The record, when the actor may add files and messages to it. */
export const getToContribute = <DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  db: Reader,
  actor: Principal,
  id: number,
): Promise<R & MayContribute> => getFor(kind, { db, actor }, id, 'contribute')

/** The record, when the actor has the right; not_found where they do not see it, forbidden where they only see it. */
export async function getFor<DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  reading: Reading,
  id: number,
  right: RecordRight,
): Promise<R & MayChange> {
  const { record, involvement } = await find(kind, reading, { id })
  return permitted(record, involvement, right)
}

// weaker than for update: what only refers to it need not wait
const heldRow = ({ table }: RecordTables) => sql`for no key update of ${sql.table(table)}`

interface Changing {
  readonly tx: Tx
  readonly actor: Principal
  readonly now: Date
}

/**
 * Locks the record until the transaction ends, so that changes made at the same time follow one another, and reads it
 * with related columns, in one round trip; not_found or forbidden as in `getFor`.
 */
export async function lockFor<DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  changing: Changing & { readonly right: RecordRight },
  id: number,
  related: Related = noRelated,
): Promise<Involved<R & MayChange>> {
  const { record, ...found } = await lockToSee(kind, changing, id, related)
  return { ...found, record: permitted(record, found.involvement, changing.right) }
}

const noRelated: Related = { name: '', columns: () => ({}) }

/** The same of a record that the actor sees, whatever they may do with it: what they do is checked when it is known. */
export async function lockToSee<DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  { tx, actor, now }: Changing,
  id: number,
  related: Related = noRelated,
): Promise<Involved<R & MaySee>> {
  const [, found] = await Promise.all([
    // on its own: what waits for a lock sees the other tables as they were before
    runForCaller(`lock ${kind.kind}`, { db: tx, actor }, { id, now }, (db, caller, wanted) =>
      visibleTo(kind, db, caller)
        .where(hasId(kind, wanted.id))
        .select(columnOf(kind, 'id').as('id'))
        .modifyEnd(heldRow(kind)),
    ),
    find(kind, { db: tx, actor }, { id, now }, related),
  ])
  return found
}

interface Reading {
  readonly db: Reader
  readonly actor: Principal
}

/** For a change, the row is held, and related columns are read. */
async function find<DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  reading: Reading,
  wanted: { readonly id: number; readonly now?: Date },
  related?: Related,
): Promise<Involved<R & MaySee>> {
  const purpose = `find ${kind.kind} ${related ? `to change ${related.name}` : ''}`
  const [row] = await runForCaller(purpose, reading, wanted, (db, caller, { id, now }) => {
    const rows = visibleTo(kind, db, caller)
      .where(hasId(kind, id))
      .select(columnsOf(kind))
      .select(selectedAs(involvementColumns(kind, caller)))
    return related ? rows.select(selectedAs(related.columns(caller, now))).modifyEnd(heldRow(kind)) : rows
  })
  if (!row) throw notFound()
  return {
    record: kind.recordOf(row) as R & MaySee,
    involvement: involvementIn(kind, reading.actor, row as unknown as Known),
    related: row,
  }
}

/** A record that its maker takes back, held: the caller checks that nobody has touched it. Undefined for none. */
export async function holdMade(
  { table }: RecordTables,
  tx: Tx,
  { organisationId, id }: RecordBase,
): Promise<(RecordBase & MayChange) | undefined> {
  const { rows } = await sql<RecordBase & MayChange>`select organisation_id as "organisationId", id
    from ${sql.table(table)} where organisation_id = ${organisationId} and id = ${id} and ${isThereSql(table)}
    for update`.execute(tx)
  return rows[0]
}

const columnsOf = ({ table, columns }: Pick<RecordKind<unknown, string, RecordBase>, 'table' | 'columns'>) =>
  columns.map((name) => sql.ref(name).as(name.slice(table.length + 1)))

const columnOf = ({ table }: RecordTables, name: string) => sql.ref(`${table}.${name}`)

/** SQL: the record is the one with this id. */
export const hasId = (kind: RecordTables, id: number) => sql<SqlBool>`${columnOf(kind, 'id')} = ${id}`

// The kind names the tables at run time, which the types of a query cannot follow: they come from the kind's own type.
const looselyTyped = (db: Reader) => db as unknown as Kysely<{ record: Row; member: Row }>

const rowsOf = <DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  db: Reader,
  of?: RawBuilder<unknown>,
) => {
  const rows = looselyTyped(db).selectFrom((of?.as(kind.table) ?? kind.table) as 'record')
  return (rows as unknown as RecordRows<DB, TB>).where(isThereSql(kind.table))
}

const rowsOfTheirs = <DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  db: Reader,
  person: Principal,
  of?: RawBuilder<unknown>,
) =>
  openRowsOf(kind, db, person, of).where(isOneOf(columnOf(kind, 'organisation_id'), person.organisationIds))

const rowsOfOrganisation = <DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  db: Reader,
  person: Principal,
) => openRowsOf(kind, db, person).where(isOneOf(columnOf(kind, 'organisation_id'), [person.organisationId]))

/** None for those whose organisation has switched the kind off. */
const openRowsOf = <DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  db: Reader,
  person: Principal,
  of?: RawBuilder<unknown>,
) => (isClosed(kind.access, person) ? rowsOf(kind, db).where(sql<SqlBool>`false`) : rowsOf(kind, db, of))
