// The list of shares of all invoices: its columns, and what it can be filtered by.
import { StateBadge } from '../../../components/state-badge.tsx'
import type { Item } from '../../../lib/calls.ts'
import { answer, client } from '../../../lib/client.ts'
import { kinds } from '../../../lib/kinds.ts'
import { invoiceStates, stateOf } from '../../../lib/states.ts'
import { DayCell, MoneyCell } from '../../../list/cells/cells.tsx'
import type { ListColumn, ListDefinition } from '../../../list/definition.ts'
import type { FilterProperty } from '../../../list/filters/property.ts'
import { choicesOf } from '../../../list/filters/shared-properties.ts'
import { RowTitle } from '../../../list/grid/grid-rows.tsx'
import { PeekFacts } from '../../../list/peek/peek-facts.tsx'
import { shareListTexts as texts } from './share-texts.ts'

type ShareRow = Item<'/v2/invoiceAllocations'>

const properties: readonly FilterProperty[] = [
  { path: 'CostCentre/Code', label: texts.costCentreCode, kind: 'text', nothing: 'CostCentre' },
  { path: 'CostCentre/Name', label: texts.costCentreName, kind: 'text', nothing: 'CostCentre' },
  { path: 'LegalEntity/Code', label: texts.legalEntityCode, kind: 'text', nothing: 'LegalEntity' },
  { path: 'LegalEntity/Name', label: texts.legalEntityName, kind: 'text', nothing: 'LegalEntity' },
  { path: 'Invoice/Status', label: texts.status, kind: 'choice', choices: choicesOf(invoiceStates) },
  { path: 'Invoice/Date', label: texts.date, kind: 'day' },
  { path: 'ProviderName', label: texts.firm, kind: 'text' },
  { path: 'Matter/Id', label: texts.matter, kind: 'reference', picker: kinds.matter.many, numeric: true },
  { path: 'Currency', label: texts.currency, kind: 'text' },
  { path: 'BilledNet', label: texts.billed, kind: 'number' },
  { path: 'ApprovedNet', label: texts.approved, kind: 'number', nothing: 'ApprovedNet' },
]

const named = (entry: ShareRow['costCentre']) => (entry ? `${entry.code} ${entry.name}` : null)

const money = (path: string, label: string, of: (row: ShareRow) => number | null | undefined) =>
  ({
    path,
    label,
    width: 140,
    align: 'end',
    cell: (row: ShareRow) => <MoneyCell value={of(row)} currency={row.currency} />,
    sort: [path],
  }) as const

const columns: readonly ListColumn<ShareRow>[] = [
  {
    path: 'Invoice/Number',
    label: texts.invoice,
    width: 150,
    cell: (row) => <RowTitle row={row} definition={shareList} />,
    sort: ['Invoice/Number'],
  },
  {
    path: 'CostCentre/Code',
    label: texts.costCentre,
    width: 200,
    cell: (row) => named(row.costCentre),
    sort: ['CostCentre/Code'],
  },
  {
    path: 'LegalEntity/Code',
    label: texts.legalEntity,
    width: 200,
    cell: (row) => named(row.legalEntity),
    sort: ['LegalEntity/Code'],
  },
  {
    path: 'Percent',
    label: texts.percent,
    width: 100,
    align: 'end',
    cell: (row) => row.percent,
    sort: ['Percent'],
  },
  money('BilledNet', texts.billed, (row) => row.billedNet),
  money('ApprovedNet', texts.approved, (row) => row.approvedNet),
  {
    path: 'Invoice/Status',
    label: texts.status,
    width: 120,
    cell: (row) => <StateBadge state={stateOf(invoiceStates, row.invoice?.status)} />,
    sort: ['Invoice/Status'],
  },
  {
    path: 'Invoice/Date',
    label: texts.date,
    width: 130,
    cell: (row) => <DayCell value={row.invoice?.date} />,
    sort: ['Invoice/Date'],
  },
  {
    path: 'ProviderName',
    label: texts.firm,
    width: 180,
    cell: (row) => row.providerName,
    sort: ['ProviderName'],
  },
  {
    path: 'Matter/Name',
    label: texts.matter,
    width: 220,
    cell: (row) => row.matter?.name,
    sort: ['Matter/Name'],
  },
]

/** The list of shares. */
export const shareList: ListDefinition<ShareRow> = {
  name: 'invoiceAllocations',
  one: texts.one,
  several: texts.several,
  columns,
  usual: columns.map(({ path }) => path),
  properties,
  views: [{ id: 'all', name: texts.all, filter: '' }],
  orderBy: 'Invoice/Date desc',
  find: 'Invoice/Number',
  calls: {
    page: (query, signal) => answer(client.GET('/v2/invoiceAllocations', { params: { query }, signal })),
  },
  href: ({ invoice }) => (invoice ? `/invoices/${invoice.id}` : undefined),
  title: ({ invoice }) => invoice?.number ?? '',
  card: (row) => ({
    lines: [
      <span key="what">{named(row.costCentre) ?? named(row.legalEntity) ?? texts.nothing}</span>,
      <MoneyCell key="amount" value={row.billedNet} currency={row.currency} />,
    ],
  }),
  peek: (row) => (
    <PeekFacts
      facts={[
        [texts.status, <StateBadge key="status" state={stateOf(invoiceStates, row.invoice?.status)} />],
        [texts.costCentre, named(row.costCentre)],
        [texts.legalEntity, named(row.legalEntity)],
        [texts.firm, row.providerName],
        [texts.matter, row.matter?.name],
        [texts.percent, row.percent],
        [texts.billed, <MoneyCell key="billed" value={row.billedNet} currency={row.currency} />],
        [texts.tax, <MoneyCell key="tax" value={row.billedTax} currency={row.currency} />],
        [texts.approved, <MoneyCell key="approved" value={row.approvedNet} currency={row.currency} />],
        [texts.approvedTax, <MoneyCell key="approvedTax" value={row.approvedTax} currency={row.currency} />],
      ]}
    />
  ),
  empty: { title: texts.emptyTitle, text: texts.emptyText },
}
