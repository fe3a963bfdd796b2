// Lists of rates of exchange, and one of them with its history.
import { sql } from 'kysely'
import {
  type ShownPerson,
  shownPersonColumns,
  shownPersonIn,
} from '../../identity/users/people-on-records.ts'
import { personColumns } from '../../identity/users/person-columns.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Column } from '../../platform/lists/list-query.ts'
import type { ListedRow, Listing } from '../../platform/lists/list-rows.ts'
import { type RowSource, rowSource } from '../../platform/postgres/row-source.ts'
import { exchangeRatesVisibleTo } from './access.ts'
import { type RateSource, rateSources } from './exchange-rate.ts'

const own = (kind: Column['kind'], column: string, nullable = false): Column => ({
  kind,
  nullable,
  sql: sql.ref(`exchange_rates.${column}`),
})

/** The columns that can be returned, filtered by and sorted by. */
export const exchangeRateListing = {
  catalogue: {
    id: own('integer', 'id'),
    currency: own('text', 'currency'),
    ownCurrency: own('text', 'own_currency'),
    from: own('local', 'starts_on'),
    rate: own('number', 'rate'),
    source: { ...own('choice', 'source'), choices: rateSources },
    fileName: own('text', 'file_name', true),
    // not through access.ts: whether any approved invoice has it, no matter who sees it
    used: {
      kind: 'boolean',
      nullable: false,
      sql: sql`exists (select from invoices i where i.organisation_id = exchange_rates.organisation_id
        and i.exchange_rate_id = exchange_rates.id)`,
    },
    version: own('integer', 'version'),
    setAt: own('moment', 'set_at'),
    setById: own('uuid', 'set_by'),
    ...personColumns('setBy', 'exchange_rates.set_by'),
  },
  id: { kind: 'integer', sql: sql.ref('exchange_rates.id') },
} as const satisfies Listing

/** The rates that the actor sees. Throws forbidden for who does not see any. */
export const exchangeRateRows = ({ db }: Pick<App, 'db'>, actor: Actor): RowSource =>
  rowSource(exchangeRatesVisibleTo(db, actor), exchangeRateListing)

/** A version of a rate, and who made it. */
export interface ExchangeRateVersion {
  readonly version: number
  readonly rate: string
  readonly source: RateSource
  readonly fileName: string | null
  readonly reason: string | null
  readonly by: ShownPerson
  readonly at: Date
}

/** A rate that the actor sees with all its versions, the latest first; not_found for any other. */
export async function getExchangeRate(
  app: App,
  actor: Actor,
  id: number,
  columns: readonly string[],
): Promise<{ readonly row: ListedRow; readonly versions: readonly ExchangeRateVersion[] }> {
  const row = await exchangeRateRows(app, actor).get(id, columns)
  const versions = await app.db
    .selectFrom('exchange_rate_versions as v')
    .innerJoin('users', 'users.id', 'v.set_by')
    .where('v.organisation_id', '=', actor.organisationId)
    .where('v.rate_id', '=', id)
    .orderBy('v.version', 'desc')
    .select(['v.version', 'v.rate', 'v.source', 'v.file_name', 'v.reason', 'v.set_at'])
    .select([...shownPersonColumns])
    .execute()
  return {
    row,
    versions: versions.map((version) => ({
      version: version.version,
      rate: version.rate,
      source: version.source as RateSource,
      fileName: version.file_name,
      reason: version.reason,
      by: shownPersonIn(version),
      at: version.set_at,
    })),
  }
}
