// Records of a kind by a few letters, as somebody types them: of their name, or of what else identifies them.
import { type Expression, type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import {
  type Findable,
  findAsTyped,
  type Found,
  latest,
  type Named,
  type QuickFind,
  quickFind,
  termFrom,
} from '../../platform/lists/quick-find.ts'
import {
  prepared,
  type Selected,
  selectedAs,
  valuesIn,
  type ValuesOf,
} from '../../platform/postgres/prepared.ts'
import { memberRecords, type RecordRows, sharedRanges, visibleAmongLatest, visibleTo } from '../access.ts'
import { isAdministrator } from '../access-rule.ts'
import { hasMoreMemberships, idsMeeting, idsOfMemberships } from './narrowing-ids.ts'
import type { RecordBase, RecordKind, RecordTables } from '../record-kind.ts'
import { similarWords } from './record-words.ts'

export interface Search<Columns extends Selected> {
  readonly typed: string
  readonly take: number
  /** Whether to find restricted records that the caller is a member of. */
  readonly includeRestricted: boolean
  /** What to show of each record found. */
  readonly columns: Columns
}

/**
 * The records that the caller may see and that match what was typed, best first; without a term the latest of their
 * own.
 */
export async function quickFindRecords<
  DB,
  TB extends keyof DB & string,
  R extends RecordBase,
  Columns extends Selected,
>(
  kind: RecordKind<DB, TB, R>,
  app: Pick<App, 'db' | 'config'>,
  actor: Actor,
  search: Search<Columns>,
): Promise<readonly FoundRow<Columns>[]> {
  return (await rankRecords(kind, app, actor, search)).map(({ row }) => row)
}

type FoundRow<Columns extends Selected> = ValuesOf<Columns> & { readonly id: number }

/** The same with how well each fits, for putting records of several kinds in one order by `bestFirst`. */
export async function rankRecords<
  DB,
  TB extends keyof DB & string,
  R extends RecordBase,
  Columns extends Selected,
>(
  kind: RecordKind<DB, TB, R>,
  app: Pick<App, 'db' | 'config'>,
  actor: Actor,
  { typed, take, includeRestricted, columns }: Search<Columns>,
): Promise<readonly (Found & { readonly row: FoundRow<Columns> })[]> {
  const search = await searchOf(kind, app, actor, { typed, take, includeRestricted })
  const found = await quickFind(app.db, search)
  if (found.length === 0) return []
  const rows = await readFound(kind, app, actor, { ids: found.map(({ id }) => id), columns })
  return found.flatMap((each) => {
    const row = rows.get(each.id)
    return row === undefined ? [] : [{ ...each, row }]
  })
}

/**
 * The records that the caller may see and that have every word as it was typed, with their names, best first: what
 * `rankRecords` finds before it looks for typing errors.
 */
export const findRecordsAsTyped = async <DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  app: Pick<App, 'db' | 'config'>,
  actor: Actor,
  search: Omit<Search<Selected>, 'columns'>,
): Promise<readonly Named[]> => findAsTyped(app.db, await searchOf(kind, app, actor, search))

// of so many memberships all records are searched for words
const manyMemberships = 2_000

/** Where the records are looked for, and how: in a limited number of them, whatever somebody sees. */
async function searchOf<DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  app: Pick<App, 'db' | 'config'>,
  actor: Actor,
  { typed, take, includeRestricted }: Omit<Search<Selected>, 'columns'>,
): Promise<QuickFind> {
  const { table, access } = kind
  const { otherText, isKnown } = kind.quickFind
  const term = termFrom(typed)
  const known = isKnown(term, app)
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const [only, ...others] = actor.organisationIds
  // of a single one, what is asked of it is asked once and not for each record
  const isOne = only !== undefined && others.length === 0
  const organisation = isOne ? sql<number>`${only}` : sql.ref<number>(`${table}.organisation_id`)
  const ownText = kind.quickFind.ownText?.(organisation) ?? otherText
  const allowed = (rows: RecordRows<DB, TB>) =>
    includeRestricted ? rows : rows.where(sql<SqlBool>`${column('restricted')} = ${false}`)
  const withId = (ids: RawBuilder<number>) => sql<SqlBool>`${column('id')} = any(array(${ids}))`
  const shown = (rows: RecordRows<DB, TB>, text = otherText) => findable(rows, table, { text, known })
  const visible = allowed(visibleTo(kind, app.db, actor))
  const own = allowed(memberRecords(kind, app.db, actor))
  const isMany = await hasMany(kind, app, actor)
  const all = sharedRanges(kind, app.db, actor)
  // among the latest of all are the latest of who sees all
  const ranges = isMany && isAdministrator(access, actor) ? [] : all
  const mine = isMany
    ? shown(allowed(visibleAmongLatest(kind, app.db, actor, latest)), ownText)
    : shown(own.where(withId(idsOfMemberships(kind, actor))), ownText)
  // who is a member of few and sees no others has been through all of them
  const seesOthers = isMany || all.length > 0
  const beyond = seesOthers ? visible : visible.where(sql<SqlBool>`false`)
  return {
    term,
    take,
    known,
    own: shown(own, ownText),
    // the own organisation is on everything alike
    recentHasMore: !isOne && kind.quickFind.ownText !== undefined,
    recent: [mine, ...ranges.map((range) => latestOf(shown(range)))],
    idsOf: (condition, most) => {
      const name = sql<string>`lower(${column('name')}) collate "C"`
      const text = sql<string>`lower(${column('name')} || ' ' || coalesce(${otherText}, ''))`
      return idsMeeting(kind, actor, condition({ name, text }), most)
    },
    among: (ids) => shown(beyond.where(withId(ids))),
    seesOthers,
    similar: (words) => similarWords(kind, app.db, actor, words),
  }
}

/** Whether the caller is a member of so many records that only the latest of all are looked through. */
async function hasMany(kind: RecordTables, { db }: Pick<App, 'db'>, actor: Actor): Promise<boolean> {
  const { rows } = await sql<{
    many: boolean
  }>`select ${hasMoreMemberships(kind, actor, manyMemberships)} as many`
    .withPlugin(prepared)
    .execute(db)
  return rows[0]?.many ?? false
}

const latestOf = (source: Expression<Findable>) =>
  sql<Findable>`select * from (${source}) as found
    order by found.last_activity_at desc, found.id desc limit ${sql.lit(latest)}`

function findable<DB, TB extends keyof DB>(
  rows: RecordRows<DB, TB>,
  table: string,
  { text, known }: { readonly text: RawBuilder<string | null>; readonly known: RawBuilder<SqlBool> },
): SelectQueryBuilder<DB, TB, Findable> {
  const own = (name: string) => sql.ref(`${table}.${name}`).as(name)
  return rows.select([
    ...['organisation_id', 'id', 'name', 'last_activity_at'].map(own),
    text.as('external_id'),
    known.as('known'),
  ]) as unknown as SelectQueryBuilder<DB, TB, Findable>
}

async function readFound<DB, TB extends keyof DB & string, R extends RecordBase, Columns extends Selected>(
  kind: RecordKind<DB, TB, R>,
  { db }: Pick<App, 'db'>,
  actor: Actor,
  { ids, columns }: { readonly ids: readonly number[]; readonly columns: Columns },
): Promise<ReadonlyMap<number, ValuesOf<Columns> & { readonly id: number }>> {
  const id = sql.ref<number>(`${kind.table}.id`)
  const rows = (await visibleTo(kind, db, actor)
    .where(sql<SqlBool>`${id} = any(${[...ids]}::bigint[])`)
    .select([id.as('id'), ...selectedAs(columns)])
    .withPlugin(prepared)
    .execute()) as unknown as readonly { readonly id: number }[]
  return new Map(rows.map((row) => [row.id, { ...valuesIn(row, columns), id: row.id }]))
}
