// What decides on the amounts of an organisation's invoices in its own currency: the currency, and which rate applies.
import { sql } from 'kysely'
import { defaultRates, type RateDay } from '../../identity/organisations/financial-settings.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { todayIn } from '../../platform/time/local-time.ts'
import { currencyDigits } from '../../platform/currencies.ts'

export interface OwnMoney {
  readonly organisationId: number
  readonly currency: string
  /** The number of its decimal places. */
  readonly digits: number
  readonly rateDay: RateDay
  /** How many days a rate is good for. */
  readonly maxAge: number
  readonly timeZone: string
  /** Whether it keeps tax codes: otherwise nothing follows from any. */
  readonly hasTaxCodes: boolean
  /** The day of the organisation, `2026-05-06`. */
  readonly today: string
}

/** What holds for an organisation at this time. */
export const readOwnMoney = (db: Reader, organisationId: number, now: Date): Promise<OwnMoney> =>
  ownMoneyOf(settingsOf(db, organisationId), organisationId, now)

/** The same, while neither rates nor settings of the organisation are changed, until the transaction ends. */
export const holdOwnMoney = (tx: Tx, organisationId: number, now: Date): Promise<OwnMoney> =>
  ownMoneyOf(settingsOf(tx, organisationId).forShare('o'), organisationId, now)

const settingsOf = (db: Reader, organisationId: number) =>
  db
    .selectFrom('organisations as o')
    .leftJoin('financial_settings as s', 's.organisation_id', 'o.id')
    .where('o.id', '=', organisationId)
    .select(['o.currency', 'o.time_zone'])
    .select([
      sql<RateDay>`coalesce(s.rate_day, ${defaultRates.exchangeRateDay})`.as('rate_day'),
      sql<number>`coalesce(s.rate_max_age, ${defaultRates.exchangeRateMaxAge})`.as('rate_max_age'),
      sql<boolean>`exists (select from tax_codes t where t.organisation_id = o.id)`.as('has_tax_codes'),
    ])

async function ownMoneyOf(
  settings: ReturnType<typeof settingsOf>,
  organisationId: number,
  now: Date,
): Promise<OwnMoney> {
  const row = await settings.executeTakeFirstOrThrow()
  return {
    organisationId,
    currency: row.currency,
    digits: currencyDigits(row.currency),
    rateDay: row.rate_day,
    maxAge: row.rate_max_age,
    timeZone: row.time_zone,
    hasTaxCodes: row.has_tax_codes,
    today: todayIn(row.time_zone, now).day(0),
  }
}
