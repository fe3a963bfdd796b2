// The contracts a person looked at last.
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { contractsVisibleTo } from './access.ts'
import { contractCatalogue } from './catalogue.ts'
import type { ContractStage } from './contract.ts'

export interface RecentContract {
  readonly id: number
  readonly name: string
  readonly templateName: string
  readonly stage: ContractStage
  readonly ownerId: string
  readonly matterId: number | null
  readonly matterNumber: string | null
  readonly lastActivityAt: Date
  /** The higher, the later it was looked at. */
  readonly place: number
}

/** The contracts that the caller looked at last and may still see, the last one first. */
export async function recentContracts(
  app: App,
  actor: Actor,
  take: number,
): Promise<readonly RecentContract[]> {
  const { templateName, matterNumber } = contractCatalogue(app.config.displayIdPrefix, actor)
  const rows = await contractsVisibleTo(app.db, actor)
    .innerJoin('recents', (join) =>
      join
        .onRef('recents.organisation_id', '=', 'contracts.organisation_id')
        .onRef('recents.record_id', '=', 'contracts.id'),
    )
    .where('recents.user_id', '=', actor.userId)
    .where('recents.kind', '=', 'Contract')
    .orderBy('recents.place', 'desc')
    .limit(take)
    .select([
      'contracts.id',
      'contracts.name',
      'contracts.status',
      'contracts.owner_id as ownerId',
      'contracts.matter_id as matterId',
      'contracts.last_activity_at as lastActivityAt',
      'recents.place',
      sql<string>`${templateName.sql}`.as('templateName'),
      sql<string | null>`${matterNumber.sql}`.as('matterNumber'),
    ])
    .execute()
  return rows.map(({ status, ...row }) => ({ ...row, stage: status as ContractStage }))
}
