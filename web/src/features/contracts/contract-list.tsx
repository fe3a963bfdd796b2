// The list of contracts: what it has that lists of other records have not.
import type { Item } from '../../lib/calls.ts'
import { kinds } from '../../lib/kinds.ts'
import { bulkProperties } from '../../list/bulk/bulk-properties.ts'
import { DayCell, DueCell, PersonCell } from '../../list/cells/cells.tsx'
import { choicesOf } from '../../list/filters/shared-properties.ts'
import { recordList, sharedBulk, sharedProperties } from '../records/list/record-list.tsx'
import type { ContractOverview } from '../records/record-calls.ts'
import { contractKind } from './contract-kind.ts'
import { contractListTexts as texts } from './contract-list-texts.ts'
import { contractStates } from './contract-states.ts'

type ContractRow = Item<'/v2/contracts'>

const isOver = ({ status }: ContractRow) => status !== 'Executed'

const shared = sharedProperties(contractKind)

/** The list of contracts. */
export const contractList = recordList<ContractRow, ContractOverview>(contractKind, {
  columns: ({ name, state, owner, team, type, externalId, restricted, created, createdBy }) => [
    { ...name, width: 340 },
    state,
    { ...type, width: 180 },
    owner,
    {
      path: 'Expiry',
      label: texts.expiry,
      width: 130,
      cell: (row) => <DueCell value={row.expiry} done={isOver(row)} />,
      sort: ['Expiry'],
      group: 'Expiry',
    },
    team,
    { path: 'Document/Name', label: texts.document, width: 240, cell: (row) => row.document?.name },
    externalId,
    restricted,
    created,
    createdBy,
  ],
  usual: ['Name', 'Status', 'Type/Name', 'Owner/LastName', 'Expiry', 'TeamAssigned/Name', 'Created/DateUtc'],
  properties: [
    shared.state,
    shared.owner,
    shared.person,
    shared.team,
    shared.type,
    { path: 'Expiry', label: texts.expiry, kind: 'local', nothing: 'Expiry' },
    {
      path: 'Id',
      many: 'Parties',
      label: texts.parties,
      kind: 'reference',
      picker: 'parties',
      numeric: true,
    },
    shared.name,
    { path: 'Document/Name', label: texts.document, kind: 'text', nothing: 'Document' },
    shared.externalId,
    shared.restricted,
    {
      path: 'Matter/Id',
      label: texts.matter,
      kind: 'reference',
      picker: kinds.matter.many,
      numeric: true,
    },
    shared.parent,
    { path: 'Executed/DateUtc', label: texts.executed, kind: 'moment', nothing: 'Executed/DateUtc' },
    { path: 'StageSince', label: texts.stageSince, kind: 'moment' },
    ...shared.created,
    shared.modified,
  ],
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
  bulk: [
    bulkProperties.status(shared.state.label, choicesOf(contractStates), async (values, which, format) => {
      const { costOfMoving } = await import('./approvals/leaving-approval.ts')
      return costOfMoving(values.at(-1), which, format)
    }),
    sharedBulk.owner,
    sharedBulk.team,
    bulkProperties.day(texts.expiry, (day) => ({ expiry: day === null ? null : `${day}T00:00:00` })),
    sharedBulk.restricted,
  ],
  lines: (row) => [
    <span key="type">{row.type?.name}</span>,
    <>
      <PersonCell person={row.owner} />
      <DueCell value={row.expiry} done={isOver(row)} />
    </>,
  ],
  peek: ({ state, type, owner, team, files, messages, created }, row) => [
    state,
    type,
    owner,
    team,
    [texts.expiry, row.expiry ? <DayCell key="expiry" value={row.expiry} /> : null],
    [
      texts.document,
      row.document ? (
        <a key="document" href={`#/files/${row.document.id}`}>
          {row.document.name}
        </a>
      ) : null,
    ],
    [texts.version, row.document?.version],
    files,
    messages,
    created,
  ],
  empty: texts.emptyText,
})
