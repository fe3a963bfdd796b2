// The list of contracts: its columns, what it can be filtered by, and what can be done with many.
import { kindOf } from '../../components/me-context.ts'
import { StateBadge } from '../../components/state-badge.tsx'
import { contractStates, stateOf } from '../../lib/states.ts'
import { choicesOf } from '../../list/filters/shared-properties.ts'
import type { Item } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { bulkProperties } from '../../list/bulk/bulk-properties.ts'
import { DueCell, MomentCell, PersonCell } from '../../list/cells/cells.tsx'
import type { ListColumn, ListDefinition } from '../../list/definition.ts'
import type { FilterProperty } from '../../list/filters/property.ts'
import { createdProperties, personProperty } from '../../list/filters/shared-properties.ts'
import { RowTitle } from '../../list/grid/grid-rows.tsx'
import { groupsIn } from '../../list/rows/group-answers.ts'
import { CreateLink } from '../create/creators-only.tsx'
import { contractListTexts as texts } from './contract-list-texts.ts'
import { ContractPeek } from './contract-peek.tsx'

export type ContractRow = Item<'/v2/contracts'>

const properties: readonly FilterProperty[] = [
  { path: 'Status', label: texts.state, kind: 'choice', choices: choicesOf(contractStates) },
  personProperty('Owner/Id', texts.owner, 'Owner'),
  { path: 'Id', many: 'Members', label: texts.person, kind: 'person' },
  {
    path: 'TeamAssigned/Id',
    label: texts.team,
    kind: 'reference',
    picker: 'teams',
    numeric: true,
    nothing: 'TeamAssigned',
  },
  { path: 'Type/Id', label: texts.type, kind: 'reference', picker: 'contractTypes', numeric: true },
  { path: 'Expiry', label: texts.expiry, kind: 'local', nothing: 'Expiry' },
  { path: 'Id', many: 'Parties', label: texts.parties, kind: 'reference', picker: 'parties', numeric: true },
  { path: 'Name', label: texts.name, kind: 'text' },
  { path: 'Document/Name', label: texts.document, kind: 'text', nothing: 'Document' },
  { path: 'ExternalId', label: texts.externalId, kind: 'text', nothing: 'ExternalId' },
  { path: 'Restricted', label: texts.restricted, kind: 'flag' },
  { path: 'Matter/Id', label: texts.matter, kind: 'reference', picker: 'matters', numeric: true },
  { path: 'Parent/Id', label: texts.parent, kind: 'reference', picker: 'contracts', numeric: true },
  { path: 'Executed/DateUtc', label: texts.executed, kind: 'moment', nothing: 'Executed/DateUtc' },
  { path: 'StageSince', label: texts.stageSince, kind: 'moment' },
  ...createdProperties,
  { path: 'Modified/DateUtc', label: texts.modified, kind: 'moment' },
]

const isOver = ({ status }: ContractRow) => status !== 'Executed'

const columns: readonly ListColumn<ContractRow>[] = [
  {
    path: 'Name',
    label: texts.name,
    width: 340,
    cell: (row) => <RowTitle row={row} definition={contractList} />,
    sort: ['Name'],
  },
  {
    path: 'Status',
    label: texts.state,
    width: 130,
    cell: (row) => <StateBadge state={stateOf(contractStates, row.status)} />,
    sort: ['Status'],
    group: 'Status',
  },
  {
    path: 'Type/Name',
    label: texts.type,
    width: 180,
    cell: (row) => row.type?.name,
    sort: ['Type/Name'],
    group: 'Type/Id',
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
    path: 'Expiry',
    label: texts.expiry,
    width: 130,
    cell: (row) => <DueCell value={row.expiry} done={isOver(row)} />,
    sort: ['Expiry'],
    group: 'Expiry',
  },
  {
    path: 'TeamAssigned/Name',
    label: texts.team,
    width: 140,
    cell: (row) => row.teamAssigned?.name,
    sort: ['TeamAssigned/Name'],
    group: 'TeamAssigned/Id',
  },
  { path: 'Document/Name', label: texts.document, width: 240, cell: (row) => row.document?.name },
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

/** The list of contracts. */
export const contractList: ListDefinition<ContractRow> = {
  name: 'contracts',
  one: texts.one,
  several: texts.several,
  columns,
  usual: ['Name', 'Status', 'Type/Name', 'Owner/LastName', 'Expiry', 'TeamAssigned/Name', 'Created/DateUtc'],
  properties,
  fields: (row) => row.fields,
  views: [
    { id: 'active', name: texts.active, filter: "Status in ('Draft','Negotiating','Approval','Signing')" },
    { id: 'mine', name: texts.mine, filter: 'Members/any(x: x/Id eq me())' },
    { id: 'force', name: texts.inForce, filter: "Status eq 'Executed'", orderBy: 'Expiry' },
    {
      id: 'expiring',
      name: texts.expiring,
      filter: "Status eq 'Executed' and (Expiry ge today() and Expiry le today(90))",
      orderBy: 'Expiry',
    },
    { id: 'waiting', name: texts.waiting, filter: "Status in ('Approval','Signing')" },
    { id: 'all', name: texts.all, filter: '' },
  ],
  orderBy: 'Created/DateUtc desc',
  find: 'Name',
  calls: {
    page: (query, signal) => answer(client.GET('/v2/contracts', { params: { query }, signal })),
    groups: async (query, signal) =>
      groupsIn(await answer(client.GET('/v2/contracts/summary', { params: { query }, signal }))),
    bulk: (body) => answer(client.POST('/v2/contracts/bulk', { body })),
  },
  bulk: [
    bulkProperties.status(texts.state, choicesOf(contractStates), async (values, which, format) => {
      const { costOfMoving } = await import('./approvals/leaving-approval.ts')
      return costOfMoving(values.at(-1), which, format)
    }),
    bulkProperties.person(texts.owner, (id) => ({ owner: id === null ? null : { id } })),
    bulkProperties.team(texts.team),
    bulkProperties.day(texts.expiry, (day) => ({ expiry: day === null ? null : `${day}T00:00:00` })),
    bulkProperties.restricted(texts.restricted),
  ],
  // others see those that they are on, and change few of them
  mayChange: (me) => kindOf(me) === 'legal',
  href: ({ id }) => (typeof id === 'number' ? `/contracts/${id}` : undefined),
  title: ({ name }) => name ?? '',
  card: (row) => ({
    badge: <StateBadge state={stateOf(contractStates, row.status)} />,
    lines: [
      <span key="type">{row.type?.name}</span>,
      <>
        <PersonCell person={row.owner} />
        <DueCell value={row.expiry} done={isOver(row)} />
      </>,
    ],
  }),
  peek: (row) => <ContractPeek row={row} />,
  empty: {
    title: texts.emptyTitle,
    text: texts.emptyText,
    action: <CreateLink create="contract">{texts.create}</CreateLink>,
  },
}
