// Putting one tag in the place of another on every matter.
import { sql } from 'kysely'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { tagAdded, tagRemoved } from '../events.ts'
import type { Tag } from '../matter-details.ts'

interface Moved {
  readonly organisationId: number
  readonly from: Tag
  readonly into: Tag
  readonly by: string
  readonly now: Date
}

/**
 * Every matter with the one tag has the other one afterwards, also those the caller does not see or that are in the
 * bin; one that has both keeps one. Returns the event of each.
 */
export async function moveTag(
  tx: Tx,
  { organisationId, from, into, by, now }: Moved,
): Promise<readonly DomainEvent[]> {
  const { rows: former } = await sql<{ readonly id: number }>`delete from matter_tags
    where organisation_id = ${organisationId} and tag_id = ${from.id} returning matter_id as id`.execute(tx)
  const ids = former.map(({ id }) => id).toSorted((a, b) => a - b)
  if (ids.length === 0) return []
  const { rows: added } = await sql<{ readonly id: number }>`
    insert into matter_tags (organisation_id, matter_id, tag_id, added_by, added_at)
    select ${organisationId}::bigint, moved.id, ${into.id}::bigint, ${by}::uuid, ${now}::timestamptz
    from unnest(${ids}::bigint[]) as moved (id) on conflict do nothing returning matter_id as id`.execute(tx)
  // not through access.ts: a tag is the organisation's, and so is what becomes of it
  await sql`update matters set last_activity_at = ${now}
    where organisation_id = ${organisationId} and id = any(${ids}::bigint[])`.execute(tx)
  const isNew = new Set(added.map(({ id }) => id))
  return ids.flatMap((id) => {
    const matter = { organisationId, id }
    return [...(isNew.has(id) ? tagAdded(matter, into) : []), tagRemoved(matter, from.id)]
  })
}
