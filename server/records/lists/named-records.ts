// Records by their ids, with what lists of several kinds show of each: its name, its number, its status.
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { type Selected, selectedAs, valuesIn, type ValuesOf } from '../../platform/postgres/prepared.ts'
import { isOneOf } from '../../platform/postgres/statement.ts'
import { visibleTo } from '../access.ts'
import { type RecordKindName, kindNames } from '../kinds.ts'
import type { ListContext, RecordBase, RecordKind } from '../record-kind.ts'

type Kind<DB, TB extends string, R extends RecordBase> = Pick<RecordKind<DB, TB, R>, 'table' | 'shown'>

/** The number of a record of the kind, its name and its status at this moment, over its row. */
export const shownColumns = <DB, TB extends string, R extends RecordBase>(
  { table, shown }: Kind<DB, TB, R>,
  app: ListContext,
) => ({
  displayId: shown.displayId?.(app) ?? sql<string | null>`null::text`,
  name: sql.ref<string>(`${table}.name`),
  state: shown.status(app.clock.now()),
})

/** The records of the kind with these ids that the caller sees, with these columns. */
export async function recordsByIds<
  DB,
  TB extends keyof DB & string,
  R extends RecordBase,
  Columns extends Selected,
>(
  kind: RecordKind<DB, TB, R>,
  { db, actor }: { readonly db: App['db']; readonly actor: Actor },
  { ids, columns }: { readonly ids: readonly number[]; readonly columns: Columns },
): Promise<readonly (RecordBase & ValuesOf<Columns>)[]> {
  if (ids.length === 0) return []
  const id = sql.ref<number>(`${kind.table}.id`)
  const known = { id, organisationId: sql.ref<number>(`${kind.table}.organisation_id`) }
  const visible = visibleTo(kind, db, actor) as unknown as SelectQueryBuilder<
    { readonly record: object },
    'record',
    object
  >
  const rows = await visible
    .where(isOneOf(id, ids))
    .select(selectedAs({ ...known, ...columns }))
    .execute()
  return rows.map((row) => ({ ...valuesIn(row, known), ...valuesIn(row, columns) }))
}

/** The ids of those of the records that are of the kind, each once. */
const idsOfKind = (
  records: readonly { readonly kind: RecordKindName; readonly id: number }[],
  kind: RecordKindName,
): readonly number[] => [...new Set(records.filter((each) => each.kind === kind).map(({ id }) => id))]

/** Reads something of records of several kinds, of each kind that there are any of, and finds it by the record. */
export async function readEachKind<Read extends { readonly id: number }>(
  records: readonly { readonly kind: RecordKindName; readonly id: number }[],
  read: (kind: RecordKindName, ids: readonly number[]) => Promise<readonly Read[]>,
): Promise<(record: { readonly kind: RecordKindName; readonly id: number }) => Read | undefined> {
  const found = new Map<string, Read>()
  const keyOf = ({ kind, id }: { readonly kind: RecordKindName; readonly id: number }) => `${kind} ${id}`
  await Promise.all(
    kindNames.map(async (kind) => {
      const ids = idsOfKind(records, kind)
      if (ids.length === 0) return
      for (const each of await read(kind, ids)) found.set(keyOf({ kind, id: each.id }), each)
    }),
  )
  return (record) => found.get(keyOf(record))
}
