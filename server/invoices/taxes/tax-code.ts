// Tax codes: terms, and the rules that depend on nothing else.
//
// tax code         what an organisation that pays calls a tax of a country; lines of its invoices name one
// kind             standard and reduced rates are billed; zero and exempt bill none; of a reverse charge the law firm
//                  bills none, and the organisation itself owes the tax
// version          what a code says of invoices of some days: the date of the invoice chooses
// recoverable      the share of the tax that the tax office gives back; the rest is a cost
// withholding      the share of the amount without tax that is kept back when the invoice is paid
import { bareObject } from '../../platform/bare-object.ts'
import { compareDecimals, isDecimal } from '../../platform/decimal.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { NameOf } from '../../platform/events/event-names.ts'
import { short } from '../events.ts'

export const taxKinds = ['Standard', 'Reduced', 'Zero', 'Exempt', 'ReverseCharge'] as const
export type TaxKind = (typeof taxKinds)[number]

export const longestCode = 20
export const longestName = 255
/** The most versions of one code. */
export const mostVersions = 100

/** A version of a code. Days are `2026-05-06`, the last one included; percentages are decimal text. */
export interface TaxVersion {
  readonly from: string
  readonly to: string | null
  readonly rate: string
  readonly recoverable: string
  readonly withholding: string
}

/** What a code is made of. */
export interface TaxCodeValues {
  readonly code: string
  readonly name: string
  readonly country: string
  readonly kind: TaxKind
  readonly active: boolean
  /** In the order of their days. */
  readonly versions: readonly TaxVersion[]
}

/** What is wrong with a code, by property; empty if nothing is. */
export function taxCodeProblems({ code, name, country, kind, versions }: TaxCodeValues) {
  const problems = bareObject<string[]>()
  const note = (path: string, wrong: boolean, expected: string) => {
    if (wrong) problems[path] = [`must be ${expected}.`]
  }
  const isText = (text: string, longest: number) =>
    text.trim() !== '' && text.length <= longest && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text)
  note('code', !isText(code, longestCode), `a text of 1 to ${longestCode} characters, such as GB20`)
  note('name', !isText(name, longestName), `a text of 1 to ${longestName} characters in one line`)
  note('country', !/^[A-Z]{2}$/.test(country), 'a country of two letters such as GB (ISO 3166)')
  const fits = versions.length >= 1 && versions.length <= mostVersions
  note('rates', !fits, `1 to ${mostVersions} rates with the days of invoices that they are for`)
  const isFree = kind === 'Zero' || kind === 'Exempt'
  for (const [index, { from, to, rate, recoverable, withholding }] of versions.entries()) {
    const at = (property: string) => `rates[${index}].${property}`
    const [before] = index === 0 ? [] : versions.slice(index - 1, index)
    const isAfter = before === undefined || (before.to !== null && before.to < from)
    note(at('from'), !isAfter, 'after the last day of the rate before it, which needs one')
    note(at('to'), to !== null && to < from, 'a day on or after the first one')
    for (const [property, percent] of Object.entries({ rate, recoverable, withholding }))
      note(at(property), !isPercent(percent), 'a percentage from 0 to 100, such as 20')
    if (!isPercent(rate)) continue
    const isZero = compareDecimals(rate, '0') === 0
    note(at('rate'), isFree && !isZero, 'zero for a code of this kind')
    note(at('rate'), !isFree && isZero, 'more than 0 for a code of this kind')
  }
  return problems
}

const isPercent = (percent: string) =>
  isDecimal(percent, 3, 4) && !percent.startsWith('-') && compareDecimals(percent, '100') <= 0

/** The version for an invoice of this day. */
export const versionOn = <Version extends Pick<TaxVersion, 'from' | 'to'>>(
  versions: readonly Version[],
  day: string,
): Version | undefined => versions.find(({ from, to }) => from <= day && (to === null || day <= to))

/** For the history: `20 % from 2026-01-01, 100 % recoverable, 0 % withheld`. */
export const versionText = ({ from, to, rate, recoverable, withholding }: TaxVersion): string => {
  const days = to === null ? `from ${from}` : `${from} to ${to}`
  return `${short(rate)} % ${days}, ${short(recoverable)} % recoverable, ${short(withholding)} % withheld`
}

/** What happened to a code: history of the organisation. */
export const taxCodeEvent = (
  name: NameOf<'taxCode'>,
  { organisationId, id }: { readonly organisationId: number; readonly id: number },
  facts: Readonly<Record<string, unknown>>,
): DomainEvent => ({ name, organisationId, resource: { kind: 'taxCode', id }, subject: null, facts })
