// Ways to find a contract other than a list: by a few letters, among those viewed last, by its external id; and the
// counterparties.
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { ValuesOf } from '../platform/postgres/prepared.ts'
import { readFresh } from '../platform/postgres/replica.ts'
import { quickFindRecords } from '../records/lists/quick-find.ts'
import { type RecentRecord, recentRecords } from '../records/recently-viewed.ts'
import { contractListColumns } from './contract-columns.ts'
import { contractKind } from './contract-kind.ts'
import { entitiesVisibleTo } from './entity-rows.ts'
import { seenStageSql } from './seen-stage.ts'
import { relationshipSql } from './relationship.ts'

const found = (ownerName: RawBuilder<unknown>, now: Date) => ({
  name: sql.ref<string>('contracts.name'),
  stage: seenStageSql(now),
  parentId: sql.ref<number | null>('contracts.parent_id'),
  ownerName: ownerName as RawBuilder<string>,
  relationship: relationshipSql,
})

export type FoundContract = ValuesOf<ReturnType<typeof found>> & { readonly id: number }

/** The contracts the caller may see that match what was typed, best first; without a term the latest of their own. */
export function quickFindContracts(
  app: App,
  actor: Actor,
  { typed, take }: { readonly typed: string; readonly take: number },
): Promise<readonly FoundContract[]> {
  const now = app.clock.now()
  const { ownerName } = contractListColumns({ prefix: app.config.displayIdPrefix, now }, actor)
  const columns = found(ownerName.sql, now)
  return readFresh(app, (reading) =>
    quickFindRecords(contractKind, reading, actor, { typed, take, includeRestricted: true, columns }),
  )
}

const recent = ({ config, clock }: App, actor: Actor) => {
  const now = clock.now()
  const { templateName, matterNumber } = contractListColumns({ prefix: config.displayIdPrefix, now }, actor)
  return {
    stage: seenStageSql(now),
    ownerId: sql.ref<string>('contracts.owner_id'),
    matterId: sql.ref<number | null>('contracts.matter_id'),
    templateName: templateName.sql as RawBuilder<string>,
    matterNumber: matterNumber.sql as RawBuilder<string | null>,
  }
}

export type RecentContract = RecentRecord & ValuesOf<ReturnType<typeof recent>>

/** The contracts that the caller viewed last and may still see, the last one first. */
export const recentContracts = (app: App, actor: Actor, take: number): Promise<readonly RecentContract[]> =>
  recentRecords(contractKind, app, actor, { take, columns: recent(app, actor) })

/** The counterparties on the list of the caller's organisation, by name. */
export function listEntities(
  { db }: App,
  actor: Actor,
): Promise<readonly { readonly id: number; readonly name: string }[]> {
  return entitiesVisibleTo(db, actor)
    .select(['id', 'name'])
    .orderBy(sql`lower(name) collate "C"`)
    .orderBy('id')
    .execute()
}
