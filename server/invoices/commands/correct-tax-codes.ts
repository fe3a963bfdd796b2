// Correcting the tax codes of lines while an invoice is reviewed: the law firm may have named none, or a wrong one.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { bareObject } from '../../platform/bare-object.ts'
import { compareDecimals, differenceOf, sumOf } from '../../platform/decimal.ts'
import { badInput, badInputs } from '../../platform/errors.ts'
import { short, taxCodesCorrected } from '../events.ts'
import { currencyDigits } from '../../platform/currencies.ts'
import type { StoredLine } from '../stored-lines.ts'
import { appliedBy, finderOf, type TaxCodeReference } from '../taxes/apply-codes.ts'
import {
  correctedTax,
  type Correcting,
  otherRate,
  removeCorrections,
  storeCorrections,
} from '../taxes/corrections.ts'
import { dayOfInvoice } from '../taxes/refresh-codes.ts'
import { readTaxCodes, type StoredTaxCode } from '../taxes/stored-codes.ts'
import { reviewing } from './review-invoice.ts'

/** The code that is right for a line, by the line's number; null takes a correction back. */
export interface AskedTaxCode {
  readonly number: number
  readonly taxCode: TaxCodeReference | null
  /** Why; the law firm sees it. Needed for a correction. */
  readonly reason: string | null
}

/**
 * Corrects the tax codes of lines, all or none. The tax of what is approved follows the code; it is never more than
 * what was billed. Throws like `reviewLines`, and bad_request naming `lines[2].taxCode`.
 */
export function correctTaxCodes(
  app: App,
  actor: Actor,
  id: number,
  {
    asked,
    checkVersion,
  }: { readonly asked: readonly AskedTaxCode[]; readonly checkVersion: (version: number) => void },
): Promise<void> {
  return reviewing(app, actor, { id, checkVersion }, async ({ tx, invoice, lines, now }) => {
    const day = await dayOfInvoice(tx, invoice)
    const codes = await readTaxCodes(tx, invoice.organisationId)
    const { corrections, takenBack } = checked(lines, asked, { codes, day })
    checkNoMore(lines, corrections, { takenBack, currency: invoice.currency })
    await removeCorrections(tx, invoice, [...takenBack])
    await storeCorrections(tx, invoice, corrections, { userId: actor.userId, now })
    const after = new Map(corrections.map(({ line, applies }) => [line.number, applies.taxCodeId]))
    const changed = lines.flatMap(({ number, taxCode, taxCorrection }) => {
      const code = after.has(number)
        ? codes.find((each) => each.id === after.get(number))?.code
        : takenBack.has(number)
          ? taxCorrection?.billed?.code
          : taxCode?.code
      return code === taxCode?.code ? [] : [{ number, from: taxCode?.code ?? null, to: code ?? null }]
    })
    return changed.length === 0 ? [] : [taxCodesCorrected(invoice, changed)]
  })
}

interface Known {
  readonly codes: readonly StoredTaxCode[]
  readonly day: string
}

function checked(lines: readonly StoredLine[], asked: readonly AskedTaxCode[], { codes, day }: Known) {
  const byNumber = new Map(lines.map((line) => [line.number, line]))
  const find = finderOf(codes)
  const errors = bareObject<string[]>()
  const corrections: Correcting[] = []
  const takenBack = new Set<number>()
  const seen = new Set<number>()
  for (const [index, { number, taxCode, reason }] of asked.entries()) {
    const wrong = (name: string, text: string) => {
      errors[`lines[${index}].${name}`] = [text]
    }
    const line = byNumber.get(number)
    if (!line) wrong('number', 'must be the number of a line of this invoice.')
    if (seen.has(number)) wrong('number', 'is given twice.')
    seen.add(number)
    if (!line) continue
    if (taxCode === null) {
      if (line.taxCorrection) takenBack.add(number)
      continue
    }
    if (reason === null) wrong('reason', 'is missing: say to the law firm why the code is another one.')
    const found = find(taxCode)
    const billed = line.taxCorrection ? line.taxCorrection.billed : line.taxCode
    if (found !== undefined && found.id === billed?.id) {
      if (line.taxCorrection) takenBack.add(number)
      continue
    }
    const answer = appliedBy(found, day, undefined)
    if ('reason' in answer) wrong('taxCode', answer.reason)
    else if (compareDecimals(answer.billedRate, line.taxRate) > 0)
      wrong(
        'taxCode',
        `must bill at most ${short(line.taxRate)} %, as the law firm did. Decline an invoice that bills too little tax.`,
      )
    else corrections.push({ line, applies: answer.applies, rate: answer.billedRate, reason: reason ?? '' })
  }
  if (Object.keys(errors).length > 0) throw badInputs(errors)
  return { corrections, takenBack }
}

interface Correction {
  readonly takenBack: ReadonlySet<number>
  readonly currency: string
}

/** Throws bad_request where less tax on lines below 0 would raise what is to be paid. */
function checkNoMore(
  lines: readonly StoredLine[],
  corrections: readonly Correcting[],
  { takenBack, currency }: Correction,
): void {
  const digits = currencyDigits(currency)
  const rates = new Map(corrections.map(({ line, rate }) => [line.number, otherRate(line, rate)]))
  const rateOf = ({ number, taxCorrection }: StoredLine) =>
    rates.get(number) ??
    (rates.has(number) || takenBack.has(number) ? null : (taxCorrection?.taxRate ?? null))
  const billed = sumOf(lines.flatMap(({ amount, tax }) => [amount, tax]))
  const more = sumOf(lines.map((line) => differenceOf(correctedTax(line, rateOf(line), digits), line.tax)))
  if (compareDecimals(billed, '0') >= 0 && compareDecimals(more, '0') > 0)
    throw badInput('lines', 'must not raise the tax of the invoice: correct the lines that charge as well.')
}
