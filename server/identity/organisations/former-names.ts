// What organisations were called before, from the history of their settings.
import { sql } from 'kysely'
import type { Reader } from '../../platform/postgres/database.ts'

export interface FormerName {
  readonly organisationId: number
  readonly name: string
  /** When it got another one. */
  readonly until: Date
}

/** The former names of organisations, the first one first. */
export async function listFormerNames(
  db: Reader,
  organisationIds: readonly number[],
): Promise<readonly FormerName[]> {
  if (organisationIds.length === 0) return []
  const was = sql<string>`facts -> 'changed' -> 'name' ->> 'from'`
  return (
    db
      .selectFrom('events')
      // the index of events by resource
      .where('organisation_id', 'in', organisationIds)
      .where('resource_kind', '=', 'organisation')
      .where('resource_id', 'in', organisationIds)
      .where('name', '=', 'organisation.updated')
      .where(was, 'is not', null)
      .orderBy('id')
      .select(['organisation_id as organisationId', was.as('name'), 'at as until'])
      .execute()
  )
}
