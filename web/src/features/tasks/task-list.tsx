// The list of tasks: its columns, what it can be filtered by, the board, and what can be done with many.
import { listRoute, recordRoute } from '../../lib/addresses/route-of.ts'
import { kinds } from '../../lib/kinds.ts'
import { StateBadge } from '../../components/state-badge.tsx'
import { taskStates, stateOf } from '../../lib/states.ts'
import { isOver, taskChoices, taskKinds } from './task-kinds.ts'
import { ButtonLink } from '../../components/links.tsx'
import type { Item } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { bulkProperties } from '../../list/bulk/bulk-properties.ts'
import { DueCell, MomentCell, NumberCell, PersonCell } from '../../list/cells/cells.tsx'
import type { ListColumn, ListDefinition } from '../../list/definition.ts'
import type { FilterProperty } from '../../list/filters/property.ts'
import { createdProperties, personProperty } from '../../list/filters/shared-properties.ts'
import { RowTitle } from '../../list/grid/grid-rows.tsx'
import { groupsIn } from '../../list/rows/group-answers.ts'
import { TaskBoard } from './task-board.tsx'
import { taskListTexts as texts } from './task-list-texts.ts'
import { TaskPeek } from './task-peek.tsx'

export type TaskRow = Item<'/v2/tasks'>

const properties: readonly FilterProperty[] = [
  { path: 'Status', label: texts.state, kind: 'choice', choices: taskChoices },
  personProperty('Assignee/Id', texts.assignee, 'Assignee'),
  { path: 'DueDate', label: texts.due, kind: 'local', nothing: 'DueDate' },
  { path: 'Type', label: texts.kind, kind: 'choice', choices: taskKinds },
  { path: 'Matter/Id', label: texts.matter, kind: 'reference', picker: kinds.matter.many, numeric: true },
  { path: 'Name', label: texts.name, kind: 'text' },
  { path: 'Description', label: texts.description, kind: 'text', nothing: 'Description' },
  ...createdProperties,
  { path: 'Modified/DateUtc', label: texts.modified, kind: 'moment' },
]

const kindOf = (value: string | undefined) => taskKinds.find((kind) => kind.value === value)?.label

function MatterLink({ matter }: { matter: TaskRow['matter'] }) {
  return matter === undefined || matter === null ? null : (
    <a href={`#${recordRoute(kinds.matter, matter.id)}`} tabIndex={-1}>
      {matter.name}
    </a>
  )
}

const columns: readonly ListColumn<TaskRow>[] = [
  {
    path: 'Name',
    label: texts.name,
    width: 320,
    cell: (row) => <RowTitle row={row} definition={taskList} />,
    sort: ['Name'],
  },
  {
    path: 'Status',
    label: texts.state,
    width: 140,
    cell: (row) => <StateBadge state={stateOf(taskStates, row.status)} />,
    sort: ['Status'],
    group: 'Status',
  },
  {
    path: 'DueDate',
    label: texts.due,
    width: 190,
    cell: (row) => <DueCell value={row.dueDate} done={isOver(row.status)} />,
    sort: ['DueDate'],
    group: 'DueDate',
  },
  {
    path: 'Assignee/LastName',
    label: texts.assignee,
    width: 150,
    cell: (row) => <PersonCell person={row.assignee} />,
    sort: ['Assignee/LastName', 'Assignee/FirstName'],
    group: 'Assignee/Id',
    exported: ['Assignee/FirstName', 'Assignee/LastName'],
  },
  {
    path: 'Matter/Name',
    label: texts.matter,
    width: 240,
    cell: (row) => <MatterLink matter={row.matter} />,
    sort: ['Matter/Name'],
    group: 'Matter/Id',
  },
  {
    path: 'Type',
    label: texts.kind,
    width: 110,
    cell: (row) => kindOf(row.type),
    sort: ['Type'],
    group: 'Type',
  },
  {
    path: 'Parent/Name',
    label: texts.parent,
    width: 180,
    cell: (row) => row.parent?.name,
    sort: ['Parent/Name'],
  },
  {
    path: 'Duration',
    label: texts.duration,
    width: 120,
    align: 'end',
    cell: (row) => (row.duration === 0 ? null : <NumberCell value={row.duration} />),
    sort: ['Duration'],
  },
  {
    path: 'Created/DateUtc',
    label: texts.created,
    width: 130,
    cell: (row) => <MomentCell value={row.created?.dateUtc} />,
    sort: ['Created/DateUtc'],
    group: 'Created/DateUtc',
  },
]

const open = "Status in ('NotStarted','InProgress','OnHold')"

/** The list of tasks. */
export const taskList: ListDefinition<TaskRow> = {
  name: 'tasks',
  one: texts.one,
  several: texts.several,
  columns,
  usual: ['Name', 'Status', 'DueDate', 'Assignee/LastName', 'Matter/Name', 'Type'],
  properties,
  views: [
    { id: 'mine', name: texts.mine, filter: `${open} and Assignee/Id eq me()` },
    { id: 'open', name: texts.open, filter: open },
    { id: 'late', name: texts.late, filter: `${open} and DueDate lt today()` },
    { id: 'soon', name: texts.soon, filter: `${open} and (DueDate ge today() and DueDate le today(7))` },
    { id: 'nobody', name: texts.nobody, filter: `${open} and Assignee eq null` },
    { id: 'board', name: texts.board, filter: 'Assignee/Id eq me()', layout: 'Board' },
    { id: 'all', name: texts.all, filter: '' },
  ],
  orderBy: 'DueDate',
  find: 'Name',
  calls: {
    page: (query, signal) => answer(client.GET('/v2/tasks', { params: { query }, signal })),
    groups: async (query, signal) =>
      groupsIn(await answer(client.GET('/v2/tasks/summary', { params: { query }, signal }))),
    bulk: (body) => answer(client.POST('/v2/tasks/bulk', { body })),
  },
  bulk: [
    bulkProperties.status(texts.state, taskChoices),
    bulkProperties.person(texts.assignee, (id) => ({ assignee: id === null ? null : { id } }), true),
    bulkProperties.day(texts.due, (day) => ({ dueDate: day === null ? null : `${day}T00:00:00` })),
  ],
  layouts: [
    {
      layout: 'Board',
      label: texts.board,
      render: ({ filter, onPeek }) => <TaskBoard filter={filter} onPeek={onPeek} />,
    },
  ],
  href: () => undefined,
  title: ({ name }) => name ?? '',
  card: (row) => ({
    badge: <StateBadge state={stateOf(taskStates, row.status)} />,
    lines: [
      <span key="on">{row.matter?.name}</span>,
      <>
        <DueCell value={row.dueDate} done={isOver(row.status)} />
        <PersonCell person={row.assignee} />
      </>,
    ],
  }),
  peek: (row) => <TaskPeek key={row.id} row={row} />,
  empty: {
    title: texts.emptyTitle,
    text: texts.emptyText,
    action: (
      <ButtonLink to={listRoute(kinds.matter)} size="sm">
        {texts.toMatters}
      </ButtonLink>
    ),
  },
}
