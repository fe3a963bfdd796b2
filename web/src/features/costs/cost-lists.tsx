// The lists of what legal work costs: their columns, and what they can be filtered by.
import type { Item } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { kinds } from '../../lib/kinds.ts'
import { DayCell, MoneyCell, MonthCell } from '../../list/cells/cells.tsx'
import type { ListColumn, ListDefinition } from '../../list/definition.ts'
import type { FilterProperty } from '../../list/filters/property.ts'
import { RowTitle } from '../../list/grid/grid-rows.tsx'
import { PeekFacts } from '../../list/peek/peek-facts.tsx'
import { insideCostTexts as inside, legalCostTexts as legal } from './texts.ts'

export type InsideCost = Item<'/v2/insideCosts'>
type LegalCost = Item<'/v2/legalCosts'>

const { OutsideCounsel: _outside, ...insideKinds } = inside.kinds
const choices = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

const insideProperties: readonly FilterProperty[] = [
  { path: 'Month', label: inside.month, kind: 'day' },
  { path: 'Kind', label: inside.kind, kind: 'choice', choices: choices(insideKinds) },
  { path: 'CostCentre/Code', label: inside.costCentreCode, kind: 'text', nothing: 'CostCentre' },
  { path: 'CostCentre/Name', label: inside.costCentreName, kind: 'text', nothing: 'CostCentre' },
  { path: 'Department/Name', label: inside.department, kind: 'text', nothing: 'Department' },
  { path: 'Amount', label: inside.amount, kind: 'number' },
  { path: 'Currency', label: inside.currency, kind: 'text' },
  { path: 'Hours', label: inside.hours, kind: 'number', nothing: 'Hours' },
  { path: 'Note', label: inside.note, kind: 'text', nothing: 'Note' },
  { path: 'Source', label: inside.source, kind: 'choice', choices: choices(inside.sources) },
]

const together = (...parts: readonly string[]): string => parts.filter((part) => part !== '').join(', ')

const placeOf = ({ costCentre, department }: InsideCost): string =>
  together(costCentre ? `${costCentre.code} ${costCentre.name}` : '', department?.name ?? '')

/** How a cost is called: its kind, and where it belongs. */
export const nameOfCost = (cost: InsideCost): string =>
  together(cost.kind === undefined ? '' : inside.kinds[cost.kind], placeOf(cost))

const insideColumns: readonly ListColumn<InsideCost>[] = [
  {
    path: 'Kind',
    label: inside.kind,
    width: 130,
    cell: (row) => <RowTitle row={row} definition={insideCostList} />,
    sort: ['Kind'],
  },
  {
    path: 'Month',
    label: inside.month,
    width: 130,
    cell: (row) => <MonthCell value={row.month} />,
    sort: ['Month'],
  },
  {
    path: 'CostCentre/Code',
    label: inside.costCentre,
    width: 220,
    cell: ({ costCentre }) => (costCentre ? `${costCentre.code} ${costCentre.name}` : null),
    sort: ['CostCentre/Code'],
  },
  {
    path: 'Department/Name',
    label: inside.department,
    width: 180,
    cell: (row) => row.department?.name,
    sort: ['Department/Name'],
  },
  {
    path: 'Amount',
    label: inside.amount,
    width: 150,
    align: 'end',
    cell: (row) => <MoneyCell value={row.amount} currency={row.currency} />,
    sort: ['Amount'],
  },
  {
    path: 'Hours',
    label: inside.hours,
    width: 100,
    align: 'end',
    cell: (row) => row.hours,
    sort: ['Hours'],
  },
  { path: 'Note', label: inside.note, width: 240, cell: (row) => row.note },
]

/** The list of inside costs. */
export const insideCostList: ListDefinition<InsideCost> = {
  name: 'insideCosts',
  one: inside.one,
  several: inside.several,
  columns: insideColumns,
  usual: insideColumns.map(({ path }) => path),
  properties: insideProperties,
  views: [{ id: 'all', name: inside.all, filter: '' }],
  orderBy: 'Month desc',
  find: 'Note',
  calls: {
    page: (query, signal) => answer(client.GET('/v2/insideCosts', { params: { query }, signal })),
  },
  href: ({ id }) => (id === undefined ? undefined : `/costs/inside/${id}`),
  title: ({ kind }) => (kind === undefined ? '' : inside.kinds[kind]),
  card: (row) => ({
    lines: [
      <MonthCell key="month" value={row.month} />,
      <span key="where">{placeOf(row)}</span>,
      <MoneyCell key="amount" value={row.amount} currency={row.currency} />,
    ],
  }),
  peek: (row) => (
    <PeekFacts
      facts={[
        [inside.month, <MonthCell key="month" value={row.month} />],
        [inside.costCentre, row.costCentre ? `${row.costCentre.code} ${row.costCentre.name}` : null],
        [inside.department, row.department?.name],
        [inside.amount, <MoneyCell key="amount" value={row.amount} currency={row.currency} />],
        [inside.hours, row.hours],
        [inside.note, row.note],
        [inside.file, row.fileName],
        [inside.by, row.set?.userName],
      ]}
    />
  ),
  empty: { title: inside.emptyTitle, text: inside.emptyText },
}

const legalProperties: readonly FilterProperty[] = [
  { path: 'Side', label: legal.side, kind: 'choice', choices: choices(legal.sides) },
  { path: 'Kind', label: legal.kind, kind: 'choice', choices: choices(legal.kinds) },
  { path: 'Date', label: legal.date, kind: 'day' },
  { path: 'Amount', label: legal.amount, kind: 'number' },
  { path: 'Currency', label: legal.currency, kind: 'text' },
  { path: 'Department/Name', label: legal.department, kind: 'text', nothing: 'Department' },
  { path: 'Firm', label: legal.firm, kind: 'text', nothing: 'Firm' },
  { path: 'Matter/Id', label: legal.matter, kind: 'reference', picker: kinds.matter.many, numeric: true },
  { path: 'Invoice/Number', label: legal.invoice, kind: 'text', nothing: 'Invoice' },
]

const legalColumns: readonly ListColumn<LegalCost>[] = [
  {
    path: 'Kind',
    label: legal.kind,
    width: 150,
    cell: (row) => <RowTitle row={row} definition={legalCostList} />,
    sort: ['Kind'],
  },
  {
    path: 'Date',
    label: legal.date,
    width: 130,
    cell: (row) => <DayCell value={row.date} />,
    sort: ['Date'],
  },
  {
    path: 'Amount',
    label: legal.amount,
    width: 150,
    align: 'end',
    cell: (row) => <MoneyCell value={row.amount} currency={row.currency} />,
    sort: ['Amount'],
  },
  {
    path: 'Hours',
    label: legal.hours,
    width: 100,
    align: 'end',
    cell: (row) => row.hours,
    sort: ['Hours'],
  },
  {
    path: 'Department/Name',
    label: legal.department,
    width: 180,
    cell: (row) => row.department?.name,
    sort: ['Department/Name'],
  },
  { path: 'Firm', label: legal.firm, width: 180, cell: (row) => row.firm, sort: ['Firm'] },
  {
    path: 'Invoice/Number',
    label: legal.invoice,
    width: 140,
    cell: (row) => row.invoice?.number,
    sort: ['Invoice/Number'],
  },
  {
    path: 'Matter/Name',
    label: legal.matter,
    width: 240,
    cell: (row) => row.matter?.name,
    sort: ['Matter/Name'],
  },
  { path: 'Note', label: legal.note, width: 220, cell: (row) => row.note },
]

/** The list of inside and outside costs: each row opens the invoice or the inside cost. */
export const legalCostList: ListDefinition<LegalCost> = {
  name: 'legalCosts',
  one: legal.one,
  several: legal.several,
  columns: legalColumns,
  usual: legalColumns.map(({ path }) => path),
  properties: legalProperties,
  views: [{ id: 'all', name: legal.all, filter: '' }],
  orderBy: 'Date desc',
  find: 'Firm',
  calls: {
    page: (query, signal) => answer(client.GET('/v2/legalCosts', { params: { query }, signal })),
  },
  href: ({ invoice, insideCost }) => {
    if (invoice) return `/invoices/${invoice.id}`
    return insideCost ? `/costs/inside/${insideCost.id}` : undefined
  },
  title: ({ kind }) => (kind === undefined ? '' : legal.kinds[kind]),
  card: (row) => ({
    lines: [
      <span key="who">{row.firm ?? row.department?.name ?? row.note}</span>,
      <MoneyCell key="amount" value={row.amount} currency={row.currency} />,
    ],
  }),
  peek: (row) => (
    <PeekFacts
      facts={[
        [legal.side, row.side === undefined ? null : legal.sides[row.side]],
        [legal.date, <DayCell key="date" value={row.date} />],
        [legal.amount, <MoneyCell key="amount" value={row.amount} currency={row.currency} />],
        [legal.hours, row.hours],
        [legal.department, row.department?.name],
        [legal.firm, row.firm],
        [legal.invoice, row.invoice?.number],
        [legal.matter, row.matter?.name],
        [legal.note, row.note],
      ]}
    />
  ),
  empty: { title: legal.emptyTitle, text: legal.emptyText },
}
