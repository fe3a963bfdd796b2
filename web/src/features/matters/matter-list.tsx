// The list of matters: what it has that lists of other records have not.
import { kinds } from '../../lib/kinds.ts'
import type { Item } from '../../lib/calls.ts'
import { bulkProperties } from '../../list/bulk/bulk-properties.ts'
import { PersonCell } from '../../list/cells/cells.tsx'
import type { Choice } from '../../list/filters/property.ts'
import { choicesOf, personProperty } from '../../list/filters/shared-properties.ts'
import { recordList, sharedBulk, sharedProperties } from '../records/list/record-list.tsx'
import type { MatterOverview } from '../records/record-calls.ts'
import { matterKind } from './matter-kind.ts'
import { matterListTexts as texts } from './matter-list-texts.ts'
import { matterStates } from './matter-states.ts'

const open = "not (Status in ('Complete','Archived'))"
const late = "Status in ('TasksLate','MilestonesLate','TasksAndMilestonesLate')"

// the others follow from tasks and scopes
const settable = ['Draft', 'Scoping', 'Review', 'Active', 'OnHold', 'Complete', 'Archived']
const isSettable = ({ value }: Choice) => settable.includes(value)

const shared = sharedProperties(matterKind)

/** The list of matters. */
export const matterList = recordList<Item<'/v2/matters'>, MatterOverview>(matterKind, {
  columns: ({ number, name, state, owner, team, type, externalId, restricted, created, createdBy }) => [
    number,
    name,
    { ...state, width: 170 },
    owner,
    {
      path: 'Manager/User/LastName',
      label: texts.manager,
      width: 150,
      cell: (row) => <PersonCell person={row.manager?.user} />,
      sort: ['Manager/User/LastName', 'Manager/User/FirstName'],
      group: 'Manager/User/Id',
      exported: ['Manager/User/FirstName', 'Manager/User/LastName'],
    },
    team,
    type,
    externalId,
    restricted,
    created,
    createdBy,
  ],
  usual: [
    'DisplayId',
    'Name',
    'Status',
    'Owner/LastName',
    'Manager/User/LastName',
    'Type/Name',
    'Created/DateUtc',
  ],
  properties: [
    shared.state,
    shared.owner,
    personProperty('Manager/User/Id', texts.manager, 'Manager/User'),
    shared.person,
    shared.team,
    shared.type,
    { path: 'NextDue', label: texts.nextDue, kind: 'local', nothing: 'NextDue' },
    { path: 'Urgent', label: texts.urgent, kind: 'flag' },
    { path: 'InIntake', label: texts.inIntake, kind: 'flag' },
    {
      path: 'RequestType/Id',
      label: texts.requestType,
      kind: 'reference',
      picker: 'requestTypes',
      numeric: true,
      nothing: 'RequestType/Id',
    },
    {
      path: 'RequestDecided/DateUtc',
      label: texts.requestDecided,
      kind: 'moment',
      nothing: 'RequestDecided/DateUtc',
    },
    { path: 'Exposure/Amount', label: texts.exposure, kind: 'number', nothing: 'Exposure/Amount' },
    { path: 'Id', many: 'Tags', label: texts.tag, kind: 'reference', picker: 'tags', numeric: true },
    shared.name,
    shared.number,
    shared.externalId,
    shared.restricted,
    shared.parent,
    ...shared.created,
    shared.modified,
    { path: 'Closed/DateUtc', label: texts.closed, kind: 'moment', nothing: 'Closed/DateUtc' },
  ],
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
  bulk: [
    bulkProperties.status(shared.state.label, choicesOf(matterStates).filter(isSettable)),
    sharedBulk.owner,
    bulkProperties.person(texts.manager, (id) => ({ manager: { user: id === null ? null : { id } } })),
    sharedBulk.team,
    sharedBulk.restricted,
    bulkProperties.tag(texts.addTag, (word) => ({ addTags: [word] }), texts.newTag),
    bulkProperties.tag(texts.removeTag, (word) => ({ removeTags: [word] })),
    bulkProperties.record(shared.parent.label, kinds.matter.many, (id) => ({
      parent: id === null ? null : { id },
    })),
  ],
  lines: (row) => [
    <span key="number">
      {row.displayId} · {row.type?.name}
    </span>,
    <PersonCell key="owner" person={row.owner} />,
  ],
  peek: ({ number, state, type, owner, team, files, messages, created }, row, more) => [
    number,
    state,
    type,
    owner,
    [texts.manager, row.manager?.user ? <PersonCell key="manager" person={row.manager.user} /> : null],
    team,
    [texts.openTasks, more?.counts.openTasks],
    files,
    messages,
    created,
  ],
  empty: texts.emptyText,
})
