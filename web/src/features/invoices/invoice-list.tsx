// The list of invoices: its columns, and what it can be filtered by.
import { StateBadge } from '../../components/state-badge.tsx'
import { invoiceStates, stateOf } from '../../lib/states.ts'
import type { Item } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { DayCell, DueCell, MoneyCell } from '../../list/cells/cells.tsx'
import type { ListColumn, ListDefinition } from '../../list/definition.ts'
import { RowTitle } from '../../list/grid/grid-rows.tsx'
import { groupsIn } from '../../list/rows/group-answers.ts'
import { invoiceListTexts as texts } from './invoice-list-texts.ts'
import { InvoicePeek } from './invoice-peek.tsx'
import { invoiceFilterProperties } from './invoice-list-properties.ts'

export type InvoiceRow = Item<'/v2/invoices'>

const isPaid = ({ status }: InvoiceRow) => status === 'Paid' || status === 'Void' || status === 'Declined'

const money = (path: string, label: string, amount: (row: InvoiceRow) => number | null | undefined) =>
  ({
    path,
    label,
    width: 130,
    align: 'end',
    cell: (row: InvoiceRow) => <MoneyCell value={amount(row)} currency={row.currency} />,
    sort: [path],
    measure: path,
  }) as const

const columns: readonly ListColumn<InvoiceRow>[] = [
  {
    path: 'Number',
    label: texts.number,
    width: 140,
    cell: (row) => <RowTitle row={row} definition={invoiceList} />,
    sort: ['Number'],
  },
  {
    path: 'ProviderName',
    label: texts.firm,
    width: 190,
    cell: (row) => row.providerName,
    sort: ['ProviderName'],
    group: 'ServiceProvider/Id',
  },
  {
    path: 'Status',
    label: texts.state,
    width: 120,
    cell: (row) => <StateBadge state={stateOf(invoiceStates, row.status)} />,
    sort: ['Status'],
    group: 'Status',
  },
  {
    path: 'InvoiceDate',
    label: texts.date,
    width: 140,
    cell: (row) => <DayCell value={row.invoiceDate} />,
    sort: ['InvoiceDate'],
    group: 'InvoiceDate',
  },
  {
    path: 'DueDate',
    label: texts.due,
    width: 190,
    cell: (row) => <DueCell value={row.dueDate} done={isPaid(row)} />,
    sort: ['DueDate'],
    group: 'DueDate',
  },
  money('Total', texts.total, (row) => row.total),
  {
    path: 'Matter/Name',
    label: texts.matter,
    width: 240,
    cell: (row) => row.matter?.name,
    sort: ['Matter/Name'],
    group: 'Matter/Id',
  },
  {
    path: 'OpenFlags',
    label: texts.openFlags,
    width: 110,
    align: 'end',
    cell: (row) => (row.openFlags ? row.openFlags : null),
    sort: ['OpenFlags'],
  },
  money('Fees', texts.fees, (row) => row.fees),
  money('Disbursements', texts.disbursements, (row) => row.disbursements),
  money('TotalTax', texts.tax, (row) => row.totalTax),
  money('ApprovedFees', texts.approvedFees, (row) => row.approvedFees),
  money('Remaining', texts.remaining, (row) => row.remaining),
  {
    path: 'Currency',
    label: texts.currency,
    width: 90,
    cell: (row) => row.currency,
    sort: ['Currency'],
    group: 'Currency',
  },
  { path: 'Description', label: texts.description, width: 240, cell: (row) => row.description },
  {
    path: 'PurchaseOrder',
    label: texts.purchaseOrder,
    width: 130,
    cell: (row) => row.purchaseOrder,
    sort: ['PurchaseOrder'],
  },
  {
    path: 'Recipient/Name',
    label: texts.recipient,
    width: 150,
    cell: (row) => row.recipient?.name,
    sort: ['Recipient/Name'],
  },
]

const unfinished = "Status in ('Posted','InReview','Approved')"

/** The list of invoices. */
export const invoiceList: ListDefinition<InvoiceRow> = {
  name: 'invoices',
  one: texts.one,
  several: texts.several,
  columns,
  usual: ['Number', 'ProviderName', 'Status', 'InvoiceDate', 'DueDate', 'Total', 'Matter/Name'],
  properties: invoiceFilterProperties,
  views: [
    { id: 'all', name: texts.all, filter: '' },
    { id: 'review', name: texts.toReview, filter: "Status in ('Posted','InReview')", orderBy: 'InvoiceDate' },
    { id: 'flagged', name: texts.flagged, filter: 'OpenFlags gt 0', orderBy: 'OpenFlags desc' },
    { id: 'unpaid', name: texts.unpaid, filter: "Status eq 'Approved'", orderBy: 'DueDate' },
    {
      id: 'overdue',
      name: texts.overdue,
      filter: `${unfinished} and DueDate lt today()`,
      orderBy: 'DueDate',
    },
  ],
  orderBy: 'InvoiceDate desc',
  find: 'Number',
  calls: {
    page: (query, signal) => answer(client.GET('/v2/invoices', { params: { query }, signal })),
    groups: async (query, signal) =>
      groupsIn(await answer(client.GET('/v2/invoices/summary', { params: { query }, signal }))),
  },
  href: ({ id }) => (typeof id === 'number' ? `/invoices/${id}` : undefined),
  title: ({ number }) => number ?? '',
  card: (row) => ({
    badge: <StateBadge state={stateOf(invoiceStates, row.status)} />,
    lines: [
      <span key="firm">{row.providerName}</span>,
      <>
        <MoneyCell value={row.total} currency={row.currency} />
        <DueCell value={row.dueDate} done={isPaid(row)} />
      </>,
    ],
  }),
  peek: (row) => <InvoicePeek row={row} />,
  empty: { title: texts.emptyTitle, text: texts.emptyText },
}
