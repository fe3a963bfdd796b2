// Invoices out of LEDES XML 2.1: firms with their clients, each with invoices of matters, whose fees and expenses are the lines.
import { compareDecimals, sumOf } from '../../platform/decimal.ts'
import { activityCodes, expenseCodes, taskCodes, timekeeperClasses } from './codes.ts'
import type { LedesInvoice, LedesLine, Problems, Stated } from './ledes.ts'
import { netOf } from './totals.ts'
import {
  codeIn,
  currencyIn,
  dayIn,
  numberIn,
  optionalDayIn,
  optionalTextIn,
  statedIn,
  textIn,
} from './values.ts'
import { allOf, cellOf, type Element } from './xml.ts'
import { bareObject } from '../../platform/bare-object.ts'

const days = 'YYYY-MM-DD'
const roots = /^ledesxml(?:ebilling2\.1)?$/i

/** The invoices of the document in their order; undefined when it is no LEDES XML. What is wrong in an element is noted. */
export function invoicesOfXml(root: Element, problems: Problems): readonly LedesInvoice[] | undefined {
  if (!roots.test(root.name)) {
    problems.note(
      root.at,
      `The root must be ledesxml or ledesxmlebilling2.1; it is ${root.name.slice(0, 60)}.`,
    )
    return undefined
  }
  const invoices = allOf(root, 'firm').flatMap((firm) =>
    allOf(firm, 'client').flatMap((client) => allOf(client, 'invoice')),
  )
  if (invoices.length === 0) {
    problems.note(root.at, 'The file has no invoices: they stand in firm, client, invoice.')
  }
  const seen = new Set<string>()
  return invoices.flatMap((element) => {
    const number = textIn(cellOf(element, 'inv_id'), problems, 100)
    const [matter, another] = allOf(element, 'matter')
    if (another) problems.note(another.at, 'An invoice must be of one matter: make an invoice for each.')
    if (!matter) problems.note(element.at, 'The invoice has no matter.')
    if (number === undefined || !matter) return []
    if (seen.has(number.toLowerCase())) {
      problems.note(cellOf(element, 'inv_id').at, `The invoice ${number} is there twice in this file.`)
    }
    seen.add(number.toLowerCase())
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
  if (lines.length === 0) problems.note(matter.at, 'The matter has neither fees nor expenses.')
  checkMatterTotals(matter, lines, problems)
  return {
    at: element.at,
    number: { ...cell('inv_id'), text: cell('inv_id').text.trim() },
    clientMatterId: cellOf(matter, 'cl_matter_id'),
    firmMatterId: cellOf(matter, 'lf_matter_id'),
    date: dayIn(cell('inv_date'), problems, days),
    dueDate: optionalDayIn(cell('inv_due_date'), problems, days) ?? null,
    period: periodOf(element, problems),
    description: optionalTextIn(cell('inv_desc'), problems, 10_000),
    purchaseOrder: optionalTextIn(cellOf(matter, 'po_number'), problems),
    currency: currencyIn(cell('inv_currency'), problems),
    total: statedIn(cell('inv_total_net_due'), problems),
    lines,
  }
}

function periodOf(element: Element, problems: Problems): LedesInvoice['period'] {
  const end = cellOf(element, 'inv_end_date')
  const from = optionalDayIn(cellOf(element, 'inv_start_date'), problems, days)
  const to = optionalDayIn(end, problems, days)
  if (!from || !to) return undefined
  if (from <= to) return { start: from, end: to }
  problems.note(end.at, 'inv_end_date must not be before inv_start_date.')
  return undefined
}

type Timekeepers = ReadonlyMap<string, Element>

function feeOf(element: Element, timekeepers: Timekeepers, problems: Problems): LedesLine {
  return {
    ...chargeOf(element, problems),
    ...timekeeperOf(element, timekeepers, problems),
    ...taxOf(element, 'tax_item_fee', problems),
    kind: 'Fee',
    taskCode: codeIn(cellOf(element, 'task_code'), problems, {
      set: taskCodes,
      called: 'a UTBMS task code such as L110',
    }),
    activityCode: codeIn(cellOf(element, 'task_activity'), problems, {
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
    expenseCode: codeIn(cellOf(element, 'expense_code'), problems, {
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
    date: dayIn(cell('charge_date'), problems, days),
    description: textIn(cell('charge_desc'), problems, 4_000),
    units: numberIn(cell('units'), problems, { whole: 9 }),
    rate: numberIn(cell('rate'), problems),
    adjustment: numberIn(cell('item_disc_cred_amount'), problems, { empty: '0' }),
    total: statedIn(cell('total_amount'), problems),
    taxIncluded: false,
  }
}

/** The taxes of a charge; several are added, and so are their rates. */
function taxOf(element: Element, name: string, problems: Problems) {
  const items = allOf(element, name)
  const rates = items.map((item) => numberIn(cellOf(item, 'tax_rate'), problems))
  const taxes = items.map((item) => {
    textIn(cellOf(item, 'tax_type'), problems)
    return numberIn(cellOf(item, 'tax_amount'), problems)
  })
  const at = items[0] ? cellOf(items[0], 'tax_amount').at : element.at
  for (const [index, rate] of rates.entries()) {
    const item = items[index]
    if (!item || rate === undefined || (compareDecimals(rate, '1') <= 0 && !rate.startsWith('-'))) continue
    problems.note(
      cellOf(item, 'tax_rate').at,
      `tax_rate must be a part of one, 0.15 for 15 percent; it is ${rate}.`,
    )
  }
  return {
    taxRate: addedUp(rates),
    tax: withPlace(addedUp(taxes), at),
  }
}

const withPlace = (amount: string | undefined, at: Stated['at']): Stated | undefined =>
  amount === undefined ? undefined : { amount, at }

const addedUp = (some: readonly (string | undefined)[]): string | undefined =>
  some.every((each) => each !== undefined) ? sumOf(some) : undefined

/** Who did the work: the charge says the number, and the summary of timekeepers the rest. */
function timekeeperOf(element: Element, timekeepers: Timekeepers, problems: Problems) {
  const id = optionalTextIn(cellOf(element, 'tk_id'), problems, 100)
  const summary = id === null ? undefined : timekeepers.get(id)
  const names = summary
    ? [cellOf(summary, 'tk_lname'), cellOf(summary, 'tk_fname')].map(({ text }) => text.trim())
    : []
  const own = cellOf(element, 'tk_level')
  const level = own.text.trim() === '' && summary ? cellOf(summary, 'tk_level') : own
  if (element.name === 'fee' && id === null) textIn(cellOf(element, 'tk_id'), problems)
  return {
    timekeeperId: id,
    timekeeper: names.filter(Boolean).join(', ').slice(0, 255) || null,
    timekeeperLevel: codeIn(level, problems, {
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
  if (!isFee && !isExpense) problems.note(category.at, 'disc_cred_category must be Fee or Exp.')
  const total = statedIn(cellOf(element, 'disc_cred_amount'), problems)
  const direction = cellOf(element, 'increase_decrease')
  const wrong = /^decrease$/i.test(direction.text.trim())
    ? 1
    : /^increase$/i.test(direction.text.trim())
      ? -1
      : 0
  if (wrong === 0) problems.note(direction.at, 'increase_decrease must be Increase or Decrease.')
  if (total && wrong !== 0 && Math.sign(compareDecimals(total.amount, '0')) === wrong) {
    problems.note(
      total.at,
      `disc_cred_amount must be ${wrong > 0 ? 'below' : 'above'} zero, as increase_decrease says; it is ${total.amount}.`,
    )
  }
  return {
    at: element.at,
    kind: isFee ? 'Fee' : isExpense ? 'Disbursement' : undefined,
    date: null,
    description: optionalTextIn(cellOf(element, 'disc_cred'), problems) ?? 'Discount or credit',
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

/** The sums that the matter states must be those of its lines, where it states them. */
function checkMatterTotals(matter: Element, lines: readonly LedesLine[], problems: Problems): void {
  const charges = lines.filter(({ at }) => !at.field.includes('/matter_disc_cred'))
  const nets = (some: readonly LedesLine[]) => addedUp(some.map(netOf))
  const taxes = (some: readonly LedesLine[]) => addedUp(some.map(({ tax }) => tax?.amount))
  const of = (kind: LedesLine['kind']) => (line: LedesLine) => line.kind === kind
  const expected = bareObject<string | undefined>({
    matter_total_detail_fees: nets(charges.filter(of('Fee'))),
    matter_total_detail_exp: nets(charges.filter(of('Disbursement'))),
    matter_tax_on_fees: taxes(lines.filter(of('Fee'))),
    matter_tax_on_exp: taxes(lines.filter(of('Disbursement'))),
    matter_net_fees: nets(lines.filter(of('Fee'))),
    matter_net_exp: nets(lines.filter(of('Disbursement'))),
    matter_total_due: addedUp([nets(lines), taxes(lines)]),
  })
  for (const [name, sum] of Object.entries(expected)) {
    const cell = cellOf(matter, name)
    if (cell.text.trim() === '') continue
    const stated = numberIn(cell, problems)
    if (stated === undefined || sum === undefined || compareDecimals(stated, sum) === 0) continue
    problems.note(cell.at, `${name} must be ${sum}, the sum of the lines; it is ${stated}.`)
  }
}
