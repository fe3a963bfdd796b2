// Key dates: the important days of a contract.
//
// key date   a day of the organisation's calendar with a name: a renewal, a notice, a payment
// value      the amount at stake on it, in the organisation's currency; 0 when there is none
// owner      who looks after it and is reminded; the owner of the contract if it has none
// done       whether that was done; one that recurs moves to its next occurrence instead
import { badInputs } from '../platform/errors.ts'
import { readLocalTime } from '../platform/time/local-time.ts'
import { nameProblem } from './contract.ts'
import { checkStart, readRecurrence } from './key-dates/recurrence.ts'

export const keyDateCategories = [
  'Start',
  'Renewal',
  'Notice',
  'Expiry',
  'Payment',
  'Review',
  'Obligation',
  'Other',
] as const
export type KeyDateCategory = (typeof keyDateCategories)[number]

export interface KeyDate {
  readonly id: number
  readonly name: string
  /** `2026-05-06`. */
  readonly date: string
  /** An exact decimal, `1250.00`. */
  readonly value: string
  readonly category: KeyDateCategory
  readonly ownerId: string | null
  readonly done: boolean
  /** How many days before the date its owner is reminded, the most first; 0 is the day itself. */
  readonly reminders: readonly number[]
  /** An RRULE of RFC 5545; the date is the first of the occurrences that are left. */
  readonly recurrence: string | null
}

/** A key date as it is given: the rest has defaults. */
export type NewKeyDate = Pick<KeyDate, 'name' | 'date'> & Partial<Omit<KeyDate, 'id' | 'done'>>

export const keyDateColumns = [
  'id',
  'name',
  'date',
  'value',
  'category',
  'owner_id as ownerId',
  'done',
  'reminders',
  'recurrence',
] as const

/** A row with these columns. */
export const keyDateOf = <
  Row extends { readonly category: string; readonly reminders: readonly (string | number)[] },
>(
  row: Row,
) => ({
  ...row,
  category: row.category as KeyDateCategory,
  // lists of large numbers are read as texts
  reminders: row.reminders.map(Number),
})

/** How a key date is identified: by its id, which is unique, or by its id below a contract. */
export interface KeyDatePlace {
  readonly id: number
  /** Any contract if absent. */
  readonly contractId?: number
}

const mostReminders = 10
const earliestReminder = 730

/** The key date as it is stored. Throws 400 with everything that is wrong with it. */
export function checkedKeyDate<Given extends Omit<KeyDate, 'id'>>(given: Given): Given {
  const name = given.name.trim()
  const { date, value, reminders } = given
  const wrongName = nameProblem(name)
  const isDay = /^\d{4}-\d\d-\d\d$/.test(date) && readLocalTime(date) !== undefined
  const errors = {
    ...(wrongName ? { name: [wrongName] } : {}),
    ...(isDay ? {} : { date: ['must be a day such as 2026-05-06.'] }),
    ...(/^\d{1,16}(\.\d{1,2})?$/.test(value)
      ? {}
      : { value: ['must be an amount such as 1250.00, from 0, with at most 16 digits and two decimals.'] }),
    ...(reminders.length <= mostReminders && reminders.every(isReminder)
      ? {}
      : {
          reminders: [
            `must be at most ${mostReminders} numbers of days before the date, from 0 to ${earliestReminder}.`,
          ],
        }),
  }
  if (Object.keys(errors).length > 0) throw badInputs(errors)
  const recurrence = given.recurrence === null ? null : readRecurrence(given.recurrence)
  if (recurrence !== null) checkStart({ date, recurrence })
  const ordered = [...new Set(reminders)].sort((one, other) => other - one)
  return { ...given, name, value: withCents(value), reminders: ordered, recurrence }
}

const isReminder = (days: number) => Number.isInteger(days) && days >= 0 && days <= earliestReminder

/** An amount as the database returns it: `01250.5` is `1250.50`. */
function withCents(value: string): string {
  const [whole = '0', cents = ''] = value.split('.')
  return `${BigInt(whole)}.${cents.padEnd(2, '0')}`
}
