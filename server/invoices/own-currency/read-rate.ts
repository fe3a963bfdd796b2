// The rate between two currencies that applies to an invoice that is not approved, or to what is still to come.
import { sql } from 'kysely'
import type { Reader } from '../../platform/postgres/database.ts'
import { exchangeRates } from './exchange.ts'

/** An amount comes to amount × rate ÷ per. Decimal texts. */
export interface BetweenRate {
  readonly rate: string
  readonly per: string
}

/** Of amounts that are in the currency already. */
export const sameCurrency: BetweenRate = { rate: '1', per: '1' }

interface Between {
  readonly organisationId: number
  readonly from: string
  readonly into: string
  readonly now: Date
  /** Without one, the rate of today. */
  readonly invoiceDate?: string
}

/** Undefined where a rate is missing. */
export async function readRate(
  db: Reader,
  { organisationId, from, into, now, invoiceDate }: Between,
): Promise<BetweenRate | undefined> {
  const rates = exchangeRates(sql`${organisationId}::bigint`, now)
  const exchange = { from: sql`${from}::text`, into: sql`${into}::text` }
  const day = invoiceDate === undefined ? rates.today : rates.dayOfInvoice(sql`${invoiceDate}::date`)
  const { rows } = await sql<{ rate: string | null; per: string | null }>`
    select exchange.rate::text, exchange.per::text from ${rates.onDay(day, exchange)} as exchange`.execute(db)
  const { rate, per } = rows[0] ?? { rate: null, per: null }
  return rate === null || per === null ? undefined : { rate, per }
}
