// What the answers to a form say of a new contract besides the values of fields: its expiry, its key dates, its notice
// period. By the meanings of the fields that were answered.
import { answerOf, type Known } from '../../fields/values/carried.ts'
import type { FieldMeaning } from '../../fields/meaning.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { MayChange } from '../../platform/granted.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Contract } from '../contract.ts'
import { keyDateCreated, noticePeriodSet } from '../events.ts'
import type { KeyDateCategory } from '../key-date.ts'
import { keepNoticeDate, type NoticePeriod, writeNoticePeriod } from '../key-dates/notice-period.ts'
import { insertKeyDate } from '../key-dates/write-key-date.ts'

/** A day that becomes a key date, with the label of the field that was answered. */
export interface AnsweredDate {
  readonly name: string
  readonly date: string
  readonly category: KeyDateCategory
}

export interface AnsweredFacts {
  /** Local time of the organisation: the end of the day that was answered. */
  readonly expiry: string | undefined
  readonly dates: readonly AnsweredDate[]
  readonly notice: NoticePeriod | undefined
}

/** A contract lasts through the day of its expiry. */
export const endOfDay = (day: string): string => `${day}T23:59:00`

const datesOf = {
  EffectiveDate: 'Start',
  RenewalDate: 'Renewal',
  ReviewDate: 'Review',
} as const satisfies Partial<Record<FieldMeaning, KeyDateCategory>>

const unitsOf = { NoticeMonths: 'Months', NoticeDays: 'Days' } as const

/** The facts that the answers say. */
export function answeredFacts(known: readonly Known[]): AnsweredFacts {
  const expiry = answerOf(known, 'Expiry')?.atoms[0]
  const dates = (Object.keys(datesOf) as (keyof typeof datesOf)[]).flatMap((meaning): AnsweredDate[] => {
    const answer = answerOf(known, meaning)
    if (!answer) return []
    const category = datesOf[meaning]
    const name = meaning === 'EffectiveDate' ? startName : answer.field.title
    return [{ name, date: String(answer.atoms[0]), category }]
  })
  return {
    expiry: expiry === undefined ? undefined : endOfDay(String(expiry)),
    dates,
    notice: noticeIn(known),
  }
}

/** The name of the key date on which a contract starts. */
export const startName = 'Start'

function noticeIn(known: readonly Known[]): NoticePeriod | undefined {
  const periods = (Object.keys(unitsOf) as (keyof typeof unitsOf)[]).flatMap((meaning) => {
    const amount = Number(answerOf(known, meaning)?.atoms[0])
    // none, or in a length that a notice period cannot have
    return Number.isInteger(amount) && amount >= 1 && amount <= 999
      ? [{ amount, unit: unitsOf[meaning] }]
      : []
  })
  return periods[0]
}

/** Writes the key dates and the notice period of a contract that has none yet; returns their events. */
export async function writeFacts(
  tx: Tx,
  contract: Pick<Contract, 'organisationId' | 'id' | 'expiry'> & MayChange,
  { dates, notice }: AnsweredFacts,
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<readonly DomainEvent[]> {
  const events: DomainEvent[] = []
  for (const date of dates) {
    const keyDate = { ...plain, ...date }
    const id = await insertKeyDate(tx, contract, keyDate, { by, now })
    events.push(keyDateCreated(contract, { ...keyDate, id }))
  }
  if (!notice) return events
  await writeNoticePeriod(tx, contract, { ...notice, version: 1, now })
  const kept = await keepNoticeDate(
    tx,
    contract,
    { ...notice, keyDateId: null },
    { expiry: contract.expiry, by, now },
  )
  return [...events, noticePeriodSet(contract, undefined, notice), ...kept]
}

/** What a key date has that nobody said anything of. */
export const plain = { value: '0.00', ownerId: null, done: false, reminders: [], recurrence: null } as const
