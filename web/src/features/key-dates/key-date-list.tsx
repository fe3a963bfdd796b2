// The list of key dates: its columns, what it can be filtered by, the agenda and the month.
import { listRoute, recordRoute } from '../../lib/addresses/route-of.ts'
import { kinds } from '../../lib/kinds.ts'
import { ButtonLink } from '../../components/links.tsx'
import { answer, client } from '../../lib/client.ts'
import { DueCell, NumberCell, PersonCell } from '../../list/cells/cells.tsx'
import type { ListColumn, ListDefinition } from '../../list/definition.ts'
import type { FilterProperty } from '../../list/filters/property.ts'
import { personProperty } from '../../list/filters/shared-properties.ts'
import { RowTitle } from '../../list/grid/grid-rows.tsx'
import { Agenda } from './agenda.tsx'
import { KeyDateKind } from './key-date-kind.tsx'
import { keyDateKinds } from './key-date-kinds.ts'
import { KeyDatePeek } from './key-date-peek.tsx'
import { keyDateTexts as texts } from './key-date-texts.ts'
import type { KeyDateRow } from './key-dates.ts'
import { MonthTable } from './month-table.tsx'

const properties: readonly FilterProperty[] = [
  { path: 'Date', label: texts.date, kind: 'day' },
  { path: 'Category', label: texts.kind, kind: 'choice', choices: keyDateKinds },
  personProperty('Owner/Id', texts.owner, 'Owner'),
  { path: 'Contract/Owner/Id', label: texts.contractOwner, kind: 'person' },
  { path: 'Done', label: texts.done, kind: 'flag' },
  { path: 'Name', label: texts.name, kind: 'text' },
  {
    path: 'Contract/Id',
    label: texts.contract,
    kind: 'reference',
    picker: kinds.contract.many,
    numeric: true,
  },
  { path: 'Value', label: texts.value, kind: 'number' },
  { path: 'Recurrence', label: texts.repeats, kind: 'text', nothing: 'Recurrence' },
  { path: 'Modified/DateUtc', label: texts.modified, kind: 'moment' },
]

const columns: readonly ListColumn<KeyDateRow>[] = [
  {
    path: 'Date',
    label: texts.date,
    width: 190,
    cell: (row) => <DueCell value={row.date} done={row.done} />,
    sort: ['Date'],
  },
  {
    path: 'Name',
    label: texts.name,
    width: 280,
    cell: (row) => <RowTitle row={row} definition={keyDateList} />,
    sort: ['Name'],
  },
  {
    path: 'Category',
    label: texts.kind,
    width: 130,
    cell: (row) => <KeyDateKind category={row.category} />,
    sort: ['Category'],
  },
  {
    path: 'Contract/Name',
    label: texts.contract,
    width: 260,
    cell: (row) =>
      row.contract && (
        <a href={`#${recordRoute(kinds.contract, row.contract.id)}`} tabIndex={-1}>
          {row.contract.name}
        </a>
      ),
    sort: ['Contract/Name'],
  },
  {
    path: 'Owner/LastName',
    label: texts.owner,
    width: 150,
    cell: (row) => <PersonCell person={row.owner} />,
    sort: ['Owner/LastName', 'Owner/FirstName'],
    exported: ['Owner/FirstName', 'Owner/LastName'],
  },
  {
    path: 'Done',
    label: texts.done,
    width: 90,
    cell: (row) => (row.done ? texts.done : texts.notDone),
  },
  {
    path: 'Value',
    label: texts.value,
    width: 110,
    align: 'end',
    cell: (row) => (row.value === 0 ? null : <NumberCell value={row.value} />),
    sort: ['Value'],
  },
]

/** The list of key dates. */
export const keyDateList: ListDefinition<KeyDateRow> = {
  name: 'keyDates',
  one: texts.one,
  several: texts.several,
  columns,
  usual: ['Date', 'Name', 'Category', 'Contract/Name', 'Owner/LastName', 'Done'],
  properties,
  views: [
    { id: 'next', name: texts.next, filter: 'Done eq false and Date le today(90)', layout: 'Board' },
    { id: 'mine', name: texts.mine, filter: 'Done eq false and Owner/Id eq me()', layout: 'Board' },
    {
      id: 'ofmine',
      name: texts.ofMine,
      filter: 'Done eq false and Contract/Owner/Id eq me()',
      layout: 'Board',
    },
    { id: 'overdue', name: texts.overdue, filter: 'Done eq false and Date lt today()', layout: 'Board' },
    { id: 'month', name: texts.month, filter: '', layout: 'Calendar' },
    { id: 'all', name: texts.all, filter: '' },
  ],
  orderBy: 'Date',
  find: 'Name',
  calls: { page: (query, signal) => answer(client.GET('/v2/keyDates', { params: { query }, signal })) },
  layouts: [
    {
      layout: 'Board',
      label: texts.agenda,
      render: ({ filter, onPeek }) => <Agenda filter={filter} onPeek={onPeek} />,
    },
    {
      layout: 'Calendar',
      label: texts.month,
      render: ({ filter, onPeek }) => <MonthTable filter={filter} onPeek={onPeek} />,
    },
  ],
  href: () => undefined,
  title: ({ name }) => name ?? '',
  card: (row) => ({
    badge: <KeyDateKind category={row.category} />,
    lines: [
      <DueCell key="date" value={row.date} done={row.done} />,
      <span key="on">{row.contract?.name}</span>,
    ],
  }),
  peek: (row) => <KeyDatePeek key={row.id} row={row} />,
  empty: {
    title: texts.emptyTitle,
    text: texts.emptyText,
    action: (
      <ButtonLink to={listRoute(kinds.contract)} size="sm">
        {texts.toContracts}
      </ButtonLink>
    ),
  },
}
