// The matters a person looked at last.
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { matterNumberText } from '../platform/display-ids.ts'
import { mattersVisibleTo } from './access.ts'

export interface RecentMatter {
  readonly id: number
  readonly name: string
  /** The number people know it by. */
  readonly number: string
  readonly categoryName: string
  readonly organisationId: number
  readonly ownerId: string
  readonly managerId: string | null
  readonly lastActivityAt: Date
  /** The higher, the later it was looked at. */
  readonly place: number
}

/** The matters that the caller looked at last and may still see, the last one first. */
export async function recentMatters(app: App, actor: Actor, take: number): Promise<readonly RecentMatter[]> {
  const rows = await mattersVisibleTo(app.db, actor)
    .innerJoin('recents', (join) =>
      join
        .onRef('recents.organisation_id', '=', 'matters.organisation_id')
        .onRef('recents.record_id', '=', 'matters.id'),
    )
    .where('recents.user_id', '=', actor.userId)
    .where('recents.kind', '=', 'Matter')
    .orderBy('recents.place', 'desc')
    .limit(take)
    .select([
      'matters.id',
      'matters.name',
      'matters.number',
      'matters.organisation_id as organisationId',
      'matters.owner_id as ownerId',
      'matters.manager_id as managerId',
      'matters.last_activity_at as lastActivityAt',
      'recents.place',
      sql<string>`(select c.name from matter_categories c
        where c.organisation_id = matters.organisation_id and c.id = matters.category_id)`.as('categoryName'),
    ])
    .execute()
  const prefix = app.config.displayIdPrefix
  return rows.map((row) => ({ ...row, number: matterNumberText(prefix, row.organisationId, row.number) }))
}
