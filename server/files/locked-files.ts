// Files of a record that other people have locked: what stands in the way of deleting the record.
import { sql } from 'kysely'
import type { Tx } from '../platform/postgres/database.ts'
import type { Subject } from '../platform/subject.ts'

interface Locked {
  readonly name: string | null
  readonly by: string
}

const mostNamed = 5

/**
 * A sentence that names the files of the record which people other than this one have locked, and who has; undefined
 * without any. Private files of others are counted without their names.
 */
export async function lockedByOthers(
  tx: Tx,
  { kind, organisationId, id }: Subject,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<string | undefined> {
  // not through access.ts: a lock counts for everybody who could delete the file with its record
  const { rows } =
    await sql<Locked>`select case when not f.private or f.created_by = ${userId} then f.name end as name,
      trim(u.first_name || ' ' || u.last_name) as by
    from files f join users u on u.id = f.locked_by
    where f.organisation_id = ${organisationId} and ${sql.ref(`f.${kind}_id`)} = ${id} and f.deleted_at is null
      and f.locked_by <> ${userId} and (f.lock_expires_at is null or f.lock_expires_at > ${now})
    order by f.id limit ${mostNamed + 1}`.execute(tx)
  if (rows.length === 0) return undefined
  const named = rows.slice(0, mostNamed).map(({ name, by }) => `${name ?? 'a private file'} (by ${by})`)
  const more = rows.length > mostNamed ? ' and others' : ''
  return `Files on this ${kind} are locked: ${named.join(', ')}${more}. They must be unlocked first; an administrator can do that.`
}
