// Ways to find a matter other than a list: by a few letters, among those viewed last, by its external id.
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { matterNumberText } from '../platform/display-ids.ts'
import type { ValuesOf } from '../platform/postgres/prepared.ts'
import { readFresh } from '../platform/postgres/replica.ts'
import { quickFindRecords } from '../records/lists/quick-find.ts'
import { type RecentRecord, recentRecords } from '../records/recently-viewed.ts'
import { matterKind } from './matter-kind.ts'

const found = {
  number: sql.ref<number>('matters.number'),
  ownNumber: sql.ref<string | null>('matters.own_number'),
  name: sql.ref<string>('matters.name'),
  organisationId: sql.ref<number>('matters.organisation_id'),
  organisationName: sql<string>`(select o.name from organisations o where o.id = matters.organisation_id)`,
  reference: sql.ref<string | null>('matters.reference'),
  managerReference: sql.ref<string | null>('matters.manager_reference'),
  purchaseOrderNumber: sql.ref<string | null>('matters.purchase_order_number'),
  parentId: sql.ref<number | null>('matters.parent_id'),
}

/** `number` is the one that people know it by. */
export type FoundMatter = Omit<ValuesOf<typeof found>, 'number' | 'ownNumber'> & {
  readonly id: number
  readonly number: string
}

interface Search {
  readonly typed: string
  readonly includeRestricted: boolean
  readonly take: number
}

/**
 * The matters the caller may see that match what was typed, best first; without a term the latest of their own.
 * Restricted ones only on request.
 */
export async function quickFindMatters(
  app: App,
  actor: Actor,
  search: Search,
): Promise<readonly FoundMatter[]> {
  const rows = await readFresh(app, (reading) =>
    quickFindRecords(matterKind, reading, actor, { ...search, columns: found }),
  )
  return rows.map((row) => withNumber(app, row))
}

const recent = {
  number: sql.ref<number>('matters.number'),
  ownNumber: sql.ref<string | null>('matters.own_number'),
  ownerId: sql.ref<string>('matters.owner_id'),
  managerId: sql.ref<string | null>('matters.manager_id'),
  categoryName: sql<string>`(select c.name from matter_categories c
    where c.organisation_id = matters.organisation_id and c.id = matters.category_id)`,
}

/** `number` is the one that people know it by. */
export type RecentMatter = RecentRecord &
  Omit<ValuesOf<typeof recent>, 'number' | 'ownNumber'> & { readonly number: string }

/** The matters that the caller viewed last and may still see, the last one first. */
export async function recentMatters(app: App, actor: Actor, take: number): Promise<readonly RecentMatter[]> {
  const rows = await recentRecords(matterKind, app, actor, { take, columns: recent })
  return rows.map((row) => withNumber(app, row))
}

const withNumber = <Row extends Parameters<typeof matterNumberText>[1]>({ config }: App, row: Row) => ({
  ...row,
  number: matterNumberText(config.displayIdPrefix, row),
})
