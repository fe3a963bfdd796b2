// What faults are planted with: an invoice that is being made, and lines of usual work.
import type { AgreedFee } from '../../server/invoices/arrangements/agreed-fees.ts'
import type { VolumeBefore } from '../../server/invoices/arrangements/fees-of-year.ts'
import type { EarlierLine, GuidedLine } from '../../server/invoices/guidelines/rule.ts'

export type Line = Omit<GuidedLine, 'who' | 'hours' | 'words' | 'number'>

export const people = ['H. Ashfield', 'Maria Lopes', 'T. Okafor', 'Jun Sato', 'P. Lindqvist']
const rates = ['640.00', '520.00', '410.00', '290.00', '180.00']
const verbs = ['Draft', 'Review', 'Revise', 'Research', 'Analyse', 'Prepare', 'Amend', 'Summarise']
const objects = [
  'witness statement of Karen Doyle',
  'lease schedule for Pier 9',
  'pleading on limitation',
  'expert report of Dr Hale',
  'indemnity clause of the charter',
  'disclosure list for Northgate',
  'settlement offer by Brightwater',
  'valuation of the warehouse at Dunmore',
  'affidavit on service in Lyttelton',
  'guarantee by Calder Holdings',
]
const details = [
  'on causation and remoteness',
  'after comments by the surveyor',
  'for the hearing bundle',
  'under section 14 of the lease',
  'with authorities on waiver',
  'in light of the tide tables',
  'and schedule of defects',
  'against the port records',
]
export interface Making {
  readonly random: () => number
  readonly lines: Line[]
  readonly expected: Set<string>
  readonly hoursElsewhere: Map<string, number>
  readonly linesElsewhere: Map<string, EarlierLine[]>
  /** By the number of the line, where it is not what is billed; null where nothing is agreed. */
  readonly agreed: Map<number, string | null>
  readonly agreedFees: AgreedFee[]
  volume: VolumeBefore | undefined
}

/** One of them by chance. */
export const pick = <Value>(random: () => number, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)] as Value

/** Hours of one of the people. */
export function work(person: number, day: string, hours: string, description: string): Line {
  const rate = rates[person] ?? '100.00'
  return {
    kind: 'Fee',
    workDate: day,
    description,
    quantity: hours,
    unitPrice: rate,
    amount: ((Number(hours) * Math.round(Number(rate) * 100)) / 100).toFixed(2),
    tax: '0',
    timekeeper: people[person] ?? null,
    timekeeperNumber: `T${person}`,
    timekeeperClass: null,
    taskCode: 'L120',
    activityCode: 'A103',
    expenseCode: null,
  }
}

/** Adds a line on which this rule should find something. */
export function plant({ lines, expected }: Making, rule: string, line: Line): void {
  lines.push(line)
  expected.add(`${rule} ${lines.length}`)
}

let texts = 0
/** A description that is specific. Two that differ in their numbers only are alike to the rule on duplicates. */
export const usualText = (random: () => number) =>
  `${pick(random, verbs)} ${pick(random, objects)} ${pick(random, details)}, item ${++texts}`
