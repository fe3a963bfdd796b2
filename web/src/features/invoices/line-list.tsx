// The list of lines of all invoices: its columns, and what it can be filtered by.
import { StateBadge } from '../../components/state-badge.tsx'
import type { Item } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { kinds } from '../../lib/kinds.ts'
import { invoiceStates, stateOf } from '../../lib/states.ts'
import { DayCell, MoneyCell } from '../../list/cells/cells.tsx'
import type { ListColumn, ListDefinition } from '../../list/definition.ts'
import type { FilterProperty } from '../../list/filters/property.ts'
import { choicesOf } from '../../list/filters/shared-properties.ts'
import { RowTitle } from '../../list/grid/grid-rows.tsx'
import { PeekFacts } from '../../list/peek/peek-facts.tsx'
import { ofMatterProperties } from './invoice-list-properties.ts'
import { lineListTexts as texts } from './invoice-list-texts.ts'
import { reductionReasons } from './review/reasons.ts'

export type LineRow = Item<'/v2/invoiceLines'>

const properties: readonly FilterProperty[] = [
  { path: 'Timekeeper', label: texts.timekeeper, kind: 'text', nothing: 'Timekeeper' },
  { path: 'TimekeeperClass', label: texts.seniority, kind: 'text', nothing: 'TimekeeperClass' },
  { path: 'TaskCode', label: texts.task, kind: 'text', nothing: 'TaskCode' },
  { path: 'ActivityCode', label: texts.activity, kind: 'text', nothing: 'ActivityCode' },
  { path: 'ExpenseCode', label: texts.expense, kind: 'text', nothing: 'ExpenseCode' },
  {
    path: 'Kind',
    label: texts.kind,
    kind: 'choice',
    choices: Object.entries(texts.kinds).map(([value, label]) => ({ value, label })),
  },
  { path: 'WorkDate', label: texts.workDate, kind: 'day', nothing: 'WorkDate' },
  { path: 'Invoice/Status', label: texts.status, kind: 'choice', choices: choicesOf(invoiceStates) },
  { path: 'Invoice/Date', label: texts.date, kind: 'day' },
  { path: 'ProviderName', label: texts.firm, kind: 'text' },
  { path: 'Matter/Id', label: texts.matter, kind: 'reference', picker: kinds.matter.many, numeric: true },
  ...ofMatterProperties,
  { path: 'Currency', label: texts.currency, kind: 'text' },
  {
    path: 'ReductionReason',
    label: texts.reductionReason,
    kind: 'choice',
    nothing: 'ReductionReason',
    choices: Object.entries(reductionReasons).map(([value, label]) => ({ value, label })),
  },
  {
    path: 'TaxCode/Id',
    label: texts.taxCode,
    kind: 'reference',
    picker: 'taxCodes',
    numeric: true,
    nothing: 'TaxCode/Id',
  },
  { path: 'Amount', label: texts.amount, kind: 'number' },
  { path: 'Quantity', label: texts.quantity, kind: 'number' },
  { path: 'Description', label: texts.description, kind: 'text' },
]

const text = (path: string, label: string, width: number, of: (row: LineRow) => string | null | undefined) =>
  ({ path, label, width, cell: (row: LineRow) => of(row), sort: [path] }) as const

const money = (path: string, label: string, of: (row: LineRow) => number | null | undefined) =>
  ({
    path,
    label,
    width: 120,
    align: 'end',
    cell: (row: LineRow) => <MoneyCell value={of(row)} currency={row.currency} />,
    sort: [path],
  }) as const

const columns: readonly ListColumn<LineRow>[] = [
  {
    path: 'Invoice/Number',
    label: texts.invoice,
    width: 150,
    cell: (row) => <RowTitle row={row} definition={lineList} />,
    sort: ['Invoice/Number'],
  },
  text('ProviderName', texts.firm, 180, (row) => row.providerName),
  {
    path: 'WorkDate',
    label: texts.workDate,
    width: 130,
    cell: (row) => <DayCell value={row.workDate} />,
    sort: ['WorkDate'],
  },
  text('Timekeeper', texts.timekeeper, 150, (row) => row.timekeeper),
  text('TimekeeperClass', texts.seniority, 110, (row) => row.timekeeperClass),
  text('TaskCode', texts.task, 90, (row) => row.taskCode),
  { path: 'Description', label: texts.description, width: 260, cell: (row) => row.description },
  {
    path: 'Quantity',
    label: texts.quantity,
    width: 90,
    align: 'end',
    cell: (row) => row.quantity,
    sort: ['Quantity'],
  },
  money('Amount', texts.amount, (row) => row.amount),
  money('ApprovedAmount', texts.approved, (row) => row.approvedAmount),
  text(
    'ReductionReason',
    texts.reductionReason,
    200,
    ({ reductionReason: reason }) => reason && reductionReasons[reason],
  ),
  {
    path: 'Invoice/Status',
    label: texts.status,
    width: 120,
    cell: (row) => <StateBadge state={stateOf(invoiceStates, row.invoice?.status)} />,
    sort: ['Invoice/Status'],
  },
  text('Matter/Name', texts.matter, 220, (row) => row.matter?.name),
]

/** The list of lines. */
export const lineList: ListDefinition<LineRow> = {
  name: 'invoiceLines',
  one: texts.one,
  several: texts.several,
  columns,
  usual: columns.map(({ path }) => path).filter((path) => path !== 'ReductionReason'),
  properties,
  views: [{ id: 'all', name: texts.all, filter: '' }],
  orderBy: 'WorkDate desc',
  find: 'Description',
  calls: {
    page: (query, signal) => answer(client.GET('/v2/invoiceLines', { params: { query }, signal })),
  },
  href: ({ invoice }) => (invoice ? `/invoices/${invoice.id}` : undefined),
  title: ({ invoice, number }) => `${invoice?.number ?? ''} / ${number ?? ''}`,
  card: (row) => ({
    lines: [
      <span key="who">{row.timekeeper ?? row.description}</span>,
      <MoneyCell key="amount" value={row.amount} currency={row.currency} />,
    ],
  }),
  peek: (row) => (
    <PeekFacts
      facts={[
        [texts.status, <StateBadge key="status" state={stateOf(invoiceStates, row.invoice?.status)} />],
        [texts.firm, row.providerName],
        [texts.matter, row.matter?.name],
        [texts.timekeeper, row.timekeeper],
        [texts.seniority, row.timekeeperClass],
        [texts.task, row.taskCode],
        [texts.activity, row.activityCode],
        [texts.expense, row.expenseCode],
        [texts.workDate, <DayCell key="day" value={row.workDate} />],
        [texts.quantity, row.quantity],
        [texts.amount, <MoneyCell key="amount" value={row.amount} currency={row.currency} />],
        [texts.approved, <MoneyCell key="approved" value={row.approvedAmount} currency={row.currency} />],
        [texts.description, row.description],
      ]}
    />
  ),
  empty: { title: texts.emptyTitle, text: texts.emptyText },
}
