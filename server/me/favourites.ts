// The favourites of a person: records that they still see.
import { kindNames, type RecordKindName, type RecordType } from '../records/kinds.ts'
import { sql, type SqlBool } from 'kysely'
import { recordKinds } from '../kinds/record-kinds.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { visibleTo } from '../records/access.ts'
import { shownColumns } from '../records/lists/named-records.ts'

export interface Favourite {
  readonly kind: RecordType
  readonly id: number
  /** Its number; null for one of a kind without numbers. */
  readonly displayId: string | null
  readonly name: string
  readonly addedAt: Date
  readonly place: number
}

/** The caller's favourites that they still see, the latest first. */
export async function listFavourites(app: App, actor: Actor): Promise<readonly Favourite[]> {
  const found = await Promise.all(kindNames.map((name) => favouritesOf(name, app, actor)))
  return found.flat().sort((one, other) => other.place - one.place)
}

async function favouritesOf(name: RecordKindName, app: App, actor: Actor): Promise<readonly Favourite[]> {
  const kind = recordKinds[name]
  const column = (of: string) => sql.ref<number>(`${kind.table}.${of}`)
  const { displayId, name: title } = shownColumns(kind, app)
  const rows = await visibleTo(kind, app.db, actor)
    .innerJoin('favourites', (join) =>
      join.on(
        sql<SqlBool>`favourites.organisation_id = ${column('organisation_id')} and favourites.record_id = ${column('id')}`,
      ),
    )
    .where('favourites.user_id', '=', actor.userId)
    .where('favourites.kind', '=', kind.type)
    .select(['favourites.added_at as addedAt', 'favourites.place'])
    .select([column('id').as('id'), title.as('name'), displayId.as('displayId')])
    .execute()
  return rows.map((row) => ({ ...row, kind: kind.type }))
}
