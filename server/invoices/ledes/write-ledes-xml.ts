// Writes an invoice as LEDES XML 2.1, so that the reader of this folder reads the same invoice from it.
import { compareDecimals, isDecimal, rounded, sumOf } from '../../platform/decimal.ts'
import { currencyDigits } from '../../platform/currencies.ts'
import { activityCodes, expenseCodes, taskCodes, timekeeperClasses } from './codes.ts'
import {
  adjustmentOf,
  codeOf,
  fractionOf,
  periodOf,
  type Unwritable,
  type WrittenInvoice,
  type WrittenLine,
} from './write-ledes.ts'

/** Elements by their names, in their order; several of one name as a list, and nothing for no text. */
interface Elements {
  readonly [name: string]: string | Elements | readonly Elements[]
}

/** The lines that the format has no exact words for. */
export const unwritableInXml = ({ lines }: Pick<WrittenInvoice, 'lines'>): readonly Unwritable[] =>
  lines.flatMap((line) => {
    const { number, tax, taxRate } = line
    if (isOfWhole(line) && compareDecimals(tax, '0') !== 0)
      return { number, reason: 'has a tax, and no day or no number of a timekeeper, which XML 2.1 demands' }
    if (isDecimal(fractionOf(taxRate), 1, 4)) return []
    return { number, reason: `has a tax rate of ${taxRate} %, which has more than two decimal places` }
  })

/** The file. Its lines must be writable. */
export function writeLedesXml(invoice: WrittenInvoice): string {
  const { lines, currency, date } = invoice
  const shown = (decimal: string) => rounded(decimal, currencyDigits(currency))
  const { start, end } = invoice.period ?? periodOf(invoice)
  const total = sumOf(lines.flatMap(({ amount, tax }) => [amount, tax]))
  const body = {
    firm: {
      lf_id: invoice.firmId,
      lf_name: invoice.firmName,
      client: {
        cl_id: invoice.clientId,
        cl_name: invoice.clientName,
        invoice: {
          inv_id: invoice.number,
          inv_date: date,
          inv_currency: currency,
          inv_start_date: start,
          inv_end_date: end,
          inv_desc: invoice.description ?? '',
          inv_total_net_due: shown(total),
          matter: matterOf(invoice, shown),
        },
      },
    },
  }
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.ledes.org/LEDES21.xsd">\n${textOf(body, '  ')}</${root}>\n`
}

const root = 'ledesxmlebilling2.1'

function matterOf(invoice: WrittenInvoice, shown: (decimal: string) => string): Elements {
  const { lines } = invoice
  const isFee = ({ kind }: WrittenLine) => kind !== 'Disbursement'
  const charges = lines.filter((line) => !isOfWhole(line))
  const fees = charges.filter(isFee)
  const expenses = charges.filter((line) => !isFee(line))
  const sum = (some: readonly WrittenLine[], of: 'amount' | 'tax') =>
    shown(sumOf(some.map((line) => line[of])))
  return {
    cl_matter_id: invoice.clientMatterId,
    lf_matter_id: invoice.firmMatterId,
    matter_name: invoice.matterName,
    po_number: invoice.purchaseOrder ?? '',
    matter_total_detail_fees: sum(fees, 'amount'),
    matter_total_detail_exp: sum(expenses, 'amount'),
    matter_tax_on_fees: sum(fees, 'tax'),
    matter_tax_on_exp: sum(expenses, 'tax'),
    matter_net_fees: sum(lines.filter(isFee), 'amount'),
    matter_net_exp: sum(
      lines.filter((line) => !isFee(line)),
      'amount',
    ),
    matter_total_due: shown(sumOf(lines.flatMap(({ amount, tax }) => [amount, tax]))),
    matter_disc_cred: lines.filter(isOfWhole).map((line) => ({
      disc_cred: line.description.slice(0, 255),
      disc_cred_category: isFee(line) ? 'Fee' : 'Exp',
      increase_decrease: compareDecimals(line.amount, '0') < 0 ? 'Decrease' : 'Increase',
      disc_cred_amount: shown(line.amount),
    })),
    tk_sum: timekeepersOf(charges),
    fee: fees.map((line) => ({
      ...chargeOf(line, shown),
      task_code: codeOf(line.taskCode, taskCodes),
      task_activity: codeOf(line.activityCode, activityCodes),
      ...taxOf(line, 'tax_item_fee', shown),
    })),
    expense: expenses.map((line) => ({
      ...chargeOf(line, shown),
      expense_code: codeOf(line.expenseCode, expenseCodes),
      ...taxOf(line, 'tax_item_expense', shown),
    })),
  }
}

/** What the format cannot name as a fee or an expense: a discount or credit, or a charge, of the whole matter. */
const isOfWhole = ({ kind, workDate, timekeeperNumber }: WrittenLine): boolean =>
  workDate === null || (kind !== 'Disbursement' && (kind === 'OtherFee' || (timekeeperNumber ?? '') === ''))

function chargeOf(line: WrittenLine, shown: (decimal: string) => string): Elements {
  return {
    charge_date: line.workDate ?? '',
    tk_id: line.timekeeperNumber ?? '',
    tk_level: codeOf(line.timekeeperClass, timekeeperClasses),
    charge_desc: line.description,
    charge_type: 'U',
    units: line.quantity,
    rate: line.unitPrice,
    item_disc_cred_amount: adjustmentOf(line),
    total_amount: shown(line.amount),
  }
}

const taxOf = ({ tax, taxRate }: WrittenLine, name: string, shown: (decimal: string) => string): Elements =>
  compareDecimals(tax, '0') === 0 && compareDecimals(taxRate, '0') === 0
    ? {}
    : { [name]: { tax_type: 'TAX', tax_rate: fractionOf(taxRate), tax_amount: shown(tax) } }

/** Each timekeeper once, as the first line names them. */
function timekeepersOf(lines: readonly WrittenLine[]): readonly Elements[] {
  const named = new Map<string, Elements>()
  for (const { timekeeper, timekeeperNumber, timekeeperClass } of lines) {
    const id = onOneLine(timekeeperNumber ?? '')
    if (id === '' || named.has(id)) continue
    const level = codeOf(timekeeperClass, timekeeperClasses)
    named.set(id, { tk_id: id, tk_lname: timekeeper ?? '', tk_level: level })
  }
  return [...named.values()]
}

const textOf = (elements: Elements, indent: string): string =>
  Object.entries(elements)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((each) => [name, each] as const))
    .map(([name, value]: readonly [string, string | Elements]) => {
      if (typeof value !== 'string')
        return `${indent}<${name}>\n${textOf(value, `${indent}  `)}${indent}</${name}>\n`
      const text = onOneLine(value)
      return text === '' ? '' : `${indent}<${name}>${escaped(text)}</${name}>\n`
    })
    .join('')

/** Without line breaks, and without what XML cannot contain. */
const onOneLine = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[^\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .trim()

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
