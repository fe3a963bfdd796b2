// Tax codes that lines of an invoice name: found, checked against what the line states, and applied.
import { bareObject } from '../../platform/bare-object.ts'
import { compareDecimals } from '../../platform/decimal.ts'
import { badInputs } from '../../platform/errors.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { short } from '../events.ts'
import type { NewInvoiceLine } from '../lines.ts'
import type { AppliedTax } from './line-taxes.ts'
import { readTaxCodes, type StoredTaxCode } from './stored-codes.ts'
import { versionOn } from './tax-code.ts'

/** How a line names a code. */
export type TaxCodeReference = { readonly id: number } | { readonly code: string }

/** What applies to a line that names a code, and the rate that the firm bills; or what is wrong with it. */
export type Applied =
  | { readonly applies: AppliedTax; readonly billedRate: string }
  | { readonly property: 'taxCode' | 'taxRate'; readonly reason: string }

/** What a code says of an invoice of the day, for a line that states this rate; undefined: it states none. */
export function appliedBy(
  found: StoredTaxCode | undefined,
  day: string,
  stated: string | undefined,
): Applied {
  const wrong = (property: 'taxCode' | 'taxRate', reason: string) => ({ property, reason })
  if (!found) return wrong('taxCode', 'must be a tax code of the organisation that pays.')
  const { id, code, kind } = found
  if (!found.active) return wrong('taxCode', `must be an active tax code: ${code} is inactive.`)
  const version = versionOn(found.versions, day)
  if (!version) return wrong('taxCode', `must be a tax code with a rate for ${day}: ${code} has none.`)
  const isReverse = kind === 'ReverseCharge'
  const billedRate = isReverse ? '0' : version.rate
  if (stated !== undefined && compareDecimals(stated, billedRate) !== 0) {
    return wrong(
      'taxRate',
      isReverse
        ? `must be 0: ${code} is a reverse charge, so that the law firm bills no tax.`
        : `must be ${short(billedRate)}, the rate of ${code} for invoices of ${day}.`,
    )
  }
  const { recoverable, withholding } = version
  const reverseChargeRate = isReverse ? version.rate : '0'
  return { applies: { taxCodeId: id, reverseChargeRate, recoverable, withholding }, billedRate }
}

interface Applying {
  readonly organisationId: number
  /** A day, which chooses the version. */
  readonly invoiceDate: string
  readonly lines: readonly NewInvoiceLine[]
  /** Of a file: lines get the code that their rate says, of this country if it is known. */
  readonly derived?: { readonly country: string | null } | undefined
}

/** The lines with what their codes say. Throws bad_request naming `lines[2].taxRate`. */
export async function applyTaxCodes(
  db: Reader,
  { organisationId, invoiceDate, lines, derived }: Applying,
): Promise<readonly NewInvoiceLine[]> {
  if (!derived && lines.every(({ taxCode }) => !taxCode)) return lines
  const codes = await readTaxCodes(db, organisationId)
  const find = finderOf(codes)
  const byRate = derived && deriverOf(codes, invoiceDate, derived.country)
  const errors = bareObject<string[]>()
  const applied = lines.map((line, index) => {
    const { taxCode } = line
    const found = taxCode ? find(taxCode) : byRate?.(line.taxRate ?? '0')
    if (!taxCode && !found) return line
    const answer = appliedBy(found, invoiceDate, line.taxRate)
    if ('reason' in answer) {
      errors[`lines[${index}].${answer.property}`] = [answer.reason]
      return line
    }
    return { ...line, taxRate: answer.billedRate, appliedTax: answer.applies }
  })
  if (Object.keys(errors).length > 0) throw badInputs(errors)
  return applied
}

/** Finds a code by its id, or by its name in any case. */
export function finderOf(codes: readonly StoredTaxCode[]) {
  const byId = new Map(codes.map((each) => [each.id, each]))
  const byCode = new Map(codes.map((each) => [each.code.toLowerCase(), each]))
  return (named: TaxCodeReference) =>
    'id' in named ? byId.get(named.id) : byCode.get(named.code.trim().toLowerCase())
}

/**
 * The only active code of the country that bills a rate on the day. A reverse charge is never derived: that no tax is
 * billed does not say that somebody else owes it.
 */
function deriverOf(codes: readonly StoredTaxCode[], day: string, country: string | null) {
  const known = new Map<string, StoredTaxCode | undefined>()
  const candidates = codes.filter(
    (each) => each.active && each.kind !== 'ReverseCharge' && (country === null || each.country === country),
  )
  const only = (rate: string) => {
    const [first, another] = candidates.filter(({ versions }) => {
      const version = versionOn(versions, day)
      return version !== undefined && compareDecimals(version.rate, rate) === 0
    })
    return another ? undefined : first
  }
  return (rate: string) => {
    if (!known.has(rate)) known.set(rate, only(rate))
    return known.get(rate)
  }
}
