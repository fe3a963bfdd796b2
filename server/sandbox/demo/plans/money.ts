// Two years of invoices of the demo's legal department, as data: what law firms and others billed month by month, what
// was approved of it, and when it was paid. Days count from today; every start makes the same.
import { productOf, roundedHalfEven, sumOf } from '../../../platform/decimal.ts'
import { type Series, series, type Work } from './billing-series.ts'

export interface PastLine {
  readonly kind: 'Fee' | 'Disbursement'
  readonly description: string
  readonly timekeeper: string | null
  readonly timekeeperNumber: string | null
  readonly timekeeperClass: string | null
  readonly taskCode: string | null
  readonly activityCode: string | null
  readonly expenseCode: string | null
  /** Days before the date of the invoice. */
  readonly daysBefore: number
  readonly quantity: string
  readonly unitPrice: string
  readonly amount: string
  readonly tax: string
  readonly reverseCharge: string
  readonly approvedAmount: string
  readonly approvedTax: string
  readonly approvedReverseCharge: string
}

export interface PastInvoice {
  readonly number: string
  /** The external id of the matter. */
  readonly matter: string
  /** A law firm of the demo, or the name of another payee. */
  readonly firm: string
  readonly isOrganisation: boolean
  readonly description: string
  readonly currency: string
  /** Days from today, of the invoice and of what was done with it. */
  readonly dated: number
  readonly approvedAfter: number
  /** Null for one that waits to be paid. */
  readonly paidAfter: number | null
  /** The code of the cost centre that bears it. */
  readonly costCentre: string
  readonly taxCode: string
  readonly lines: readonly PastLine[]
}

const months = 24
const daysOfMonth = 30.4375
const gst = '0.15'

/** Whole numbers below a limit that depend on these two only. */
const chosen = (seed: number, place: number, limit: number): number =>
  (Math.imul(seed * 31 + place + 7, 2_654_435_761) >>> 8) % limit

function lineOf(
  { taxCode }: Series,
  line: Omit<PastLine, 'amount' | 'tax' | 'reverseCharge' | `approved${string}`>,
  approvedPercent: string,
): PastLine {
  const amount = roundedHalfEven(productOf(line.quantity, line.unitPrice), 2)
  const approvedAmount = roundedHalfEven(productOf(amount, approvedPercent), 2)
  const taxOf = (net: string) => (taxCode === 'GST' ? roundedHalfEven(productOf(net, gst), 2) : '0')
  const owedOf = (net: string) => (taxCode === 'RC' ? roundedHalfEven(productOf(net, gst), 2) : '0')
  return {
    ...line,
    amount,
    tax: taxOf(amount),
    reverseCharge: owedOf(amount),
    approvedAmount,
    approvedTax: taxOf(approvedAmount),
    approvedReverseCharge: owedOf(approvedAmount),
  }
}

function linesOf(one: Series, seed: number, isThisYear: boolean): readonly PastLine[] {
  const fees = one.people.flatMap((person, place) =>
    Array.from({ length: 2 }, (_, turn): PastLine => {
      const at = place * 2 + turn
      const { task, activity, text } = one.works[(seed + at) % one.works.length] ?? one.works[0] ?? noWork
      const quantity = ((chosen(seed, at, 60) + 12) / (person.class === 'PARTNER' ? 20 : 10)).toFixed(2)
      return lineOf(
        one,
        {
          kind: 'Fee',
          description: text,
          timekeeper: person.name,
          timekeeperNumber: person.number,
          timekeeperClass: person.class,
          taskCode: task,
          activityCode: activity,
          expenseCode: null,
          daysBefore: 3 + chosen(seed, at + 20, 26),
          quantity,
          unitPrice: person.rates[isThisYear ? 1 : 0],
        },
        // every fourth entry was reduced
        chosen(seed, at + 40, 4) === 0 ? '0.85' : '1',
      )
    }),
  )
  const [code, text, price] = one.expense
  const expense = lineOf(
    one,
    {
      kind: 'Disbursement',
      description: text,
      timekeeper: null,
      timekeeperNumber: null,
      timekeeperClass: null,
      taskCode: null,
      activityCode: null,
      expenseCode: code,
      daysBefore: 5,
      quantity: '1',
      unitPrice: (price + chosen(seed, 60, 90)).toFixed(2),
    },
    '1',
  )
  return [...fees, expense]
}

const noWork: Work = { task: 'L120', activity: 'A104', text: 'Work' }

function invoicesOf(one: Series, place: number): readonly PastInvoice[] {
  const count = Math.floor(months / one.every)
  return Array.from({ length: count }, (_, index): PastInvoice => {
    const monthsAgo = months - index * one.every
    const seed = place * 1_000 + index
    const [matter = '', costCentre = '', description = ''] = one.matters[index % one.matters.length] ?? []
    const approvedAfter = 5 + chosen(seed, 80, 24)
    const dated = -Math.round(monthsAgo * daysOfMonth - 3 - place)
    const paidAfter = approvedAfter + 9 + chosen(seed, 81, 22)
    return {
      number: `${one.prefix}${one.first + index}`,
      matter,
      firm: one.firm,
      isOrganisation: one.isOrganisation,
      description,
      currency: one.currency,
      dated,
      approvedAfter: Math.min(approvedAfter, -dated - 1),
      // what was approved lately waits to be paid
      paidAfter: monthsAgo <= 3 || dated + paidAfter >= -20 ? null : paidAfter,
      costCentre,
      taxCode: one.taxCode,
      lines: linesOf(one, seed, monthsAgo <= 12),
    }
  })
}

/** The invoices, in the order of their firms and days. */
export const pastInvoices: readonly PastInvoice[] = series.flatMap(invoicesOf)

/** The sum of a figure of all lines, or of those of a kind. */
export const sumOfLines = (
  { lines }: PastInvoice,
  figure: 'amount' | 'tax' | 'reverseCharge' | 'approvedAmount' | 'approvedTax' | 'approvedReverseCharge',
  kind?: PastLine['kind'],
): string =>
  sumOf(lines.filter((line) => kind === undefined || line.kind === kind).map((line) => line[figure]))

/** What the department itself costs in a month. */
export interface InsideMonth {
  readonly kind: 'People' | 'Software' | 'Other'
  readonly department: string
  readonly costCentre: string
  /** In the first of the months, and what it grows by with each. */
  readonly amount: number
  readonly growth: number
  readonly hours: number | null
  readonly note: string | null
}

export const insideMonths: readonly InsideMonth[] = [
  {
    kind: 'People',
    department: 'Legal',
    costCentre: '4300',
    amount: 31_400,
    growth: 210,
    hours: 455,
    note: 'Salaries with on-costs, from payroll',
  },
  {
    kind: 'People',
    department: 'Disputes',
    costCentre: '4100',
    amount: 12_900,
    growth: 95,
    hours: 160,
    note: null,
  },
  {
    kind: 'Software',
    department: 'Legal operations',
    costCentre: '4300',
    amount: 2_350,
    growth: 20,
    hours: null,
    note: 'Research databases and document tools',
  },
  {
    kind: 'Other',
    department: 'Legal',
    costCentre: '4300',
    amount: 880,
    growth: 5,
    hours: null,
    note: 'Practising certificates, training, travel',
  },
]
