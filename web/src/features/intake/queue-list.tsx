// The list of requests that wait to be taken on: its columns, what it can be filtered by, and what can be done with
// many.
import type { Item } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { StateBadge } from '../../components/state-badge.tsx'
import { DueCell, MomentCell } from '../../list/cells/cells.tsx'
import type { BulkProperty, ListColumn, ListDefinition } from '../../list/definition.ts'
import type { FilterProperty } from '../../list/filters/property.ts'
import { personProperty } from '../../list/filters/shared-properties.ts'
import { RowTitle } from '../../list/grid/grid-rows.tsx'
import { groupsIn } from '../../list/rows/group-answers.ts'
import { QueuePeek } from './queue-peek.tsx'
import { RequestMenu, RequestButtons } from './request-row-actions.tsx'
import classes from './intake.module.css'
import { stateOfRequest } from './request-progress.ts'
import { queueListTexts as texts } from './queue-list-texts.ts'

export type QueueRow = Item<'/v2/intake'>

const nextChoices = (['Assign', 'Answer', 'Accept'] as const).map((value) => ({
  value,
  label: texts.next[value],
}))

const properties: readonly FilterProperty[] = [
  { path: 'Next', label: texts.waits, kind: 'choice', choices: nextChoices },
  personProperty('With/Person/Id', texts.with, 'With/Person'),
  { path: 'Due', label: texts.due, kind: 'day', nothing: 'Due' },
  {
    path: 'Type/Id',
    label: texts.type,
    kind: 'reference',
    picker: 'requestTypes',
    numeric: true,
    nothing: 'Type',
  },
  { path: 'Requester/Id', label: texts.from, kind: 'person' },
  { path: 'Team/Id', label: texts.team, kind: 'reference', picker: 'teams', numeric: true, nothing: 'Team' },
  { path: 'Created/DateUtc', label: texts.asked, kind: 'moment' },
  { path: 'Name', label: texts.request, kind: 'text' },
  { path: 'Description', label: texts.description, kind: 'text', nothing: 'Description' },
]

function RequestCell({ row }: { row: QueueRow }) {
  return (
    <>
      <span className={classes.rowTitle}>
        <RowTitle row={row} definition={queueList} />
        {row.contract ? <span className={classes.rowNote}>{texts.drafted}</span> : null}
      </span>
      <RequestMenu request={row} />
    </>
  )
}

const columns: readonly ListColumn<QueueRow>[] = [
  {
    path: 'Name',
    label: texts.request,
    width: 320,
    cell: (row) => <RequestCell row={row} />,
    sort: ['Name'],
  },
  {
    path: 'Requester/Name',
    label: texts.from,
    width: 150,
    cell: (row) => row.requester.name,
    sort: ['Requester/Name'],
    group: 'Requester/Id',
  },
  {
    path: 'Next',
    label: texts.waits,
    width: 215,
    cell: (row) => <StateBadge state={stateOfRequest(row, false)} />,
    sort: ['Next'],
    group: 'Next',
  },
  {
    path: 'With/Person/Name',
    label: texts.with,
    width: 150,
    cell: (row) => row.with.person?.name,
    sort: ['With/Person/Name'],
    group: 'With/Person/Id',
  },
  {
    path: 'Due',
    label: texts.due,
    width: 190,
    cell: (row) => <DueCell value={row.due} at={row.dueUtc} done={false} />,
    sort: ['Due', 'DueUtc'],
    group: 'Due',
  },
  {
    path: 'Type/Title',
    label: texts.type,
    width: 190,
    cell: (row) => row.type?.title,
    sort: ['Type/Title'],
    group: 'Type/Id',
  },
  {
    path: 'With/Team',
    label: texts.team,
    width: 140,
    cell: (row) => row.with.team,
    sort: ['With/Team'],
    group: 'Team/Id',
  },
  {
    path: 'Created/DateUtc',
    label: texts.asked,
    width: 130,
    cell: (row) => <MomentCell value={row.created.dateUtc} />,
    sort: ['Created/DateUtc'],
    group: 'Created/DateUtc',
  },
  { path: 'Description', label: texts.description, width: 320, cell: (row) => row.description },
]

const bulk: readonly BulkProperty[] = [
  {
    label: texts.accept,
    button: texts.accept,
    property: { path: 'Decision', label: texts.accept, kind: 'flag' },
    change: () => ({ decision: 'Accepted' }),
    withoutValue: texts.acceptHint,
  },
  {
    label: texts.assign,
    button: texts.assignMany,
    property: { path: 'Manager/Id', label: texts.assignTo, kind: 'person' },
    valueLabel: texts.assignTo,
    change: (values) => ({ manager: { id: values.at(-1) } }),
  },
  {
    label: texts.toTeam,
    property: { path: 'Team/Id', label: texts.team, kind: 'reference', picker: 'teams', numeric: true },
    valueLabel: texts.team,
    change: ([id]) => ({ team: id === undefined ? null : { id: Number(id) } }),
    clearable: true,
  },
  {
    label: texts.decline,
    button: texts.declineMany,
    property: { path: 'Reason', label: texts.reason, kind: 'text' },
    valueLabel: texts.reason,
    long: texts.reasonHint,
    change: (values) => ({ decision: 'Declined', reason: values.at(-1) ?? '' }),
  },
]

/** The list of requests that wait to be taken on. */
export const queueList: ListDefinition<QueueRow> = {
  name: 'intake',
  one: texts.one,
  several: texts.several,
  columns,
  usual: ['Name', 'Requester/Name', 'Next', 'With/Person/Name', 'Due', 'Type/Title', 'Created/DateUtc'],
  properties,
  views: [
    { id: 'all', name: texts.all, filter: '' },
    { id: 'new', name: texts.unassigned, filter: "Next eq 'Assign'" },
    { id: 'mine', name: texts.mine, filter: 'With/Person/Id eq me()' },
    { id: 'late', name: texts.late, filter: 'Due lt today()' },
    { id: 'asked', name: texts.waitingForAnswer, filter: "Next eq 'Answer'" },
  ],
  orderBy: 'Due',
  find: 'Name',
  calls: {
    page: (query, signal) => answer(client.GET('/v2/intake', { params: { query }, signal })),
    groups: async (query, signal) =>
      groupsIn(await answer(client.GET('/v2/intake/summary', { params: { query }, signal }))),
    bulk: (body) => answer(client.POST('/v2/intake/bulk', { body })),
  },
  bulk,
  href: ({ id }) => `/requests/${id}`,
  title: ({ name }) => name,
  card: (row) => ({
    badge: <StateBadge state={stateOfRequest(row, false)} />,
    lines: [
      <span key="from">{row.requester.name}</span>,
      row.due ? (
        <DueCell key="due" value={row.due} at={row.dueUtc} done={false} />
      ) : (
        <span key="due">{texts.noPromise}</span>
      ),
    ],
    actions: <RequestButtons request={row} />,
  }),
  peek: (row) => <QueuePeek row={row} />,
  empty: { title: texts.none, text: texts.noneLead },
}
