// Which lines of a file of invoices are above the rate that is agreed for them. They can be posted; the firm is told.
import type { Reader } from '../../platform/postgres/database.ts'
import { compareDecimals } from '../../platform/decimal.ts'
import { createYielder } from '../../platform/workers/yield-event-loop.ts'
import type { LedesInvoice, LedesLine } from '../ledes/ledes.ts'
import { listNumberedFees } from '../arrangements/fee-lines.ts'
import { agreedRateOf, rateBook } from '../rates/agreed-rate.ts'
import { listFirmRates } from '../rates/write-rates.ts'
import type { FoundMatter } from './find-matters.ts'

/** A line above its rate, by its row in the file. Decimal text. */
export interface LineAboveRate {
  readonly row: number
  /** The number of the invoice. */
  readonly invoice: string
  readonly timekeeper: string
  readonly unitPrice: string
  readonly agreedRate: string
}

export interface LinesAboveRates {
  readonly count: number
  /** The first hundred. */
  readonly lines: readonly LineAboveRate[]
}

const mostShown = 100

interface FoundInvoice {
  readonly invoice: LedesInvoice
  readonly matter: FoundMatter | undefined
  readonly currency: string | null
}

/** The lines above their rates of invoices of one firm, for matters of one organisation that the caller sees. */
export async function linesAboveRates(
  db: Reader,
  sides: { readonly organisationId: number; readonly firmId: number },
  found: readonly FoundInvoice[],
): Promise<LinesAboveRates> {
  const rates = await listFirmRates(db, sides)
  if (rates.length === 0) return { count: 0, lines: [] }
  const fees = await listNumberedFees(db, sides, [
    ...new Set(found.flatMap(({ matter }) => matter?.id ?? [])),
  ])
  const books = new Map(
    [...Map.groupBy(rates, ({ currency }) => currency)].map(([currency, some]) => [
      currency,
      rateBook(
        some,
        fees.filter((fee) => fee.currency === currency),
      ),
    ]),
  )
  const turn = createYielder()
  const above: LineAboveRate[] = []
  let count = 0
  for (const { invoice, matter, currency } of found) {
    const book = books.get(currency ?? '')
    if (!matter || !book) continue
    for (const line of invoice.lines) {
      await turn()
      const rated = ratedLine(line, invoice, matter.id)
      const agreed = rated && agreedRateOf(book, rated)?.rate
      if (agreed === undefined || line.rate === undefined || compareDecimals(line.rate, agreed) <= 0) continue
      count++
      if (above.length < mostShown) {
        above.push({
          row: line.at.row,
          invoice: invoice.number.text,
          timekeeper: line.timekeeper ?? line.timekeeperId ?? line.timekeeperLevel ?? '',
          unitPrice: line.rate,
          agreedRate: agreed,
        })
      }
    }
  }
  return { count, lines: above }
}

/** What its rate follows from; undefined where the day could not be read. */
function ratedLine(line: LedesLine, invoice: LedesInvoice, matterId: number) {
  const day = line.date ?? invoice.date
  if (line.kind !== 'Fee' || day === undefined) return undefined
  return {
    kind: line.kind,
    matterId,
    timekeeperNumber: line.timekeeperId,
    timekeeper: line.timekeeper,
    timekeeperClass: line.timekeeperLevel,
    day,
  }
}
