// How matters that somebody requested are reported: which type of request they were, and when they were decided on.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { Catalogue } from '../platform/lists/list-query.ts'
import type { Dimension, Measure } from '../platform/lists/measures.ts'

/** Of the request that a matter was made by. */
const ofRequest = (value: RawBuilder<unknown>) => sql`(select ${value} from requests r
  where r.organisation_id = matters.organisation_id and r.matter_id = matters.id)`

const typeTitle = sql`(select t.title from requests r
  join request_types t on t.organisation_id = r.organisation_id and t.id = r.type_id
  where r.organisation_id = matters.organisation_id and r.matter_id = matters.id)`

/** Columns of lists of matters; null for a matter that nobody requested, and for law firms. */
export function requestColumns({ organisationType }: Pick<Actor, 'organisationType'>) {
  const shown = (value: RawBuilder<unknown>, type: 'integer' | 'text' | 'timestamptz') =>
    organisationType === 'Customer' ? value : sql`null::${sql.raw(type)}`
  return {
    requestTypeId: { kind: 'integer', nullable: true, sql: shown(ofRequest(sql`r.type_id`), 'integer') },
    requestTypeTitle: { kind: 'text', nullable: true, sql: shown(typeTitle, 'text') },
    requestDecidedAt: {
      kind: 'moment',
      nullable: true,
      sql: shown(ofRequest(sql`r.decided_at`), 'timestamptz'),
    },
  } as const satisfies Catalogue
}

/** What requests are put together by. */
export const requestDimensions = {
  requestType: { title: 'Type of request', column: 'requestTypeId', labels: ['requestTypeTitle'] },
} as const satisfies Readonly<Record<string, Dimension>>

const requested = 'RequestType/Id ne null'

const days = (as: Measure['as'], title: string): Measure => ({
  title,
  unit: 'days',
  as,
  filter: 'RequestDecided/DateUtc ne null',
  of: ofRequest(sql`extract(epoch from r.decided_at - r.created_at) / 86400`),
})

const isKept = sql<SqlBool>`(case when r.due_at is not null then r.decided_at <= r.due_at
  else (r.decided_at at time zone o.time_zone)::date <= r.due end)`

/** 1 for a promise that was kept, 0 for one that was not, null for none and for one that can still be kept. */
const promise = (now: Date) => sql`(select case
    when r.due is null and r.due_at is null then null
    when r.decided_at is not null then (${isKept})::int
    when coalesce(r.due_at <= ${now}::timestamptz,
      r.due < (${now}::timestamptz at time zone o.time_zone)::date) then 0 end
  from requests r join organisations o on o.id = r.organisation_id
  where r.organisation_id = matters.organisation_id and r.matter_id = matters.id)`

/** Measures of requests at a moment. */
export const requestMeasures = (now: Date) =>
  ({
    requests: {
      title: 'Requests',
      unit: 'count',
      as: 'sum',
      of: ofRequest(sql`1`),
      filter: requested,
    },
    undecided: {
      title: 'Requests without a decision',
      unit: 'count',
      as: 'sum',
      of: ofRequest(sql`case when r.decided_at is null then 1 end`),
      filter: `${requested} and RequestDecided/DateUtc eq null`,
    },
    medianDaysToDecide: days('median', 'Days to decide on requests, median'),
    p90DaysToDecide: days('p90', 'Days to decide on requests, 90th percentile'),
    inTimePercent: {
      title: 'Decided as promised, percent',
      unit: 'percent',
      as: 'mean',
      of: sql`100 * ${promise(now)}`,
    },
  }) as const satisfies Readonly<Record<string, Measure>>

/** The names of the measures. */
export const requestMeasureNames = Object.keys(requestMeasures(new Date(0)))
