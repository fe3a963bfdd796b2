// Where an accepted fact is recorded, and whether it is recorded already.
import { noticeUnits, type NoticePeriod } from '../key-dates/notice-period.ts'
import { bareNameOf } from '../../platform/legal-forms.ts'
import type { FactPlace, Proposal, Recorded } from './proposals.ts'
import type { Duration } from './reading/durations.ts'
import type { FactValue } from './reading/fact.ts'
import type { ReadFact } from './reading/read-in-worker.ts'

/** The place of the fact on the contract; null for what is only shown. */
export function placeOf(value: FactValue, facts: readonly ReadFact[], recorded: Recorded): FactPlace | null {
  switch (value.kind) {
    case 'party':
      return recorded.noPlaceFor.includes('otherParty') || isSameName(value.name, recorded.own)
        ? null
        : 'otherParty'
    case 'effectiveDate':
      return 'effectiveDate'
    case 'agreementDate':
      // a contract that says nothing else starts on its day
      return facts.some(({ value: { kind } }) => kind === 'effectiveDate') ? null : 'effectiveDate'
    case 'expiryDate':
      return 'expiry'
    case 'noticePeriod':
      return 'noticePeriod'
    case 'value':
      return recorded.noPlaceFor.includes('value') ? null : 'value'
    case 'renewal':
      return value.automatic && hasEnd(facts, recorded) ? 'renewalDecision' : null
    case 'obligation':
      // what is past is only shown
      return value.date === null || value.date >= recorded.today ? 'obligation' : null
    default:
      return null
  }
}

const hasEnd = (facts: readonly ReadFact[], { expiry }: Recorded) =>
  expiry !== null || facts.some(({ value: { kind } }) => kind === 'expiryDate')

/** Whether the contract says the same in that place. */
export function stateOf(place: FactPlace, value: FactValue, recorded: Recorded): Proposal['state'] {
  return isRecorded(place, value, recorded) ? 'recorded' : 'proposed'
}

function isRecorded(place: FactPlace, value: FactValue, recorded: Recorded): boolean {
  switch (place) {
    case 'otherParty':
      return (
        value.kind === 'party' &&
        recorded.otherParty !== null &&
        isSameName(value.name, recorded.otherParty.name)
      )
    case 'effectiveDate':
      return 'date' in value && recorded.effectiveDate === value.date
    case 'expiry':
      return 'date' in value && recorded.expiry === value.date
    case 'noticePeriod':
      return value.kind === 'noticePeriod' && isSameLength(value.duration, recorded.notice)
    case 'value':
      return (
        value.kind === 'value' &&
        recorded.value !== null &&
        Number(recorded.value.amount) === Number(value.amount)
      )
    case 'obligation':
      return value.kind === 'obligation' && recorded.obligations.has(value.name)
    case 'renewalDecision':
      return value.kind === 'renewal' && isSameLength(value.duration, recorded.renewalTerm)
  }
}

function isSameLength(duration: Duration, recorded: NoticePeriod | undefined): boolean {
  const { amount, unit } = lengthOf(duration)
  return amount === recorded?.amount && unit === recorded.unit
}

/** A length of time as the notice period or the term of renewal of a contract. */
export function lengthOf({ amount, unit }: Duration): NoticePeriod {
  const known = noticeUnits.find((each) => each.toLowerCase() === unit)
  return { amount, unit: known ?? 'Days' }
}

/** The same company, whatever its legal form is written like. */
const isSameName = (one: string, other: string): boolean => {
  const [first, second] = [bareNameOf(one), bareNameOf(other)]
  return (
    first !== '' && (first === second || first.startsWith(`${second} `) || second.startsWith(`${first} `))
  )
}
