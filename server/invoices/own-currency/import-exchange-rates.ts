// Taking rates of exchange from a CSV: all of the file, or none. What is kept already stays as it is.
import { sql } from 'kysely'
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { compareDecimals } from '../../platform/decimal.ts'
import { badInputs } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import {
  errorsOfRows,
  type HeadedRow,
  problemsOfRow,
  type RowProblem,
} from '../../platform/spreadsheets/headed-csv.ts'
import { createYielder } from '../../platform/workers/yield-event-loop.ts'
import { short } from '../events.ts'
import { getOwnCurrencyToChange } from './access.ts'
import { exchangeRateEvent } from './events.ts'
import { exchangeRateProblems, type NewExchangeRate } from './exchange-rate.ts'
import { type ExchangeRateColumn, exchangeRateColumns, readExchangeRatesFile } from './exchange-rates-file.ts'
import { type Correction, correctExchangeRates, insertExchangeRates } from './write-exchange-rates.ts'

export interface ExchangeRatesImport {
  readonly bytes: Buffer
  readonly fileName: string
  /** Report what the file contains, and write nothing. */
  readonly checkOnly: boolean
  /** Whether rates that are kept with another value are corrected. */
  readonly correct: boolean
}

export interface ExchangeRatesReport {
  readonly added: number
  readonly corrected: number
  /** Rows that are kept already. */
  readonly unchanged: number
  readonly problems: readonly RowProblem[]
}

interface Checked {
  readonly report: ExchangeRatesReport
  readonly rates: readonly NewExchangeRate[]
  readonly corrections: readonly Correction[]
}

type Row = HeadedRow<ExchangeRateColumn>

/** Takes the rates of the file, or only reports on it. Throws bad_request naming `rows[3].Rate`. */
export async function importExchangeRates(
  app: App,
  actor: Actor,
  { bytes, fileName, checkOnly, correct }: ExchangeRatesImport,
): Promise<ExchangeRatesReport> {
  const { organisationId, userId } = actor
  const rows = await readExchangeRatesFile(app, { organisationId, bytes })
  return change(app, actor, async (tx, now) => {
    const ownCurrency = await getOwnCurrencyToChange(tx, actor)
    const { report, rates, corrections } = await checkRows(tx, rows, { organisationId, ownCurrency, correct })
    if (checkOnly) return { result: report, events: [] }
    if (report.problems.length > 0) throw badInputs(errorsOfRows(report.problems))
    if (rates.length + corrections.length === 0) return { result: report, events: [] }
    await checkRoom(tx, 'exchangeRates', { organisationId }, rates.length)
    const writing = { tx, organisationId, userId, now, source: 'Imported', fileName, reason: null } as const
    if (rates.length > 0) await insertExchangeRates(writing, ownCurrency, rates)
    if (corrections.length > 0) await correctExchangeRates(writing, corrections)
    const facts = { fileName, count: rates.length, corrected: corrections.length }
    const event = exchangeRateEvent('exchangeRate.imported', { organisationId, id: null }, facts)
    return { result: report, events: [event] }
  })
}

interface Into {
  readonly organisationId: number
  readonly ownCurrency: string
  readonly correct: boolean
}

async function checkRows(tx: Tx, rows: readonly Row[], into: Into): Promise<Checked> {
  const { ownCurrency, correct } = into
  const read = rows.map(({ row, cells }) => {
    const rate = { currency: cells.currency.toUpperCase(), from: cells.from, rate: cells.rate }
    return { row, rate, problems: exchangeRateProblems(rate, ownCurrency) }
  })
  const sound = read.filter(({ problems }) => Object.keys(problems).length === 0).map(({ rate }) => rate)
  const known = await knownRates(tx, into, sound)
  const problems: RowProblem[] = []
  const rates: NewExchangeRate[] = []
  const corrections: Correction[] = []
  const first = new Map<string, number>()
  const turn = createYielder()
  let unchanged = 0
  for (const { row, rate, problems: wrong } of read) {
    await turn()
    problems.push(...problemsOfRow(exchangeRateColumns, row, wrong))
    if (Object.keys(wrong).length > 0) continue
    const key = keyOf(rate)
    const earlier = first.get(key)
    first.set(key, earlier ?? row)
    const kept = known.get(key)
    if (earlier !== undefined) {
      problems.push({ row, column: null, message: `is for the same currency and day as row ${earlier}.` })
    } else if (kept === undefined) rates.push(rate)
    else if (compareDecimals(kept.rate, rate.rate) === 0) unchanged++
    else if (correct) corrections.push({ id: kept.id, rate: rate.rate })
    else problems.push({ row, column: exchangeRateColumns.rate, message: isKept(kept.rate) })
  }
  return {
    report: { added: rates.length, corrected: corrections.length, unchanged, problems },
    rates,
    corrections,
  }
}

const isKept = (rate: string) =>
  `is kept as ${short(rate)}: leave the row out, or choose to correct rates that are kept.`

const keyOf = ({ currency, from }: Pick<NewExchangeRate, 'currency' | 'from'>) => `${currency} ${from}`

const anyOf = (values: readonly string[], type: 'text[]' | 'date[]') =>
  sql<string>`any(${[...new Set(values)]}::${sql.raw(type)})`

/** Those rates of the organisation that are for the same currencies and days, locked. */
async function knownRates(
  tx: Tx,
  { organisationId, ownCurrency }: Into,
  rates: readonly NewExchangeRate[],
): Promise<ReadonlyMap<string, { readonly id: number; readonly rate: string }>> {
  const rows = await tx
    .selectFrom('exchange_rates')
    .where('organisation_id', '=', organisationId)
    .where('own_currency', '=', ownCurrency)
    .where(
      'currency',
      '=',
      anyOf(
        rates.map(({ currency }) => currency),
        'text[]',
      ),
    )
    .where(
      'starts_on',
      '=',
      anyOf(
        rates.map(({ from }) => from),
        'date[]',
      ),
    )
    .select(['id', 'currency', 'starts_on', 'rate'])
    .forUpdate()
    .execute()
  return new Map(
    rows.map(({ id, currency, starts_on: from, rate }) => [keyOf({ currency, from }), { id, rate }]),
  )
}
