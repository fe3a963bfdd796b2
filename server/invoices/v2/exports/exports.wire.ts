// Exports to finance in the shapes of v2. Amounts are JSON numbers with exactly the digits that are stored.
import Type from 'typebox'
import { filtered, type Properties, sorted } from '../../../http/v2/odata-properties.ts'
import {
  auditedByUser,
  auditedToV2,
  createdExample,
  namedReference,
  nullable,
  nullableObject,
  oneOf,
  textOf,
  userColumns,
  userProperties,
} from '../../../http/v2/references.wire.ts'
import type { ListedRow } from '../../../platform/lists/list-rows.ts'
import {
  type ExportedContent,
  exportedTaxes,
  type ExportStatus,
  exportStatuses,
} from '../../exports/finance-export.ts'
import type { ExportDetails, ExportTotal, ShownExported } from '../../exports/list-exports.ts'
import { type InvoiceStatus, invoiceStatuses } from '../../invoice.ts'

const text = (description: string) => nullable<string>('string', { description })

const shown = {
  id: Type.Integer(),
  number: Type.Integer({ description: 'Counts the exports of the organisation.' }),
  status: oneOf(exportStatuses),
  note: nullable<string>('string'),
  reference: text('Under which the finance system has acknowledged it.'),
  withdrawnBecause: nullable<string>('string'),
  invoiceCount: Type.Integer(),
  hiddenInvoices: Type.Integer({
    description: 'Invoices of matters that you do not see. They are not in `totals`.',
  }),
  totals: Type.Array(Type.Object({ currency: Type.String(), total: Type.Number() }), {
    description: 'To be paid, by currency: approved with tax, less what is withheld.',
  }),
  version: Type.Integer(),
  created: Type.Object(auditedByUser),
  ended: nullableObject(auditedByUser, { description: 'Acknowledged or withdrawn.' }),
} as const

const example = {
  id: 7,
  number: 12,
  status: 'Open',
  note: 'November',
  reference: null,
  withdrawnBecause: null,
  invoiceCount: 1,
  hiddenInvoices: 0,
  totals: [{ currency: 'NZD', total: 1115 }],
  version: 1,
  created: createdExample,
  ended: null,
}

export const financeExportSchema = Type.Object(shown, { title: 'FinanceExport', examples: [example] })

const exportedSchema = Type.Object({
  id: Type.Integer(),
  number: Type.String(),
  status: oneOf(invoiceStatuses, { description: 'Of the invoice today; all else is as it was exported.' }),
  paidDateUtc: nullable<string>('string', { format: 'date-time' }),
  reference: text('Under which the finance system has booked it.'),
  paymentReference: text('Under which the finance system has paid it.'),
  providerName: Type.String(),
  matter: Type.Object(namedReference),
  invoiceDate: Type.String({ format: 'date' }),
  dueDate: nullable<string>('string', { format: 'date' }),
  purchaseOrder: nullable<string>('string'),
  currency: Type.String(),
  billedTotal: Type.Number(),
  adjustment: Type.Number({ description: 'Approved less billed, without tax.' }),
  approvedNet: Type.Number(),
  approvedTax: Type.Number(),
  approvedTotal: Type.Number({ description: 'With tax.' }),
  withheld: Type.Number({ description: 'What is kept back when it is paid.' }),
  toPay: Type.Number({ description: 'approvedTotal − withheld.' }),
  reverseChargeTax: Type.Number({ description: 'The tax that your organisation itself owes.' }),
  nonRecoverableTax: Type.Number({ description: 'The share of the tax, billed or owed, that is a cost.' }),
  cost: Type.Number({ description: 'approvedNet + nonRecoverableTax.' }),
})

export const exportDetailsSchema = Type.Object(
  {
    ...shown,
    invoices: Type.Array(exportedSchema, { description: 'Those that you see, in the order of their ids.' }),
    can: Type.Object({ download: Type.Boolean(), acknowledge: Type.Boolean(), withdraw: Type.Boolean() }),
  },
  {
    title: 'FinanceExportDetails',
    examples: [
      {
        ...example,
        invoices: [
          {
            id: 31,
            number: 'MO-2026-1001',
            status: 'Approved',
            paidDateUtc: null,
            reference: null,
            paymentReference: null,
            providerName: 'Marlowe Okafor LLP',
            matter: { id: 17, name: 'Harbour lease dispute' },
            invoiceDate: '2026-10-05',
            dueDate: '2026-11-04',
            purchaseOrder: 'PO-5512',
            currency: 'NZD',
            billedTotal: 1471.5,
            adjustment: -310,
            approvedNet: 1022,
            approvedTax: 93,
            approvedTotal: 1115,
            withheld: 0,
            toPay: 1115,
            reverseChargeTax: 0,
            nonRecoverableTax: 0,
            cost: 1022,
          },
        ],
        can: { download: true, acknowledge: true, withdraw: true },
      },
    ],
  },
)

export const exportColumns = [
  'id number status note reference withdrawnBecause invoiceCount hiddenCount version createdAt endedAt',
]
  .flatMap((names) => names.split(' '))
  .concat(userColumns('createdBy'), userColumns('endedBy'))

/** The properties that lists of exports can be filtered and sorted by. */
export const financeExportProperties: Properties = {
  Id: sorted('id'),
  Number: sorted('number'),
  Status: sorted('status'),
  Note: filtered('note'),
  Reference: filtered('reference'),
  WithdrawnBecause: filtered('withdrawnBecause'),
  InvoiceCount: filtered('invoiceCount'),
  HiddenInvoices: filtered('hiddenCount'),
  Version: sorted('version'),
  'Created/DateUtc': sorted('createdAt'),
  ...userProperties('Created/User', 'createdBy'),
  'Ended/DateUtc': sorted('endedAt'),
  ...userProperties('Ended/User', 'endedBy'),
}

const orNull = (row: ListedRow, name: string) => (row[name] ?? null) as string | null

/** An export of a list. */
export const exportToV2 = (row: ListedRow) => ({
  id: Number(row['id']),
  number: Number(row['number']),
  status: textOf(row, 'status') as ExportStatus,
  note: orNull(row, 'note'),
  reference: orNull(row, 'reference'),
  withdrawnBecause: orNull(row, 'withdrawnBecause'),
  invoiceCount: Number(row['invoiceCount']),
  hiddenInvoices: Number(row['hiddenCount']),
  totals: ((row['totals'] ?? []) as readonly ExportTotal[]).map(({ currency, total }) => ({
    currency,
    total: Number(total),
  })),
  version: Number(row['version']),
  created: auditedToV2(row, 'created'),
  ended: row['endedAt'] === null ? null : auditedToV2(row, 'ended'),
})

const exportedToV2 = ({ invoiceId, status, paidAt, content, ...said }: ShownExported) => ({
  id: invoiceId,
  number: content.number,
  status: status as InvoiceStatus,
  paidDateUtc: paidAt?.toISOString() ?? null,
  reference: said.reference,
  paymentReference: said.paymentReference,
  providerName: content.providerName,
  matter: { id: content.matterId, name: content.matterName },
  invoiceDate: content.invoiceDate,
  dueDate: content.dueDate,
  purchaseOrder: content.purchaseOrder,
  currency: content.currency,
  billedTotal: Number(content.billedTotal),
  adjustment: Number(content.adjustment),
  approvedNet: Number(content.approvedNet),
  approvedTax: Number(content.approvedTax),
  approvedTotal: Number(content.approvedTotal),
  ...taxesOf(content),
})

function taxesOf(content: ExportedContent) {
  const { withheld, toPay, reverseChargeTax, nonRecoverableTax, cost } = exportedTaxes(content)
  return {
    withheld: Number(withheld),
    toPay: Number(toPay),
    reverseChargeTax: Number(reverseChargeTax),
    nonRecoverableTax: Number(nonRecoverableTax),
    cost: Number(cost),
  }
}

/** An export with its invoices, and what can be done with it. */
export function exportDetailsToV2({ row, invoices }: ExportDetails) {
  const shownExport = exportToV2(row)
  const seesAll = shownExport.hiddenInvoices === 0
  return {
    ...shownExport,
    invoices: invoices.map(exportedToV2),
    can: {
      download: seesAll,
      acknowledge: seesAll && shownExport.status === 'Open',
      withdraw: seesAll && shownExport.status === 'Open',
    },
  }
}
