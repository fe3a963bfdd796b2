// How what was read is compared with what lawyers answered. docs/document-facts.md says the same for people.
import type { FactKind, FactValue } from '../../server/contracts/document-facts/reading/fact.ts'
import { durationsIn, inMonthsOrDays } from '../../server/contracts/document-facts/reading/durations.ts'
import type { Labelled } from './labels.ts'

/** A fact of a contract as one text to compare, or undefined for one that has no comparison. */
export const asText = (fact: FactValue): string | undefined => {
  switch (fact.kind) {
    case 'documentName':
    case 'party':
      return plainName(fact.name)
    case 'agreementDate':
    case 'effectiveDate':
    case 'expiryDate':
      return fact.date
    case 'term':
      return undefined
    case 'renewal':
    case 'noticePeriod':
      return inMonthsOrDays(fact.duration)
    case 'governingLaw':
      return plainPlace(fact.place)
    default:
      return undefined
  }
}

interface Compared {
  readonly column: string
  /** What the answer says, in the same form; undefined if it cannot be compared. */
  readonly wanted: (answer: string) => readonly string[] | undefined
  readonly same: (read: string, wanted: string) => boolean
}

const equal = (read: string, wanted: string) => read === wanted

/** The facts that lawyers answered. */
export const compared = {
  documentName: { column: 'Document Name', wanted: (answer) => [plainName(answer)], same: contains },
  party: { column: 'Parties', wanted: partiesOf, same: sameParty },
  agreementDate: { column: 'Agreement Date', wanted: dayOf, same: equal },
  effectiveDate: { column: 'Effective Date', wanted: dayOf, same: equal },
  expiryDate: {
    column: 'Expiration Date',
    wanted: (answer) => (/perpetual/i.test(answer) ? [] : dayOf(answer)),
    same: equal,
  },
  renewal: { column: 'Renewal Term', wanted: lengthsOf, same: equal },
  noticePeriod: { column: 'Notice Period To Terminate Renewal', wanted: lengthsOf, same: equal },
  governingLaw: { column: 'Governing Law', wanted: (answer) => [plainPlace(answer)], same: equal },
} as const satisfies Partial<Record<FactKind, Compared>>

export type ComparedKind = keyof typeof compared
export const comparedKinds = Object.keys(compared) as readonly ComparedKind[]

/** What the contract says of the fact, after its lawyers; undefined if they marked it without a comparable answer. */
export function wantedOf(contract: Labelled, kind: ComparedKind): readonly string[] | undefined {
  const { column, wanted }: Compared = compared[kind]
  const answer = contract.answer(column)
  if (answer === '') return contract.marked(column) ? undefined : []
  return wanted(answer)
}

const legalForms =
  /\b(?:incorporated|inc|l ?l ?c|limited|ltd|corporation|corp|company|co|l ?l ?p|l ?p|plc|pte|s ?a|n ?v|b ?v|gmbh|ag|the)\b/g

/** Small letters and figures, without accents and punctuation. */
function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['.]/g, '')
    .replace(/[^a-z0-9&]+/g, ' ')
    .trim()
}

const withoutForm = (name: string) => plainName(name).replace(legalForms, ' ').replace(/ +/g, ' ').trim()

/** Two names are one if they are equal without their legal forms, or one begins with the other, by whole words. */
function sameParty(read: string, wanted: string): boolean {
  const [one, other] = [withoutForm(read), withoutForm(wanted)]
  if (one === '' || other === '') return read === wanted
  return (
    one === other ||
    one.startsWith(`${other} `) ||
    other.startsWith(`${one} `) ||
    one.replaceAll(' ', '') === other.replaceAll(' ', '')
  )
}

/** One title contains the other, by whole words, and is not a single word. */
function contains(read: string, wanted: string): boolean {
  const inside = (long: string, short: string) => short.includes(' ') && ` ${long} `.includes(` ${short} `)
  return read === wanted || inside(read, wanted) || inside(wanted, read)
}

/** Names between semicolons, without what stands in brackets and quotes; those of all together are none. */
function partiesOf(answer: string): readonly string[] | undefined {
  const names = answer
    .replace(/[“”]/g, '"')
    .split(';')
    .filter((part) => !isOfAll(part))
    .map((part) => plainName(part.replace(/\([^()]*\)?/g, ' ').replace(/"[^"]*"/g, ' ')))
    .filter(
      (name) =>
        name.length > 1 &&
        !/^(?:and|or|each|collectively|parties|party|individually|referred|together)\b/.test(name),
    )
  return names.length === 0 ? undefined : [...new Set(names)]
}

/** "Vericel and MediWound (collectively the Parties)" repeats the others. */
const isOfAll = (part: string): boolean =>
  /\bparties\b/i.test(part) &&
  /^[^(]{1,60}\band\b[^(]{1,60}\([^(]*\b(?:collectively|individually|together)\b/i.test(part)

function dayOf(answer: string): readonly string[] | undefined {
  const match = /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})$/.exec(answer)
  if (!match) return undefined
  const [first, second, given] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const year = given > 99 ? given : given + (given > 69 ? 1900 : 2000)
  const [month, day] = first > 12 ? [second, first] : [first, second]
  return [`${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`]
}

function lengthsOf(answer: string): readonly string[] | undefined {
  const found = durationsIn(answer).map(inMonthsOrDays)
  return found.length === 0 ? undefined : found.slice(0, 1)
}

/** "Ontario, Canada" and "Province of Ontario" are Ontario; "England and Wales" is England. */
function plainPlace(place: string): string {
  return plainName(place.split(/[,;]/)[0] ?? '')
    .replace(/^(?:the )?(?:state|commonwealth|province|republic|kingdom|federal republic) of (?:the )?/, '')
    .replace(/^the /, '')
    .replace(/ and wales$/, '')
}
