// Reviewing the lines of an invoice: what the payer accepts, reduces and rejects, and a reduction of the whole.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { bareObject } from '../../platform/bare-object.ts'
import { compareDecimals } from '../../platform/decimal.ts'
import { badInputs, conflict, forbidden } from '../../platform/errors.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { permitted } from '../../records/rights/access.ts'
import { getInvoiceForUpdate } from '../access.ts'
import { askAgainIfRaised } from '../approvals/rules-of-moves.ts'
import { checkDecisionsNotSent } from '../exchange/waiting.ts'
import { isReviewable, type Invoice } from '../invoice.ts'
import { currencyDigits } from '../../platform/currencies.ts'
import { agreedRatesOfLines } from '../rates/line-rates.ts'
import { decisionProblems, type LineDecision } from '../review/line-decisions.ts'
import { type Reduction, reductionProblems } from '../review/reduction.ts'
import { remainingOf } from '../review/reviewed-invoice.ts'
import {
  getStoredReview,
  storeDecisions,
  storeReduction,
  type StoredReview,
} from '../review/stored-review.ts'
import { listStoredLines, type StoredLine } from '../stored-lines.ts'
import { writeInvoice } from './write-invoice.ts'

/** A decision on a line, by the line's number; null takes it back. */
export interface AskedDecision {
  readonly number: number
  readonly decision: LineDecision | null
}

type CheckVersion = (version: number) => void

/**
 * Decides on lines, all or none; an invoice that was Posted is InReview then. For the organisation that pays, until the
 * invoice is approved or declined: conflict afterwards. Throws bad_request naming `lines[2].approvedAmount`.
 */
export function reviewLines(
  app: App,
  actor: Actor,
  id: number,
  { asked, checkVersion }: { readonly asked: readonly AskedDecision[]; readonly checkVersion: CheckVersion },
): Promise<void> {
  return reviewing(app, actor, { id, checkVersion }, async ({ tx, invoice, lines, now }) => {
    const decisions = checkedDecisions(lines, asked, invoice.currency)
    await storeDecisions(tx, invoice, decisions, { userId: actor.userId, now })
  })
}

/**
 * Reduces every line above its agreed rate to it, with the reason Rate, where nothing is decided yet. Like
 * `reviewLines`; conflict where no line is above.
 */
export function reduceToAgreedRates(
  app: App,
  actor: Actor,
  id: number,
  { checkVersion }: { readonly checkVersion: CheckVersion },
): Promise<void> {
  return reviewing(app, actor, { id, checkVersion }, async ({ tx, invoice, lines, review, now }) => {
    const agreed = await agreedRatesOfLines(tx, invoice)
    const digits = currencyDigits(invoice.currency)
    const decisions = new Map<number, LineDecision>()
    for (const line of lines) {
      const rate = agreed.get(line.number)
      if (rate === undefined || review.decisions.has(line.number)) continue
      if (compareDecimals(line.unitPrice, rate) <= 0) continue
      const decision = { decision: 'Reduced', approvedUnitPrice: rate, reason: 'Rate', note: null } as const
      // what a discount has brought below it already stays
      if (Object.keys(decisionProblems(line, decision, digits)).length === 0) {
        decisions.set(line.number, decision)
      }
    }
    if (decisions.size === 0) {
      throw conflict('No line without a decision is above the rate that is agreed for it.')
    }
    await storeDecisions(tx, invoice, decisions, { userId: actor.userId, now })
  })
}

/** Reduces the whole invoice, in place of an earlier reduction; undefined takes it back. Like `reviewLines`. */
export function reduceInvoice(
  app: App,
  actor: Actor,
  id: number,
  {
    reduction,
    checkVersion,
  }: { readonly reduction: Reduction | undefined; readonly checkVersion: CheckVersion },
): Promise<void> {
  return reviewing(app, actor, { id, checkVersion }, async ({ tx, invoice, lines, review, now }) => {
    if (reduction !== undefined) {
      const remaining = remainingOf(lines, review.decisions, invoice.currency)
      const problems = reductionProblems(reduction, remaining, currencyDigits(invoice.currency))
      if (Object.keys(problems).length > 0) {
        throw badInputs(Object.fromEntries(Object.entries(problems).map(([name, text]) => [name, [text]])))
      }
    }
    await storeReduction(tx, invoice, reduction, { userId: actor.userId, now })
  })
}

/** An invoice that is being reviewed, locked. */
export interface Reviewing {
  readonly tx: Tx
  readonly invoice: Invoice
  readonly lines: readonly StoredLine[]
  readonly review: StoredReview
  readonly now: Date
}

/** Which invoice is reviewed, and whether what was sent to its firm changes because that appealed. */
interface ReviewAsked {
  readonly id: number
  readonly checkVersion: CheckVersion
  readonly appealed?: boolean
}

/**
 * Writes to the review of an invoice, which is InReview then, and may return further events. Throws not_found,
 * forbidden for firms and without the right, and conflict where the invoice is not posted or already decided.
 */
export function reviewing(
  app: App,
  actor: Actor,
  { id, checkVersion, appealed = false }: ReviewAsked,
  write: (on: Reviewing) => Promise<readonly DomainEvent[] | undefined>,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { invoice, mover } = await getInvoiceForUpdate(tx, actor, id)
    if (!mover.involvement.isOwn) throw forbidden('Invoices are reviewed by the organisation that pays them.')
    const changing = permitted(invoice, mover.involvement, 'reviewInvoices')
    if (!isReviewable(invoice.status)) {
      throw conflict(
        `The lines of an invoice are reviewed after it is posted, until it is approved or declined; this one is ${invoice.status}.`,
      )
    }
    checkVersion(invoice.version)
    if (!appealed) await checkDecisionsNotSent(tx, invoice)
    const [lines, review] = await Promise.all([listStoredLines(tx, invoice), getStoredReview(tx, invoice)])
    const written = (await write({ tx, invoice, lines, review, now })) ?? []
    const next = { ...invoice, status: 'InReview' } as const
    const reviewed = await writeInvoice(tx, actor, changing, { next, now, reviewed: true })
    const asked = await askAgainIfRaised(tx, actor, invoice, now)
    return { result: undefined, events: [...reviewed, ...written, ...asked] }
  })
}

function checkedDecisions(lines: readonly StoredLine[], asked: readonly AskedDecision[], currency: string) {
  const byNumber = new Map(lines.map((line) => [line.number, line]))
  const digits = currencyDigits(currency)
  const errors = bareObject<string[]>()
  const decisions = new Map<number, LineDecision | null>()
  for (const [index, { number, decision }] of asked.entries()) {
    const line = byNumber.get(number)
    if (line === undefined)
      errors[`lines[${index}].number`] = ['must be the number of a line of this invoice.']
    if (decisions.has(number)) errors[`lines[${index}].number`] = ['is given twice.']
    decisions.set(number, decision)
    if (line === undefined || decision === null) continue
    for (const [name, text] of Object.entries(decisionProblems(line, decision, digits))) {
      errors[`lines[${index}].${name}`] = [text]
    }
  }
  if (Object.keys(errors).length > 0) throw badInputs(errors)
  return decisions
}
