// What invoices are reported by. docs/reports.md says what each figure means.
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Dimension, Measure, Reportable } from '../platform/lists/measures.ts'
import { openFlags } from './guidelines/flag-columns.ts'
import { netAmounts, settlement, taxAmounts } from './net-amounts.ts'

const billedSums = netAmounts()
export const { isApproved, isPending } = billedSums
const { feeHours } = billedSums

/** SQL over invoices: billed, and not taken back. */
export const isBilled = sql<SqlBool>`(invoices.status not in ('Draft', 'Void'))`
const isCreditNote = sql<SqlBool>`(invoices.credits_id is not null)`
/** Whether a rate of exchange that is missing matters to what an hour costs. */
const hasFees = sql<SqlBool>`(invoices.fees <> 0 or invoices.approved_fees <> 0 or ${feeHours} <> 0)`
const isDeclined = sql<SqlBool>`(invoices.status = 'Declined')`

/** SQL: the value where all of this is true, null otherwise. */
export const where = (conditions: readonly RawBuilder<SqlBool>[], value: RawBuilder<unknown>) =>
  sql`(case when ${sql.join(conditions, sql` and `)} then ${value} end)`

/** A sum of money, which those who see all spend get of all. */
export const amount = (title: string, of: RawBuilder<unknown>, more: Partial<Measure> = {}): Measure => ({
  title,
  unit: 'amount',
  as: 'sum',
  of,
  isSpend: true,
  ...more,
})

/** An amount on which no tax is. */
export const withoutTax = { tax: 'Without' } as const
const withTax = { tax: 'With' } as const

/** What follows from tax codes: of what was billed, and of what was approved. */
export interface CodeAmounts {
  readonly reverseChargeTax: RawBuilder<unknown>
  readonly nonRecoverableTax: RawBuilder<unknown>
  readonly approvedReverseChargeTax: RawBuilder<unknown>
  readonly approvedNonRecoverableTax: RawBuilder<unknown>
  readonly approvedWithheld: RawBuilder<unknown>
}

/** Measures for the organisation that pays only: what of a tax is recoverable is internal to it. */
export const costMeasures = ['cost', 'approvedCost']

/** Measures of what guidelines find, of which firms see nothing. */
export const flagMeasures = ['flagged', 'openFlags']

/** The $filter that finds the invoices of which a condition is true, by the path of their status. */
const filtersOf: ReadonlyMap<RawBuilder<SqlBool>, (status: string) => string> = new Map([
  [isBilled, (status: string) => `${status} ne 'Draft' and ${status} ne 'Void'`],
  [isApproved, (status: string) => `${status} in ('Approved','Paid')`],
  [isPending, (status: string) => `${status} in ('Posted','InReview')`],
  [isDeclined, (status: string) => `${status} eq 'Declined'`],
  [isCreditNote, () => 'Credits ne null'],
])

/** A figure opens the rows that it is of: those for which all of this is true. */
export const opening = (
  on: readonly RawBuilder<SqlBool>[],
  status = 'Status',
): Required<Pick<Measure, 'filter'>> => ({
  filter: on.flatMap((each) => filtersOf.get(each)?.(status) ?? []).join(' and '),
})

/** What follows from tax codes, over invoices or their lines. */
export function codeMeasures({ net, approvedNet, ofCodes, ...amounts }: SummedAmounts, status = 'Status') {
  const sum = (title: string, on: RawBuilder<SqlBool>, value: RawBuilder<unknown>) =>
    amount(title, where([on], value), { ...blocked([on], amounts), ...opening([on], status) })
  return {
    cost: sum('Cost billed', isBilled, sql`${net} + ${ofCodes.nonRecoverableTax}`),
    approvedCost: sum(
      'Cost approved',
      isApproved,
      sql`${approvedNet} + ${ofCodes.approvedNonRecoverableTax}`,
    ),
    reverseChargeTax: sum('Reverse charge tax billed', isBilled, ofCodes.reverseChargeTax),
    approvedReverseChargeTax: sum(
      'Reverse charge tax approved',
      isApproved,
      ofCodes.approvedReverseChargeTax,
    ),
    withheld: sum('Withheld', isApproved, ofCodes.approvedWithheld),
  }
}

/** The amounts that are summed, and which rows have none that is known. */
export interface SummedAmounts {
  readonly net: RawBuilder<unknown>
  /** Of invoices that are approved or paid. */
  readonly approvedNet: RawBuilder<unknown>
  readonly tax: RawBuilder<unknown>
  readonly approvedTax: RawBuilder<unknown>
  readonly ofCodes: CodeAmounts
  readonly isMissing?: RawBuilder<SqlBool>
}

/** With their fees, and what is paid and remains of invoices that are approved or paid, with tax. */
export interface InvoiceAmounts extends SummedAmounts {
  readonly paid: RawBuilder<unknown>
  readonly remaining: RawBuilder<unknown>
  readonly fees: RawBuilder<unknown>
  /** Of invoices that are approved or paid. */
  readonly approvedFees: RawBuilder<unknown>
}

/** What blocks a measure over rows for which all of this is true. */
export const blocked = (
  conditions: readonly RawBuilder<SqlBool>[],
  { isMissing }: Pick<SummedAmounts, 'isMissing'>,
): Pick<Measure, 'blockedBy'> =>
  isMissing ? { blockedBy: sql<SqlBool>`(${sql.join([...conditions, isMissing], sql` and `)})` } : {}

/** What an hour costs: fees / hours. */
export const rate = (title: string, fees: RawBuilder<unknown>, hours: RawBuilder<unknown>): Measure => ({
  title,
  unit: 'rate',
  as: 'ratio',
  of: fees,
  per: hours,
  isSpend: true,
  ...withoutTax,
})

const days = (title: string, as: Measure['as'], until: 'approved_at' | 'paid_at'): Measure => ({
  title,
  unit: 'days',
  as,
  filter: until === 'paid_at' ? 'PaidDateUtc ne null' : 'Approved/DateUtc ne null',
  of: sql`(extract(epoch from ${sql.ref(`invoices.${until}`)} - invoices.posted_at) / 86400)`,
})

const value = (title: string, column: string, labels?: readonly string[]): Dimension => ({
  title,
  column,
  ...(labels ? { labels } : {}),
})

const dayMeasures = {
  meanDaysToApprove: days('Days to approval, mean', 'mean', 'approved_at'),
  medianDaysToApprove: days('Days to approval, median', 'median', 'approved_at'),
  p90DaysToApprove: days('Days to approval, 90th percentile', 'p90', 'approved_at'),
  medianDaysToPay: days('Days to payment, median', 'median', 'paid_at'),
  p90DaysToPay: days('Days to payment, 90th percentile', 'p90', 'paid_at'),
}

/** What invoices, and lines of them, can be put together by. */
export const invoiceDimensions = {
  firm: value('Firm', 'serviceProviderName'),
  matter: value('Matter', 'matterId', ['matterName']),
  matterType: value('Matter type', 'matterTypeId', ['matterTypeName']),
  team: value('Team', 'matterTeamId', ['matterTeamName']),
  department: value('Department', 'matterDepartmentId', ['matterDepartmentName']),
  owner: value('Matter owner', 'matterOwnerId', ['matterOwnerName']),
  manager: value('Matter manager', 'matterManagerId', ['matterManagerName']),
  currency: value('Currency', 'currency'),
  invoiceDate: value('Invoice date', 'invoiceDate'),
  posted: value('Posted', 'postedAt'),
  approvedAt: value('Approved', 'approvedAt'),
  paidAt: value('Paid', 'paidAt'),
} as const satisfies Readonly<Record<string, Dimension>>

/** What says nothing of what an invoice is about. */
export const openInvoiceColumns = [
  'status',
  'currency',
  'invoiceDate',
  'postedAt',
  'approvedAt',
  'paidAt',
  'createdAt',
]

const openFlagsFilter = ' and OpenFlags gt 0'

/** What is computed over invoices with these amounts. */
export function invoiceMeasures(amounts: InvoiceAmounts): Readonly<Record<string, Measure>> {
  const { net, approvedNet, tax, approvedTax, paid, remaining, fees, approvedFees } = amounts
  const sum = (
    title: string,
    on: RawBuilder<SqlBool>,
    value: RawBuilder<unknown>,
    more: Partial<Measure> = withoutTax,
  ) => amount(title, where([on], value), { ...blocked([on], amounts), ...opening([on]), ...more })
  const count = (title: string, value: RawBuilder<unknown>, filter: string): Measure => ({
    title,
    unit: 'count',
    as: 'sum',
    of: where([isBilled], value),
    filter: `${opening([isBilled]).filter}${filter}`,
    isSpend: true,
  })
  return {
    count: count('Number', sql`1`, ''),
    flagged: count('Invoices with open flags', sql`(${openFlags} > 0)::integer`, openFlagsFilter),
    openFlags: count('Open flags', openFlags, openFlagsFilter),
    billed: sum('Billed', isBilled, net),
    approved: sum('Approved', isApproved, approvedNet),
    pending: sum('Pending', isPending, net),
    reduced: sum('Reduced', isApproved, sql`${net} - ${approvedNet}`),
    creditNotes: amount('Credit notes', where([isApproved, isCreditNote], approvedNet), {
      ...blocked([isApproved, isCreditNote], amounts),
      ...opening([isApproved, isCreditNote]),
      ...withoutTax,
    }),
    paid: sum('Paid', isApproved, paid, withTax),
    outstanding: sum('Outstanding', isApproved, remaining, withTax),
    declined: sum('Declined', isDeclined, net),
    tax: sum('Tax billed', isBilled, tax, {}),
    approvedTax: sum('Tax approved', isApproved, approvedTax, {}),
    ...codeMeasures(amounts),
    hours: amount('Hours', where([isBilled], feeHours), { unit: 'hours', ...opening([isBilled]) }),
    blendedRate: {
      ...rate('Blended rate, billed', where([isBilled], fees), where([isBilled], feeHours)),
      ...blocked([isBilled, hasFees], amounts),
      ...opening([isBilled]),
    },
    approvedRate: {
      ...rate('Blended rate, approved', where([isApproved], approvedFees), where([isApproved], feeHours)),
      ...blocked([isApproved, hasFees], amounts),
      ...opening([isApproved]),
    },
    reducedPercent: {
      title: 'Reduced, percent',
      unit: 'percent',
      as: 'ratio',
      of: where([isApproved], sql`100 * (${net} - ${approvedNet})`),
      per: where([isApproved], net),
      isSpend: true,
      ...blocked([isApproved], amounts),
      ...opening([isApproved]),
    },
    ...dayMeasures,
  }
}

/** What invoices are reported by. */
export const reportableInvoices: Reportable = {
  measures: invoiceMeasures({
    net: billedSums.billed,
    approvedNet: billedSums.approved,
    tax: billedSums.billedTax,
    approvedTax: billedSums.approvedTax,
    fees: sql`invoices.fees`,
    approvedFees: sql`invoices.approved_fees`,
    ofCodes: taxAmounts(),
    ...settlement(),
  }),
  dimensions: {
    ...invoiceDimensions,
    status: value('Status', 'status'),
    ageing: value('Age of what remains', 'ageing'),
    purchaseOrder: value('Purchase order', 'purchaseOrder'),
  },
  currency: 'currency',
  dates: ['invoiceDate', 'posted', 'approvedAt', 'paidAt'],
  open: openInvoiceColumns,
}
