// How long contracts stayed in a stage, from their history. Time with the other side does not count, and neither does
// the time before a contract was entered here: of imported ones it is not known when they came into their first stage.
import { type RawBuilder, sql } from 'kysely'
import type { Measure } from '../platform/lists/measures.ts'
import { type ContractStage, contractStages } from './contract.ts'

/** SQL: the contract whose stays are asked for. */
interface Of {
  readonly organisationId: RawBuilder<unknown>
  readonly id: RawBuilder<unknown>
  readonly createdAt: RawBuilder<unknown>
}

/** SQL: when a document that was sent to the other side was with them. Such spans may overlap. */
const withOtherSide = ({ organisationId, id }: Of) => sql`(
  select range_agg(tstzrange(s.sent_at, greatest(s.sent_at, least(s.answered_at, s.withdrawn_at, s.expires_at))))
  from document_shares s where s.organisation_id = ${organisationId} and s.contract_id = ${id})`

/** SQL: a row for each stay that has ended, with its `stage` and its `days`. */
export const staysOf = (contract: Of): RawBuilder<unknown> => sql`
  select stay.stage, (extract(epoch from stay.ended - stay.began) - coalesce((
      select sum(extract(epoch from upper(span) - lower(span)))
      from unnest(tstzmultirange(tstzrange(stay.began, stay.ended)) * ${withOtherSide(contract)}) as span), 0)) / 86400 as days
  from (
    select e.name, e.facts ->> 'from' as stage, e.at as ended,
      case when lag(e.name) over history = 'contract.created' and lag(e.at) over history > ${contract.createdAt} then null
        else coalesce(lag(e.at) over history, ${contract.createdAt}) end as began
    from events e
    where e.organisation_id = ${contract.organisationId} and e.subject_kind = 'contract'
      and e.subject_id = ${contract.id} and e.name in ('contract.created', 'contract.status.updated')
    window history as (order by e.id)
  ) as stay
  where stay.name = 'contract.status.updated' and stay.began <= stay.ended`

const ofContracts: Of = {
  organisationId: sql.ref('contracts.organisation_id'),
  id: sql.ref('contracts.id'),
  createdAt: sql.ref('contracts.created_at'),
}

const timed = contractStages.filter((stage) => !['Executed', 'Expired', 'Void'].includes(stage))

const daysIn = (stage: ContractStage, as: 'median' | 'p90'): Measure => ({
  title: `Days in ${stage.toLowerCase()}, ${as === 'median' ? 'median' : '90th percentile'}`,
  unit: 'days',
  as,
  of: sql`(select sum(stays.days) from (${staysOf(ofContracts)}) as stays where stays.stage = ${sql.lit(stage)})`,
})

/** Measures of contracts: how many days they were in each stage, all stays in it together. */
export const stageMeasures: Readonly<Record<string, Measure>> = Object.fromEntries(
  timed.flatMap((stage) => [
    [`medianDaysIn${stage}`, daysIn(stage, 'median')],
    [`p90DaysIn${stage}`, daysIn(stage, 'p90')],
  ]),
)
