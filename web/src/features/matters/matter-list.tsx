// The list of matters: its columns, what it can be filtered by, and what can be done with many.
import { kindOf } from '../../components/me-context.ts'
import { StateBadge } from '../../components/state-badge.tsx'
import { matterStates, stateOf } from '../../lib/states.ts'
import { choicesOf } from '../../list/filters/shared-properties.ts'
import { answer, client } from '../../lib/client.ts'
import type { Item } from '../../lib/calls.ts'
import { MomentCell, PersonCell } from '../../list/cells/cells.tsx'
import { bulkProperties } from '../../list/bulk/bulk-properties.ts'
import { createdProperties, personProperty } from '../../list/filters/shared-properties.ts'
import type { Choice, FilterProperty } from '../../list/filters/property.ts'
import type { ListColumn, ListDefinition } from '../../list/definition.ts'
import { groupsIn } from '../../list/rows/group-answers.ts'
import { RowTitle } from '../../list/grid/grid-rows.tsx'
import { CreateLink } from '../create/creators-only.tsx'
import { MatterPeek } from './matter-peek.tsx'
import { matterListTexts as texts } from './matter-list-texts.ts'

export type MatterRow = Item<'/v2/matters'>

const properties: readonly FilterProperty[] = [
  { path: 'Status', label: texts.state, kind: 'choice', choices: choicesOf(matterStates) },
  personProperty('Owner/Id', texts.owner, 'Owner'),
  personProperty('Manager/User/Id', texts.manager, 'Manager/User'),
  { path: 'Id', many: 'Members', label: texts.person, kind: 'person' },
  {
    path: 'TeamAssigned/Id',
    label: texts.team,
    kind: 'reference',
    picker: 'teams',
    numeric: true,
    nothing: 'TeamAssigned',
  },
  { path: 'Type/Id', label: texts.type, kind: 'reference', picker: 'matterTypes', numeric: true },
  { path: 'NextDue', label: texts.nextDue, kind: 'local', nothing: 'NextDue' },
  { path: 'Urgent', label: texts.urgent, kind: 'flag' },
  { path: 'InIntake', label: texts.inIntake, kind: 'flag' },
  { path: 'Id', many: 'Tags', label: texts.tag, kind: 'reference', picker: 'tags', numeric: true },
  { path: 'Name', label: texts.name, kind: 'text' },
  { path: 'DisplayId', label: texts.number, kind: 'text' },
  { path: 'ExternalId', label: texts.externalId, kind: 'text', nothing: 'ExternalId' },
  { path: 'Restricted', label: texts.restricted, kind: 'flag' },
  { path: 'Parent/Id', label: texts.parent, kind: 'reference', picker: 'matters', numeric: true },
  ...createdProperties,
  { path: 'Modified/DateUtc', label: texts.modified, kind: 'moment' },
  { path: 'Closed/DateUtc', label: texts.closed, kind: 'moment', nothing: 'Closed/DateUtc' },
]

const columns: readonly ListColumn<MatterRow>[] = [
  { path: 'DisplayId', label: texts.number, width: 120, cell: (row) => row.displayId, sort: ['DisplayId'] },
  {
    path: 'Name',
    label: texts.name,
    width: 320,
    cell: (row) => <RowTitle row={row} definition={matterList} />,
    sort: ['Name'],
  },
  {
    path: 'Status',
    label: texts.state,
    width: 170,
    cell: (row) => <StateBadge state={stateOf(matterStates, row.status)} />,
    sort: ['Status'],
    group: 'Status',
  },
  {
    path: 'Owner/LastName',
    label: texts.owner,
    width: 150,
    cell: (row) => <PersonCell person={row.owner} />,
    sort: ['Owner/LastName', 'Owner/FirstName'],
    group: 'Owner/Id',
    exported: ['Owner/FirstName', 'Owner/LastName'],
  },
  {
    path: 'Manager/User/LastName',
    label: texts.manager,
    width: 150,
    cell: (row) => <PersonCell person={row.manager?.user} />,
    sort: ['Manager/User/LastName', 'Manager/User/FirstName'],
    group: 'Manager/User/Id',
    exported: ['Manager/User/FirstName', 'Manager/User/LastName'],
  },
  {
    path: 'TeamAssigned/Name',
    label: texts.team,
    width: 140,
    cell: (row) => row.teamAssigned?.name,
    sort: ['TeamAssigned/Name'],
    group: 'TeamAssigned/Id',
  },
  {
    path: 'Type/Name',
    label: texts.type,
    width: 160,
    cell: (row) => row.type?.name,
    sort: ['Type/Name'],
    group: 'Type/Id',
  },
  {
    path: 'ExternalId',
    label: texts.externalId,
    width: 130,
    cell: (row) => row.externalId,
    sort: ['ExternalId'],
  },
  {
    path: 'Restricted',
    label: texts.restricted,
    width: 110,
    cell: (row) => (row.restricted === true ? texts.restricted : null),
    sort: ['Restricted'],
    group: 'Restricted',
  },
  {
    path: 'Created/DateUtc',
    label: texts.created,
    width: 130,
    cell: (row) => <MomentCell value={row.created?.dateUtc} />,
    sort: ['Created/DateUtc'],
    group: 'Created/DateUtc',
  },
  {
    path: 'Created/UserName',
    label: texts.createdBy,
    width: 150,
    cell: (row) => row.created?.userName,
    sort: ['Created/UserName'],
    group: 'Created/User/Id',
  },
]

const open = "not (Status in ('Complete','Archived'))"
const late = "Status in ('TasksLate','MilestonesLate','TasksAndMilestonesLate')"

// the others follow from tasks and scopes
const settable = ['Draft', 'Scoping', 'Review', 'Active', 'OnHold', 'Complete', 'Archived']
const isSettable = ({ value }: Choice) => settable.includes(value)

/** The list of matters. */
export const matterList: ListDefinition<MatterRow> = {
  name: 'matters',
  one: texts.one,
  several: texts.several,
  columns,
  usual: [
    'DisplayId',
    'Name',
    'Status',
    'Owner/LastName',
    'Manager/User/LastName',
    'Type/Name',
    'Created/DateUtc',
  ],
  properties,
  fields: (row) => row.fields,
  views: [
    { id: 'open', name: texts.allOpen, filter: open },
    { id: 'mine', name: texts.mine, filter: `${open} and Members/any(x: x/Id eq me())` },
    { id: 'late', name: texts.late, filter: late },
    { id: 'due', name: texts.dueSoon, filter: '(NextDue ge today() and NextDue le today(30))' },
    {
      id: 'closed',
      name: texts.closedView,
      filter: "Status in ('Complete','Archived')",
      orderBy: 'Closed/DateUtc desc',
    },
    { id: 'all', name: texts.all, filter: '' },
  ],
  orderBy: 'Created/DateUtc desc',
  find: 'Name',
  calls: {
    page: (query, signal) => answer(client.GET('/v2/matters', { params: { query }, signal })),
    groups: async (query, signal) =>
      groupsIn(await answer(client.GET('/v2/matters/summary', { params: { query }, signal }))),
    bulk: (body) => answer(client.POST('/v2/matters/bulk', { body })),
  },
  bulk: [
    bulkProperties.status(texts.state, choicesOf(matterStates).filter(isSettable)),
    bulkProperties.person(texts.owner, (id) => ({ owner: id === null ? null : { id } })),
    bulkProperties.person(texts.manager, (id) => ({ manager: { user: id === null ? null : { id } } })),
    bulkProperties.team(texts.team),
    bulkProperties.restricted(texts.restricted),
    bulkProperties.tag(texts.addTag, (word) => ({ addTags: [word] }), texts.newTag),
    bulkProperties.tag(texts.removeTag, (word) => ({ removeTags: [word] })),
    bulkProperties.record(texts.parent, 'matters', (id) => ({ parent: id === null ? null : { id } })),
  ],
  // others see those that they are on, and change few of them
  mayChange: (me) => kindOf(me) === 'legal',
  href: ({ id }) => (typeof id === 'number' ? `/matters/${id}` : undefined),
  title: ({ name, displayId }) => name ?? displayId ?? '',
  card: (row) => ({
    badge: <StateBadge state={stateOf(matterStates, row.status)} />,
    lines: [
      <span key="number">
        {row.displayId} · {row.type?.name}
      </span>,
      <PersonCell key="owner" person={row.owner} />,
    ],
  }),
  peek: (row) => <MatterPeek row={row} />,
  empty: {
    title: texts.emptyTitle,
    text: texts.emptyText,
    action: <CreateLink create="matter">{texts.create}</CreateLink>,
  },
}
