// How long contracts stay in each stage, from their history.
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { conditionOf } from '../platform/lists/filter-sql.ts'
import type { Filter } from '../platform/lists/list-query.ts'
import type { Listing } from '../platform/lists/list-rows.ts'
import { contractsVisibleTo } from './access.ts'
import { type ContractStage, contractStages } from './contract.ts'
import { seenStageSql } from './seen-stage.ts'
import { staysOf } from './stage-stays.ts'

export interface StageTime {
  readonly stage: ContractStage
  /** How many stays in the stage have ended. */
  readonly count: number
  /** Days; null when none has ended. */
  readonly median: number | null
  readonly p90: number | null
  /** How many contracts are in it now. */
  readonly current: number
}

const ofSeen = {
  organisationId: sql.ref('seen.organisation_id'),
  id: sql.ref('seen.id'),
  createdAt: sql.ref('seen.created_at'),
}

/** The stages in their order, for the contracts that the caller sees and the filter finds. */
export async function readStageTimes(
  { db, clock }: App,
  actor: Actor,
  {
    filter,
    listing,
  }: { readonly filter: Filter | null; readonly listing: Pick<Listing, 'catalogue' | 'collections'> },
): Promise<readonly StageTime[]> {
  const all = contractsVisibleTo(db, actor)
  const found = filter ? all.where(conditionOf(filter, listing.catalogue, listing.collections)) : all
  const seen = found.select([
    'contracts.organisation_id',
    'contracts.id',
    seenStageSql(clock.now()).as('status'),
    'contracts.created_at',
  ])
  const { rows } = await sql<StageTime>`with seen as materialized ${seen},
    stays as (select stay.stage, stay.days from seen cross join lateral (${staysOf(ofSeen)}) as stay),
    ended as (
      select stage, count(*) as count, percentile_cont(0.5) within group (order by days) as median,
        percentile_cont(0.9) within group (order by days) as p90
      from stays group by stage),
    now_in as (select status as stage, count(*) as current from seen group by status)
    select s.stage, coalesce(ended.count, 0) as count, round(ended.median::numeric, 2)::float8 as median,
      round(ended.p90::numeric, 2)::float8 as p90, coalesce(now_in.current, 0) as current
    from unnest(${[...contractStages]}::text[]) with ordinality as s (stage, place)
    left join ended on ended.stage = s.stage left join now_in on now_in.stage = s.stage
    order by s.place`.execute(db)
  return rows
}
