// A record by the id that another system gave it.
import { type SelectQueryBuilder, sql, type SqlBool } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { notFound } from '../platform/errors.ts'
import { visibleTo } from './access.ts'
import type { RecordBase, RecordKind } from './record-kind.ts'

/** The record with this external id that the caller may see, one of their own organisation before any other. */
export async function findByExternalId<DB, TB extends keyof DB & string, R extends RecordBase>(
  kind: RecordKind<DB, TB, R>,
  { db }: Pick<App, 'db'>,
  actor: Actor,
  externalId: string,
): Promise<{ readonly id: number }> {
  const column = (name: string) => sql.ref(`${kind.table}.${name}`)
  const visible = visibleTo(kind, db, actor) as unknown as SelectQueryBuilder<object, never, object>
  const row = await visible
    .where(sql<SqlBool>`${column('external_id')} = ${externalId}`)
    .orderBy(sql`${column('organisation_id')} <> ${actor.organisationId}`)
    .orderBy(column('id'))
    .select(sql<number>`${column('id')}`.as('id'))
    .limit(1)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}
