// Invoices with planted faults, from a seed: what each rule of the guidelines should find in them, and nothing else.
import { guidedLines } from '../../server/invoices/guidelines/find-flags.ts'
import { dayAfter } from '../../server/invoices/guidelines/reading.ts'
import type { EarlierLine, GuidedInvoice, GuidelineContext } from '../../server/invoices/guidelines/rule.ts'
import { plantDiscount, plantingsOfFees } from './plant-fees.ts'
import { type Line, type Making, people, pick, plant, usualText, work } from './planting.ts'

export interface Planted extends Pick<GuidelineContext, 'agreedFees' | 'volume'> {
  readonly invoice: GuidedInvoice
  readonly today: string
  readonly available: string | undefined
  readonly hoursElsewhere: ReadonlyMap<string, number>
  readonly linesElsewhere: ReadonlyMap<string, readonly EarlierLine[]>
  /** `rule line`, the line 0 for the whole invoice. */
  readonly expected: ReadonlySet<string>
  readonly agreedRates: ReadonlyMap<number, string>
}

export const openedOn = '2026-01-10'
export const closedOn = '2026-12-20'

// written without looking at the word lists: what people of firms write when they are in a hurry
const vague = [
  'Attention to file',
  'Review documents',
  'Telephone call with client',
  'Emails',
  'Work on matter',
  'Various emails and calls',
  'Legal research',
  'Further drafting',
  'Correspondence',
  'Conference with team',
  'Follow up',
  'Review and revise draft',
  'Professional services',
  'Internal discussions re strategy',
  'Consider issues',
]
const blocks = [
  'Review charter by Calder; draft reply to Northgate; call with surveyor on Pier 9',
  'Draft notice to Brightwater, review tide tables, email Karen Doyle on Dunmore',
  'Prepare bundle index, revise pleading on waiver and confer with Dr Hale on defects',
  'Telephone Calder Holdings on guarantee. Review valuation. Draft letter to Lyttelton registry',
]
const office = [
  'Scanning of exhibits by Karen Doyle for Pier 9',
  'Photocopying of lease schedules for Northgate',
  'Conflict check for Calder Holdings and Brightwater',
  'Data entry of port records for Dunmore',
  'Courier of exhibits to registry in Lyttelton',
]

const expense = (code: string, amount: string, day: string, description: string): Line => ({
  ...work(0, day, '1', description),
  kind: 'Disbursement',
  unitPrice: amount,
  amount,
  timekeeper: null,
  timekeeperNumber: null,
  taskCode: null,
  activityCode: null,
  expenseCode: code,
})

// days in May are the usual work's; each fault has its own days, so that the days' hours do not meet
const usualDay = (random: () => number) => dayAfter('2026-05-01', Math.floor(random() * 20))
function addUsualWork({ random, lines }: Making): void {
  for (let at = 0; at < 30; at++) {
    const person = at % people.length
    // at most two lines of 1.6 hours fall on a day for anybody, and never two of the same time: they could be twins
    const tenths = 2 + 2 * Math.floor(random() * 7) + (at < 20 ? 0 : 1)
    const hours = (tenths / 10).toFixed(1)
    lines.push(work(person, dayAfter('2026-05-01', at % 20), hours, usualText(random)))
  }
  lines.push(expense('E101', '12.40', usualDay(random), 'Copies of exhibits 1 to 60'))
  lines.push(expense('E112', '60.00', usualDay(random), 'Registry fee in Lyttelton'))
}

type Planting = (making: Making) => void

/** One way of planting each fault that lies in lines. */
const plantings: Readonly<Record<string, Planting>> = {
  rateAboveAgreed: (making) => {
    const line = work(2, '2026-05-27', '0.7', usualText(making.random))
    plant(making, 'rateAboveAgreed', line)
    making.agreed.set(making.lines.length, (Number(line.unitPrice) - 10).toFixed(2))
  },
  timekeeperNotAgreed: (making) => {
    plant(making, 'timekeeperNotAgreed', work(3, '2026-05-27', '0.4', usualText(making.random)))
    making.agreed.set(making.lines.length, null)
  },
  hoursPerDay: (making) => {
    plant(making, 'hoursPerDay', work(1, '2026-05-25', '11.5', usualText(making.random)))
    making.hoursElsewhere.set('t2 2026-05-26', 65_000)
    plant(making, 'hoursPerDay', work(2, '2026-05-26', '4.0', usualText(making.random)))
  },
  duplicates: (making) => {
    const twice = work(3, '2026-05-24', '1.3', usualText(making.random))
    making.lines.push(twice)
    plant(making, 'duplicates', { ...twice, description: `${twice.description}.` })
    const before = work(4, '2026-05-24', '0.9', usualText(making.random))
    making.linesElsewhere.set('t4 2026-05-24 9000', [
      { invoiceNumber: 'A-1', words: before.description.toLowerCase().split(/\W+/).filter(Boolean) },
    ])
    plant(making, 'duplicates', before)
    // the same time for other work is nothing
    making.lines.push(work(3, '2026-05-24', '1.3', 'Interview harbour master on mooring logs of 3 March'))
  },
  workOutsideMatter: (making) => {
    plant(making, 'workOutsideMatter', work(0, '2026-01-09', '0.5', usualText(making.random)))
    making.expected.add(`oldWork ${making.lines.length}`)
  },
  oldWork: (making) => plant(making, 'oldWork', work(0, '2026-02-20', '0.5', usualText(making.random))),
  expenseCap: (making) =>
    plant(making, 'expenseCap', expense('E101', '62.00', '2026-05-12', 'Copies of exhibits 61 to 300')),
  receipt: (making) =>
    plant(making, 'receipt', expense('E115', '340.00', '2026-05-12', 'Transcript of deposition of Dr Hale')),
  vagueText: (making) => plant(making, 'vagueText', work(1, '2026-05-22', '0.7', pick(making.random, vague))),
  blockBilling: (making) =>
    plant(making, 'blockBilling', work(2, '2026-05-22', '4.4', pick(making.random, blocks))),
  administrative: (making) =>
    plant(making, 'administrative', work(4, '2026-05-22', '0.8', pick(making.random, office))),
  meetings: (making) => {
    const text = 'Conference with Calder Holdings on guarantee'
    for (const person of [0, 1]) making.lines.push(work(person, '2026-05-23', '1.1', text))
    plant(making, 'meetings', work(3, '2026-05-23', '1.1', `${text} of the charter`))
    making.lines.push(work(4, '2026-05-23', '0.4', 'Call with registry in Lyttelton on sealed order'))
  },
  travel: (making) =>
    plant(making, 'travel', work(1, '2026-05-21', '3.0', 'Travel to Dunmore for inspection of warehouse')),
  scope: (making) =>
    plant(making, 'scope', { ...work(1, '2026-05-21', '0.6', usualText(making.random)), taskCode: 'L510' }),
}

/** An invoice with usual work and some of the faults. */
export async function plantedInvoice(random: () => number): Promise<Planted> {
  const making: Making = {
    random,
    lines: [],
    expected: new Set(),
    hoursElsewhere: new Map(),
    linesElsewhere: new Map(),
    agreed: new Map(),
    agreedFees: [],
    volume: undefined,
  }
  addUsualWork(making)
  for (const planting of Object.values(plantings)) if (random() < 0.4) planting(making)
  for (const planting of plantingsOfFees) planting(making, random() < 0.4)
  plantDiscount(making, random() < 0.4)
  const [isLate, isOver] = [random() < 0.2, random() < 0.2]
  if (isLate) making.expected.add('lateInvoice 0')
  if (isOver) making.expected.add('overBudget 0')
  const lines = await guidedLines(making.lines.map((line, index) => ({ number: index + 1, ...line })))
  return {
    invoice: {
      currency: 'NZD',
      digits: 2,
      invoiceDate: '2026-06-02',
      periodEnd: isLate ? '2026-04-10' : '2026-05-31',
      hasFile: false,
      lines,
    },
    today: '2026-06-03',
    available: isOver ? '100.00' : '1000000.00',
    hoursElsewhere: making.hoursElsewhere,
    linesElsewhere: making.linesElsewhere,
    agreedRates: agreedRatesOf(making),
    agreedFees: making.agreedFees,
    volume: making.volume,
    expected: making.expected,
  }
}

/** What is billed is agreed, but for what was planted. */
const agreedRatesOf = ({ lines, agreed }: Making): ReadonlyMap<number, string> =>
  new Map(
    lines.flatMap((line, index): [number, string][] => {
      const rate = agreed.has(index + 1) ? agreed.get(index + 1) : line.unitPrice
      return typeof rate === 'string' && line.kind === 'Fee' ? [[index + 1, rate]] : []
    }),
  )
