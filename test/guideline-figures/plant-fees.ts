// Faults against fees that are agreed beside rates: every invoice has the arrangements, and lines that keep to them.
import { differenceOf, sumOf } from '../../server/platform/decimal.ts'
import type { AgreedFee } from '../../server/invoices/arrangements/agreed-fees.ts'
import { type Line, type Making, plant, usualText, work } from './planting.ts'

/** Adds lines of an arrangement, with a fault or without. */
type PlantingOfFees = (making: Making, isFaulty: boolean) => void

interface Share {
  readonly amount: string
  readonly billed: string
}

/** The fixed fee for the phase L200 until 28 May. */
const fixedFee = ({ amount, billed }: Share): AgreedFee => ({
  id: 1,
  kind: 'Fixed',
  state: null,
  title: 'Pleadings',
  phase: 'L200',
  billedAs: 'FIXED',
  from: '2026-05-01',
  to: '2026-05-28',
  amount,
  billed,
})

/** The cap on the hours of two days. */
const cap = ({ amount, billed }: Share): AgreedFee => ({
  id: 2,
  kind: 'Capped',
  state: null,
  title: 'Hearing',
  phase: null,
  billedAs: null,
  from: '2026-05-29',
  to: '2026-05-30',
  amount,
  billed,
})

/** A fee under this number for the claim being dismissed, which it was if the fee is due. */
const successFee = (billedAs: string, isDue: boolean, { amount, billed }: Share): AgreedFee => ({
  id: isDue ? 4 : 5,
  kind: 'Success',
  state: isDue ? 'Succeeded' : 'Open',
  title: 'Claim dismissed',
  phase: null,
  billedAs,
  from: '2026-05-01',
  to: null,
  amount,
  billed,
})

/** Work that a fee is billed for, by nobody or under its number. */
const feeLine = (making: Making, amount: string, timekeeperNumber: string | null): Line => ({
  ...work(0, '2026-05-28', '1', usualText(making.random)),
  unitPrice: amount,
  amount,
  taskCode: 'L210',
  timekeeper: null,
  timekeeperNumber,
})

/** 500.00 of the fee are left; a faulty invoice bills more, sometimes with all of its last line. */
const billFixedFee: PlantingOfFees = (making, isFaulty) => {
  making.agreedFees.push(fixedFee({ amount: '4000.00', billed: '3500.00' }))
  const isFarBeyond = isFaulty && making.random() < 0.5
  const first = feeLine(making, isFarBeyond ? '620.00' : '300.00', null)
  if (isFarBeyond) plant(making, 'overFixedFee', first)
  else making.lines.push(first)
  const last = feeLine(making, isFaulty ? '200.01' : '200.00', ' fixed')
  if (isFaulty) plant(making, 'overFixedFee', last)
  else making.lines.push(last)
}

/** Hours in the phase of the fee; on the day after it they are nothing. */
const billHoursInFixedFee: PlantingOfFees = (making, isFaulty) => {
  const hours = (day: string): Line => ({
    ...work(2, day, '0.9', usualText(making.random)),
    taskCode: 'L230',
  })
  if (isFaulty) plant(making, 'hourlyInFixedFee', hours('2026-05-28'))
  making.lines.push(hours('2026-05-31'))
}

/** 700.00 of the cap are left, of which a fee without hours takes nothing. */
const billCappedHours: PlantingOfFees = (making, isFaulty) => {
  making.agreedFees.push(cap({ amount: '2000.00', billed: '1300.00' }))
  making.lines.push(work(1, '2026-05-29', '1', usualText(making.random)))
  const beyond = work(4, '2026-05-29', isFaulty ? '1.1' : '1', usualText(making.random))
  if (isFaulty) plant(making, 'overCap', beyond)
  else making.lines.push(beyond)
  const nobody = { timekeeper: null, timekeeperNumber: null }
  making.lines.push({ ...work(3, '2026-05-30', '1', usualText(making.random)), ...nobody })
}

/** 800.00 of a fee are due; nothing is due of another one, which an invoice without a fault does not bill. */
const billSuccessFees: PlantingOfFees = (making, isFaulty) => {
  making.agreedFees.push(
    successFee('DUE', true, { amount: '5000.00', billed: '4200.00' }),
    successFee('OPEN', false, { amount: '0', billed: '0' }),
  )
  const due = feeLine(making, isFaulty ? '800.01' : '800.00', 'due ')
  if (isFaulty) {
    plant(making, 'overSuccessFee', due)
    plant(making, 'earlySuccessFee', feeLine(making, '950.00', 'OPEN'))
  } else making.lines.push(due)
}

export const plantingsOfFees: readonly PlantingOfFees[] = [
  billFixedFee,
  billHoursInFixedFee,
  billCappedHours,
  billSuccessFees,
]

/**
 * A discount of 10 % from so many fees that an invoice just reaches it or, with a fault, owes the amount of its last
 * line of work and a cent more. Everything else of the invoice has been added.
 */
export function plantDiscount(making: Making, isFaulty: boolean): void {
  const before = '84000.00'
  const fees = making.lines.flatMap(({ kind, amount }, index) =>
    kind === 'Fee' ? [{ number: index + 1, amount }] : [],
  )
  const [last, next] = fees.toReversed()
  if (!last || !next) throw new Error('An invoice without work was generated')
  const reached = sumOf([before, ...fees.map(({ amount }) => amount)])
  // ten times as much is beyond the tier
  const beyond = isFaulty ? sumOf([...Array.from({ length: 10 }, () => last.amount), '0.10']) : '0'
  const tiers = [{ from: differenceOf(reached, beyond), percent: '10' }]
  const year = { from: '2026-01-01', to: '2027-01-01' }
  making.volume = { id: 3, title: 'Fees of a year', tiers, year, before }
  if (isFaulty) for (const { number } of [last, next]) making.expected.add(`volumeDiscount ${number}`)
}
