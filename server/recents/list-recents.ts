// The records of all kinds that a person viewed last.
import { kinds } from '../records/kinds.ts'
import { sql } from 'kysely'
import { recentContracts } from '../contracts/contract-lookups.ts'
import { filesVisibleTo } from '../files/access.ts'
import { recentMatters } from '../matters/matter-lookups.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { RecentKind } from './recent.ts'

export interface Recent {
  readonly kind: RecentKind
  readonly id: number
  readonly title: string
  /** The type of a contract, the number of a matter, the record of a file. */
  readonly description: string
  /** The number of a matter. */
  readonly displayId: string | null
  readonly lastActivityAt: Date
  readonly matterId: number | null
  readonly contractId: number | null
  readonly contentType: string | null
  readonly ownerId: string | null
  readonly managerId: string | null
  readonly stage: string | null
  readonly categoryName: string | null
  readonly place: number
}

/** The records that the caller viewed last and may still see, most recent first. */
export async function listRecents(app: App, actor: Actor, take: number): Promise<readonly Recent[]> {
  const kinds = await Promise.all([
    contractsSeen(app, actor, take),
    mattersSeen(app, actor, take),
    filesSeen(app, actor, take),
  ])
  return kinds
    .flat()
    .sort((a, b) => b.place - a.place)
    .slice(0, take)
}

const nothing = {
  displayId: null,
  contentType: null,
  managerId: null,
  stage: null,
  categoryName: null,
} as const

async function contractsSeen(app: App, actor: Actor, take: number): Promise<readonly Recent[]> {
  const rows = await recentContracts(app, actor, take)
  return rows.map((row) => ({
    ...nothing,
    kind: kinds.contract.type,
    id: row.id,
    title: row.name,
    description: row.templateName,
    lastActivityAt: row.lastActivityAt,
    matterId: row.matterId,
    contractId: row.id,
    ownerId: row.ownerId,
    stage: row.stage,
    place: row.place,
  }))
}

async function mattersSeen(app: App, actor: Actor, take: number): Promise<readonly Recent[]> {
  const rows = await recentMatters(app, actor, take)
  return rows.map((row) => ({
    ...nothing,
    kind: kinds.matter.type,
    id: row.id,
    title: row.name,
    description: row.number,
    displayId: row.number,
    lastActivityAt: row.lastActivityAt,
    matterId: row.id,
    contractId: null,
    ownerId: row.ownerId,
    managerId: row.managerId,
    categoryName: row.categoryName,
    place: row.place,
  }))
}

async function filesSeen(app: App, actor: Actor, take: number): Promise<readonly Recent[]> {
  const rows = await filesVisibleTo(app, app.db, actor)
    .innerJoin('recents', (join) =>
      join
        .onRef('recents.organisation_id', '=', 'files.organisation_id')
        .onRef('recents.record_id', '=', 'files.id'),
    )
    .where('recents.user_id', '=', actor.userId)
    .where('recents.kind', '=', 'File')
    .orderBy('recents.place', 'desc')
    .limit(take)
    .select([
      'files.id',
      'files.name as title',
      'files.contract_id as contractId',
      'files.matter_id as matterId',
      'files.content_type as contentType',
      'files.updated_at as lastActivityAt',
      'files.created_by as ownerId',
      'recents.place',
      // not through access.ts: who sees a file sees the record that it is in
      sql<string>`coalesce(
        (select c.name from contracts c where c.organisation_id = files.organisation_id and c.id = files.contract_id),
        (select m.name from matters m where m.organisation_id = files.organisation_id and m.id = files.matter_id))`.as(
        'description',
      ),
    ])
    .execute()
  return rows.map((row) => ({ ...nothing, ...row, kind: 'File' }))
}
