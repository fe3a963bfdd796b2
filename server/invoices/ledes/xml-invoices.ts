// Converts LEDES XML 2.0 and 2.1 to invoices: firms contain their clients, and these contain the invoices of matters,
// whose fees and expenses are the lines.
import { uniqueNumberOf } from '../../platform/postgres/unique-text.ts'
import { compareDecimals, sumOf } from '../../platform/decimal.ts'
import { activityCodes, expenseCodes, taskCodes, timekeeperClasses } from './codes.ts'
import type { LedesInvoice, LedesLine, LedesXml, Problems, Stated } from './ledes.ts'
import { netOf } from './totals.ts'
import {
  readCode,
  readCurrency,
  readDay,
  readNumber,
  readOptionalDay,
  readOptionalText,
  readStatedAmount,
  readText,
} from './cell-values.ts'
import { allOf, cellOf, type Element } from './xml-tree.ts'
import { bareObject } from '../../platform/bare-object.ts'

const days = 'YYYY-MM-DD'
const roots = /^ledesxml(?:ebilling2\.[01])?$/i

/** The format that the root says; undefined if it is not LEDES XML. */
export const formatOfXml = ({ name }: Element): LedesXml | undefined =>
  roots.test(name) ? (name.endsWith('2.0') ? 'LEDES XML 2.0' : 'LEDES XML 2.1') : undefined

/** The invoices of the document in order; undefined if it is not LEDES XML. Adds a problem for each wrong element. */
export function invoicesOfXml(root: Element, problems: Problems): readonly LedesInvoice[] | undefined {
  if (formatOfXml(root) === undefined) {
    problems.add(
      root.at,
      `The root must be ledesxml, ledesxmlebilling2.0 or ledesxmlebilling2.1; it is ${root.name.slice(0, 60)}.`,
    )
    return undefined
  }
  const invoices = allOf(root, 'firm').flatMap((firm) =>
    allOf(firm, 'client').flatMap((client) => allOf(client, 'invoice')),
  )
  if (invoices.length === 0) {
    problems.add(root.at, 'The file has no invoices, which are expected in firm, client, invoice.')
  }
  const seen = new Set<string>()
  return invoices.flatMap((element) => {
    const number = readText(cellOf(element, 'inv_id'), problems, 100)
    const [matter, another] = allOf(element, 'matter')
    if (another) problems.add(another.at, 'An invoice must be for one matter: create one invoice for each.')
    if (!matter) problems.add(element.at, 'The invoice has no matter.')
    if (number === undefined || !matter) return []
    if (seen.has(uniqueNumberOf(number))) {
      problems.add(cellOf(element, 'inv_id').at, `The invoice ${number} occurs twice in this file.`)
    }
    seen.add(uniqueNumberOf(number))
    return [invoiceOf(element, matter, problems)]
  })
}

function invoiceOf(element: Element, matter: Element, problems: Problems): LedesInvoice {
  const cell = (name: string) => cellOf(element, name)
  const timekeepers = new Map(
    allOf(matter, 'tk_sum').map((each) => [cellOf(each, 'tk_id').text.trim(), each] as const),
  )
  const lines = [
    ...allOf(matter, 'fee').map((each) => feeOf(each, timekeepers, problems)),
    ...allOf(matter, 'expense').map((each) => expenseOf(each, timekeepers, problems)),
    ...allOf(matter, 'matter_disc_cred').map((each) => adjustmentOf(each, problems)),
  ]
  if (lines.length === 0) problems.add(matter.at, 'The matter has neither fees nor expenses.')
  checkMatterTotals(matter, lines, problems)
  return {
    at: element.at,
    number: { ...cell('inv_id'), text: cell('inv_id').text.trim() },
    clientMatterId: cellOf(matter, 'cl_matter_id'),
    firmMatterId: cellOf(matter, 'lf_matter_id'),
    date: readDay(cell('inv_date'), problems, days),
    dueDate: readOptionalDay(cell('inv_due_date'), problems, days) ?? null,
    period: periodOf(element, problems),
    description: readOptionalText(cell('inv_desc'), problems, 10_000),
    purchaseOrder: readOptionalText(cellOf(matter, 'po_number'), problems),
    currency: readCurrency(cell('inv_currency'), problems),
    total: readStatedAmount(cell('inv_total_net_due'), problems),
    lines,
  }
}

function periodOf(element: Element, problems: Problems): LedesInvoice['period'] {
  const end = cellOf(element, 'inv_end_date')
  const from = readOptionalDay(cellOf(element, 'inv_start_date'), problems, days)
  const to = readOptionalDay(end, problems, days)
  if (!from || !to) return undefined
  if (from <= to) return { start: from, end: to }
  problems.add(end.at, 'inv_end_date must not be before inv_start_date.')
  return undefined
}

type Timekeepers = ReadonlyMap<string, Element>

function feeOf(element: Element, timekeepers: Timekeepers, problems: Problems): LedesLine {
  return {
    ...chargeOf(element, problems),
    ...timekeeperOf(element, timekeepers, problems),
    ...taxOf(element, 'tax_item_fee', problems),
    kind: 'Fee',
    taskCode: readCode(cellOf(element, 'task_code'), problems, {
      set: taskCodes,
      called: 'a UTBMS task code such as L110',
    }),
    activityCode: readCode(cellOf(element, 'task_activity'), problems, {
      set: activityCodes,
      called: 'a UTBMS activity code, A101 to A111',
    }),
    expenseCode: null,
  }
}

function expenseOf(element: Element, timekeepers: Timekeepers, problems: Problems): LedesLine {
  return {
    ...chargeOf(element, problems),
    ...timekeeperOf(element, timekeepers, problems),
    ...taxOf(element, 'tax_item_expense', problems),
    kind: 'Disbursement',
    taskCode: null,
    activityCode: null,
    expenseCode: readCode(cellOf(element, 'expense_code'), problems, {
      set: expenseCodes,
      called: 'a UTBMS expense code, E101 to E124',
    }),
  }
}

/** What fees and expenses have in common. */
function chargeOf(element: Element, problems: Problems) {
  const cell = (name: string) => cellOf(element, name)
  return {
    at: element.at,
    date: readDay(cell('charge_date'), problems, days),
    description: readText(cell('charge_desc'), problems, 4_000),
    units: readNumber(cell('units'), problems, { whole: 9 }),
    rate: readNumber(cell('rate'), problems),
    adjustment: readNumber(cell('item_disc_cred_amount'), problems, { empty: '0' }),
    total: readStatedAmount(cell('total_amount'), problems),
    taxIncluded: false,
  }
}

/** The taxes of a charge; several taxes are added up, and so are their rates. */
function taxOf(element: Element, name: string, problems: Problems) {
  const items = allOf(element, name)
  const rates = items.map((item) => readNumber(cellOf(item, 'tax_rate'), problems))
  const taxes = items.map((item) => {
    readText(cellOf(item, 'tax_type'), problems)
    return readNumber(cellOf(item, 'tax_amount'), problems)
  })
  const at = items[0] ? cellOf(items[0], 'tax_amount').at : element.at
  for (const [index, rate] of rates.entries()) {
    const item = items[index]
    if (!item || rate === undefined || (compareDecimals(rate, '1') <= 0 && !rate.startsWith('-'))) continue
    problems.add(
      cellOf(item, 'tax_rate').at,
      `tax_rate must be a part of one, 0.15 for 15 percent; it is ${rate}.`,
    )
  }
  return {
    taxRate: sumIfComplete(rates),
    tax: withPlace(sumIfComplete(taxes), at),
  }
}

const withPlace = (amount: string | undefined, at: Stated['at']): Stated | undefined =>
  amount === undefined ? undefined : { amount, at }

const sumIfComplete = (some: readonly (string | undefined)[]): string | undefined =>
  some.every((each) => each !== undefined) ? sumOf(some) : undefined

/** Who did the work: the charge has the number, and the list of timekeepers the details. */
function timekeeperOf(element: Element, timekeepers: Timekeepers, problems: Problems) {
  const id = readOptionalText(cellOf(element, 'tk_id'), problems, 100)
  const summary = id === null ? undefined : timekeepers.get(id)
  const names = summary
    ? [cellOf(summary, 'tk_lname'), cellOf(summary, 'tk_fname')].map(({ text }) => text.trim())
    : []
  const own = cellOf(element, 'tk_level')
  const level = own.text.trim() === '' && summary ? cellOf(summary, 'tk_level') : own
  if (element.name === 'fee' && id === null) readText(cellOf(element, 'tk_id'), problems)
  return {
    timekeeperId: id,
    timekeeper: names.filter(Boolean).join(', ').slice(0, 255) || null,
    timekeeperLevel: readCode(level, problems, {
      set: timekeeperClasses,
      called: 'a class of timekeepers such as PT, AS or LA',
    }),
  }
}

/** A discount or credit of the whole matter, as a line of its own. */
function adjustmentOf(element: Element, problems: Problems): LedesLine {
  const category = cellOf(element, 'disc_cred_category')
  const isFee = /^fees?$/i.test(category.text.trim())
  const isExpense = /^exp(?:enses?)?$/i.test(category.text.trim())
  if (!isFee && !isExpense) problems.add(category.at, 'disc_cred_category must be Fee or Exp.')
  const total = readStatedAmount(cellOf(element, 'disc_cred_amount'), problems)
  const direction = cellOf(element, 'increase_decrease')
  const wrong = /^decrease$/i.test(direction.text.trim())
    ? 1
    : /^increase$/i.test(direction.text.trim())
      ? -1
      : 0
  if (wrong === 0) problems.add(direction.at, 'increase_decrease must be Increase or Decrease.')
  if (total && wrong !== 0 && Math.sign(compareDecimals(total.amount, '0')) === wrong) {
    problems.add(
      total.at,
      `disc_cred_amount must be ${wrong > 0 ? 'below' : 'above'} zero, as increase_decrease says; it is ${total.amount}.`,
    )
  }
  return {
    at: element.at,
    kind: isFee ? 'Fee' : isExpense ? 'Disbursement' : undefined,
    date: null,
    description: readOptionalText(cellOf(element, 'disc_cred'), problems) ?? 'Discount or credit',
    units: '1',
    rate: '0',
    adjustment: total?.amount,
    total,
    taxIncluded: false,
    taxRate: '0',
    tax: { amount: '0', at: element.at },
    taskCode: null,
    activityCode: null,
    expenseCode: null,
    timekeeperId: null,
    timekeeper: null,
    timekeeperLevel: null,
  }
}

/** If the matter states sums, they must be the sums of its lines. */
function checkMatterTotals(matter: Element, lines: readonly LedesLine[], problems: Problems): void {
  const charges = lines.filter(({ at }) => !at.field.includes('/matter_disc_cred'))
  const nets = (some: readonly LedesLine[]) => sumIfComplete(some.map(netOf))
  const taxes = (some: readonly LedesLine[]) => sumIfComplete(some.map(({ tax }) => tax?.amount))
  const of = (kind: LedesLine['kind']) => (line: LedesLine) => line.kind === kind
  const expected = bareObject<string | undefined>({
    matter_total_detail_fees: nets(charges.filter(of('Fee'))),
    matter_total_detail_exp: nets(charges.filter(of('Disbursement'))),
    matter_tax_on_fees: taxes(lines.filter(of('Fee'))),
    matter_tax_on_exp: taxes(lines.filter(of('Disbursement'))),
    matter_net_fees: nets(lines.filter(of('Fee'))),
    matter_net_exp: nets(lines.filter(of('Disbursement'))),
    matter_total_due: sumIfComplete([nets(lines), taxes(lines)]),
  })
  for (const [name, sum] of Object.entries(expected)) {
    const cell = cellOf(matter, name)
    if (cell.text.trim() === '') continue
    const stated = readNumber(cell, problems)
    if (stated === undefined || sum === undefined || compareDecimals(stated, sum) === 0) continue
    problems.add(cell.at, `${name} must be ${sum}, the sum of the lines; it is ${stated}.`)
  }
}
