// Whether an administrator's lists of records have all that their organisation has.
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { isSharedSql, isThereSql } from './access-rule.ts'
import { isMember } from './membership-sql.ts'
import type { RecordTables } from './record-kind.ts'

/** Whether there are records of the actor's organisation that the actor does not see. */
export async function hidesRecords(
  kind: RecordTables & { readonly access: Parameters<typeof isSharedSql>[0] },
  { db }: App,
  actor: Actor,
): Promise<boolean> {
  const { table } = kind
  // not through access.ts: of what is hidden only that there is any
  const { rows } = await sql<{ readonly hidden: boolean }>`select exists (
      select from ${sql.table(table)} where ${sql.ref(`${table}.organisation_id`)} = ${actor.organisationId}
        and ${isThereSql(table)} and not ${isSharedSql(kind.access, actor, table)} and not ${isMember(kind, actor)}
    ) as hidden`.execute(db)
  return rows[0]?.hidden === true
}
