// Records of a kind by a few letters, as somebody types them: of their name, or of what else identifies them.
import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { type Findable, quickFind, termFrom } from '../platform/lists/quick-find.ts'
import {
  prepared,
  type Selected,
  selectedAs,
  valuesIn,
  type ValuesOf,
} from '../platform/postgres/prepared.ts'
import { memberRecords, sharedRanges, visibleTo } from './access.ts'
import type { RecordBase, RecordKind } from './record-kind.ts'

export interface Search<Columns extends Selected> {
  readonly typed: string
  readonly take: number
  /** Whether to find restricted records that the caller is a member of. */
  readonly includeRestricted: boolean
  /** What to show of each record found. */
  readonly columns: Columns
}

/**
 * The records that the caller may see and that match what was typed, best first; without a term the latest of their own.
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
  { typed, take, includeRestricted, columns }: Search<Columns>,
): Promise<readonly (ValuesOf<Columns> & { readonly id: number })[]> {
  const { table } = kind
  const { otherText, ownText = otherText, isKnown } = kind.quickFind
  const term = termFrom(typed)
  const known = isKnown(term, app)
  const own = memberRecords(kind, app.db, actor)
  const found = await quickFind(app.db, {
    term,
    take,
    own: findable(
      includeRestricted ? own : own.where(sql<SqlBool>`${sql.ref(`${table}.restricted`)} = ${false}`),
      table,
      { text: ownText, known },
    ),
    shared: sharedRanges(kind, app.db, actor).map((range) =>
      findable(range, table, { text: otherText, known }),
    ),
  })
  const ids = found.map(({ id }) => id)
  return ids.length === 0 ? [] : inOrder(ids, await readFound(kind, app, actor, { ids, columns }))
}

function findable<DB, TB extends keyof DB>(
  rows: SelectQueryBuilder<DB, TB, object>,
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

const inOrder = <Value>(ids: readonly number[], rows: ReadonlyMap<number, Value>): readonly Value[] =>
  ids.flatMap((id) => rows.get(id) ?? [])
