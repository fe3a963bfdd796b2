// The visible stage of a contract: an executed one whose expiry has passed is Expired from that moment on, although a
// job stores that, with its events, up to a minute later.
import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely'
import { choicesThat, type Column } from '../platform/lists/list-query.ts'
import { isOneOf } from '../platform/postgres/statement.ts'
import { type ContractStage, contractStages } from './contract.ts'

/** SQL over `contracts`: it is stored as executed, and its expiry has passed in the local time of its organisation. */
const isOverSql = (now: Date) => sql<SqlBool>`(contracts.status = 'Executed' and contracts.expiry is not null
  and contracts.expiry <= ${now}::timestamptz at time zone
    (select o.time_zone from organisations o where o.id = contracts.organisation_id))`

/** The visible stage of a contract at a moment, as SQL over `contracts`. */
export const seenStageSql = (now: Date): RawBuilder<ContractStage> =>
  sql<ContractStage>`(case when ${isOverSql(now)} then 'Expired' else contracts.status end)`

const storedSince = sql`coalesce(contracts.stage_since, contracts.created_at)`

/**
 * Since when a contract whose expiry has passed is Expired: since its expiry, unless it was executed later. SQL over
 * `contracts`, for reading and for storing it.
 */
export const expiredSinceSql: RawBuilder<Date> = sql<Date>`greatest(${storedSince}, contracts.expiry at time zone
  (select o.time_zone from organisations o where o.id = contracts.organisation_id))`

/** Since when a contract is in its visible stage, as a column of lists. */
export const stageSinceColumn = (now: Date): Column => ({
  kind: 'moment',
  nullable: false,
  sql: sql`(case when ${isOverSql(now)} then ${expiredSinceSql} else ${storedSince} end)`,
  stored: {
    sql: storedSince,
    // the expression of the index contracts_by_stage_since
    order: { sql: storedSince, isWrong: (organisationIds) => hasExpiredSql(organisationIds, now) },
    differs: (organisationIds) => expiredIdsSql(organisationIds, now),
  },
})

/** The visible stage as a column of lists. */
export const seenStageColumn = (now: Date): Column => ({
  kind: 'choice',
  nullable: false,
  choices: contractStages,
  sql: seenStageSql(now),
  compare: (comparison, value) => isSeenAsOneOf(choicesThat(comparison, value, contractStages), now),
  stored: {
    sql: sql.ref('contracts.status'),
    order: {
      sql: sql.ref('contracts.status'),
      isWrong: (organisationIds) => hasExpiredSql(organisationIds, now),
    },
    shownAs: ['Expired'],
    instead: {
      of: ['Executed'],
      compare: (comparison, value) => isStoredAsOneOf(choicesThat(comparison, value, contractStages)),
    },
    differs: (organisationIds) => expiredIdsSql(organisationIds, now),
  },
})

/** Whether any contract of these organisations shows Expired without having it stored. */
function hasExpiredSql(organisationIds: readonly number[], now: Date): RawBuilder<SqlBool> {
  const ofThese = isOneOf(sql.ref('o.id'), organisationIds)
  // not through access.ts: whether any has expired shows nothing; the earliest is the first one in an index
  return sql<SqlBool>`exists (select from organisations o where ${ofThese} and
    (select min(e.expiry) from contracts e where e.organisation_id = o.id and e.status = 'Executed' and e.deleted_at is null)
      <= ${now}::timestamptz at time zone o.time_zone)`
}

/** Their ids. */
function expiredIdsSql(organisationIds: readonly number[], now: Date): RawBuilder<unknown> {
  const ofThese = isOneOf(sql.ref('e.organisation_id'), organisationIds)
  // not through access.ts: the ids alone show nothing, and lists look for them among what is visible
  return sql`select e.id from organisations o join contracts e on e.organisation_id = o.id
    where ${ofThese} and e.status = 'Executed' and e.deleted_at is null and e.expiry <= ${now}::timestamptz at time zone o.time_zone`
}

const isStoredAsOneOf = (stages: readonly ContractStage[]) =>
  stages.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`contracts.status in (${sql.join(stages)})`

function isSeenAsOneOf(stages: readonly ContractStage[], now: Date): Expression<SqlBool> {
  if (stages.length === 0) return sql<SqlBool>`false`
  const stored = isStoredAsOneOf(stages)
  const [executed, expired] = [stages.includes('Executed'), stages.includes('Expired')]
  if (executed === expired) return stored
  return executed
    ? sql<SqlBool>`(${stored} and not ${isOverSql(now)})`
    : sql<SqlBool>`(${stored} or ${isOverSql(now)})`
}
