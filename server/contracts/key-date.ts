// Key dates: the important days of a contract.
//
// key date   a day of the organisation's calendar with a name: a renewal, a notice, a payment
// value      the amount at stake on it, in the organisation's currency; 0 when there is none
import { badInputs } from '../platform/errors.ts'
import { readLocalTime } from '../platform/local-time.ts'
import { nameProblem } from './contract.ts'

export interface KeyDate {
  readonly id: number
  readonly name: string
  /** `2026-05-06`. */
  readonly date: string
  /** An exact decimal, `1250.00`. */
  readonly value: string
}

/** How a key date is identified: by its id, which is unique, or by its id below a contract. */
export interface KeyDatePlace {
  readonly id: number
  /** Any contract if absent. */
  readonly contractId?: number
}

/** Throws 400 with everything that is wrong with it. */
export function checkKeyDate({ name, date, value }: Omit<KeyDate, 'id'>): void {
  const wrongName = nameProblem(name)
  const isDay = /^\d{4}-\d\d-\d\d$/.test(date) && readLocalTime(date) !== undefined
  const errors = {
    ...(wrongName ? { name: [wrongName] } : {}),
    ...(isDay ? {} : { date: ['must be a day such as 2026-05-06.'] }),
    ...(/^\d{1,16}(\.\d{1,2})?$/.test(value)
      ? {}
      : { value: ['must be an amount such as 1250.00, 0 or more.'] }),
  }
  if (Object.keys(errors).length > 0) throw badInputs(errors)
}

/** An amount as the database returns it: `01250.5` is `1250.50`. */
export function withCents(value: string): string {
  const [whole = '0', cents = ''] = value.split('.')
  return `${BigInt(whole)}.${cents.padEnd(2, '0')}`
}
