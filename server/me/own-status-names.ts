// What the statuses of the records that somebody sees are called: by their own organisation and, for people of law
// firms, by their clients.
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { isOneOf } from '../platform/postgres/statement.ts'
import { recordKinds } from '../kinds/record-kinds.ts'
import { visibleTo } from '../records/access.ts'
import type { StatusName } from '../records/status-names/status-name.ts'

/**
 * The names by kind, status and type. A name for all types (null) is there only for people who see records of one
 * organisation: for others it is given for each type, because the types of another organisation have other names.
 */
export async function ownStatusNames(app: App, actor: Actor): Promise<readonly StatusName[]> {
  const given = await app.db
    .selectFrom('status_names')
    .where(isOneOf(sql.ref<number>('organisation_id'), actor.organisationIds))
    .select(['organisation_id', 'names'])
    .execute()
  if (given.length === 0) return []
  const all = given.map((row) => ({
    organisationId: row.organisation_id,
    names: row.names as unknown as readonly StatusName[],
  }))
  if (actor.organisationIds.length === 1) return all.flatMap(({ names }) => names)
  const types = await typesSeen(app, actor)
  return types.flatMap(({ organisationId, kind, typeId }) => {
    const names = all
      .filter((each) => each.organisationId === organisationId)
      .flatMap((each) => each.names.filter((name) => name.kind === kind))
    const own = names.filter((each) => each.typeId === typeId)
    const others = names.filter(
      (each) => each.typeId === null && !own.some(({ status }) => status === each.status),
    )
    return [...own, ...others.map((each) => ({ ...each, typeId }))]
  })
}

/** The types of the records that the person sees. */
async function typesSeen(app: App, actor: Actor) {
  const found = await Promise.all(
    Object.values(recordKinds).map(async (kind) => {
      const { table, list } = kind
      if (list.status.type === undefined) return []
      const type = sql.ref<number>(`${table}.${list.status.type}`)
      const rows = await visibleTo(kind, app.db, actor)
        .select([sql.ref<number>(`${table}.organisation_id`).as('organisationId'), type.as('typeId')])
        .distinct()
        .execute()
      return rows.map((row) => ({ ...row, kind: kind.kind }))
    }),
  )
  return found.flat()
}
