// The records of a kind that a person viewed last.
import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { type Selected, selectedAs, valuesIn, type ValuesOf } from '../platform/postgres/prepared.ts'
import type { Tables } from '../platform/postgres/tables.ts'
import { visibleTo } from './access.ts'
import type { RecordBase, RecordKind } from './record-kind.ts'

/** What every record that was viewed has besides the columns that are asked for. */
export interface RecentRecord {
  readonly id: number
  readonly organisationId: number
  readonly name: string
  readonly lastActivityAt: Date
  /** The higher, the later it was viewed. */
  readonly place: number
}

/** The records that the caller viewed last and may still see, the last one first, with these columns. */
export async function recentRecords<
  DB,
  TB extends keyof DB & string,
  R extends RecordBase,
  Columns extends Selected,
>(
  kind: RecordKind<DB, TB, R>,
  { db }: Pick<App, 'db'>,
  actor: Actor,
  { take, columns }: { readonly take: number; readonly columns: Columns },
): Promise<readonly (RecentRecord & ValuesOf<Columns>)[]> {
  const column = (name: string) => sql.ref(`${kind.table}.${name}`)
  const visible = visibleTo(kind, db, actor) as unknown as SelectQueryBuilder<WithRecents, 'record', object>
  const rows = await visible
    .innerJoin('recents', (join) =>
      join.on(
        sql<SqlBool>`recents.organisation_id = ${column('organisation_id')} and recents.record_id = ${column('id')}`,
      ),
    )
    .where('recents.user_id', '=', actor.userId)
    .where('recents.kind', '=', kind.type)
    .orderBy('recents.place', 'desc')
    .limit(take)
    .select(selectedAs({ ...common(column), ...columns }))
    .execute()
  return rows.map((row) => ({ ...valuesIn(row, common(column)), ...valuesIn(row, columns) }))
}

type WithRecents = Pick<Tables, 'recents'> & { readonly record: Readonly<Record<string, unknown>> }

const common = (column: (name: string) => RawBuilder<unknown>) => ({
  id: column('id') as RawBuilder<number>,
  organisationId: column('organisation_id') as RawBuilder<number>,
  name: column('name') as RawBuilder<string>,
  lastActivityAt: column('last_activity_at') as RawBuilder<Date>,
  place: sql.ref<number>('recents.place'),
})
