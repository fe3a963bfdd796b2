// The list of money by date: its columns, and what it can be filtered by.
import type { Item } from '../../../lib/calls.ts'
import { answer, client } from '../../../lib/client.ts'
import { kinds } from '../../../lib/kinds.ts'
import { DayCell, MoneyCell } from '../../../list/cells/cells.tsx'
import type { ListColumn, ListDefinition } from '../../../list/definition.ts'
import type { FilterProperty } from '../../../list/filters/property.ts'
import { RowTitle } from '../../../list/grid/grid-rows.tsx'
import { PeekFacts } from '../../../list/peek/peek-facts.tsx'
import { moneyTexts as texts } from './money-texts.ts'

type MoneyRow = Item<'/v2/moneyByDate'>

const kindOf = ({ kind }: MoneyRow) => (kind === undefined ? '' : texts.kinds[kind])

const properties: readonly FilterProperty[] = [
  {
    path: 'Kind',
    label: texts.kind,
    kind: 'choice',
    choices: Object.entries(texts.kinds).map(([value, label]) => ({ value, label })),
  },
  { path: 'Date', label: texts.date, kind: 'day' },
  { path: 'Matter/Id', label: texts.matter, kind: 'reference', picker: kinds.matter.many, numeric: true },
  { path: 'Provider/Name', label: texts.firm, kind: 'text', nothing: 'Provider' },
  { path: 'Invoice/Number', label: texts.invoice, kind: 'text', nothing: 'Invoice' },
  { path: 'Currency', label: texts.currency, kind: 'text' },
  { path: 'Amount', label: texts.amount, kind: 'number' },
]

const money = (path: string, label: string, of: (row: MoneyRow) => number | null | undefined) =>
  ({
    path,
    label,
    width: 140,
    align: 'end',
    cell: (row: MoneyRow) => <MoneyCell value={of(row)} currency={row.currency} />,
    sort: [path],
  }) as const

const columns: readonly ListColumn<MoneyRow>[] = [
  {
    path: 'Date',
    label: texts.date,
    width: 130,
    cell: (row) => <DayCell value={row.date} />,
    sort: ['Date'],
  },
  {
    path: 'Kind',
    label: texts.kind,
    width: 130,
    cell: (row) => <RowTitle row={row} definition={moneyList} />,
    sort: ['Kind'],
  },
  money('Amount', texts.amount, (row) => row.amount),
  money('Forecast', texts.forecast, (row) => row.forecast),
  {
    path: 'Matter/Name',
    label: texts.matter,
    width: 240,
    cell: (row) => row.matter?.name,
    sort: ['Matter/Name'],
  },
  {
    path: 'Provider/Name',
    label: texts.firm,
    width: 200,
    cell: (row) => row.provider?.name,
    sort: ['Provider/Name'],
  },
  {
    path: 'Invoice/Number',
    label: texts.invoice,
    width: 150,
    cell: (row) => row.invoice?.number,
    sort: ['Invoice/Number'],
  },
]

/** An invoice opens; what has none is on the page of the money of its matter. */
const placeOf = ({ invoice, matter }: MoneyRow) => {
  if (invoice) return `/invoices/${invoice.id}`
  return matter ? `/${kinds.matter.many}/${matter.id}?tab=money` : undefined
}

/** The list. */
export const moneyList: ListDefinition<MoneyRow> = {
  name: 'moneyByDate',
  one: texts.one,
  several: texts.several,
  columns,
  usual: columns.map(({ path }) => path),
  properties,
  views: [
    { id: 'all', name: texts.all, filter: '' },
    { id: 'actual', name: texts.actual, filter: "Kind in ('Actual','Accrued','Pending')" },
    { id: 'planned', name: texts.planned, filter: "Kind in ('Budget','Expected')" },
  ],
  orderBy: 'Date desc',
  find: 'Matter/Name',
  calls: {
    page: (query, signal) => answer(client.GET('/v2/moneyByDate', { params: { query }, signal })),
  },
  href: placeOf,
  title: kindOf,
  card: (row) => ({
    lines: [
      <span key="what">{row.matter?.name}</span>,
      <DayCell key="date" value={row.date} />,
      <MoneyCell key="amount" value={row.amount} currency={row.currency} />,
    ],
  }),
  peek: (row) => (
    <PeekFacts
      facts={[
        [texts.date, <DayCell key="date" value={row.date} />],
        [texts.kind, kindOf(row)],
        [texts.matter, row.matter?.name],
        [texts.firm, row.provider?.name],
        [texts.invoice, row.invoice?.number],
        [texts.amount, <MoneyCell key="amount" value={row.amount} currency={row.currency} />],
        [texts.forecast, <MoneyCell key="forecast" value={row.forecast} currency={row.currency} />],
      ]}
    />
  ),
  empty: { title: texts.emptyTitle, text: texts.emptyText },
}
