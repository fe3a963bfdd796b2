// The list of contracts: what it has that lists of other records have not.
import type { Item } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { kinds } from '../../lib/kinds.ts'
import { bulkProperties } from '../../list/bulk/bulk-properties.ts'
import { DayCell, DueCell, MoneyCell, PersonCell } from '../../list/cells/cells.tsx'
import { choicesOf } from '../../list/filters/shared-properties.ts'
import { recordList, sharedBulk, sharedProperties } from '../records/list/record-list.tsx'
import type { ContractOverview } from '../records/record-calls.ts'
import { contractKind } from './contract-kind.ts'
import { contractListTexts as texts } from './contract-list-texts.ts'
import { contractStates } from './contract-states.ts'

type Facts = Item<'/v2/contracts/keyFacts'>

/** A contract with its key facts, once these are read. */
type ContractRow = Item<'/v2/contracts'> & { readonly facts?: Facts | undefined }

const isOver = ({ status }: ContractRow) => status !== 'Executed'

const shared = sharedProperties(contractKind)

async function withFacts(rows: readonly ContractRow[], signal: AbortSignal): Promise<readonly ContractRow[]> {
  const query = { ids: rows.map(({ id }) => id).join(',') }
  const { items } = await answer(client.GET('/v2/contracts/keyFacts', { params: { query }, signal }))
  const facts = new Map(items.map((each) => [each.id, each]))
  return rows.map((row) => ({ ...row, facts: facts.get(row.id ?? 0) }))
}

const otherParty = ({ facts }: ContractRow) => facts?.otherParty?.name

const value = ({ facts }: ContractRow) =>
  facts?.value ? <MoneyCell key="value" value={facts.value.amount} currency={facts.value.currency} /> : null

/** What is next, and when. */
function nextDate({ facts }: ContractRow) {
  const next = facts?.nextDate
  if (!next) return null
  // a date can have been imported without a name
  const name = next.name ? next.name : texts.expiry
  return (
    <span key="next" title={name}>
      <DayCell value={next.date} /> · {name}
    </span>
  )
}

/** The list of contracts. */
export const contractList = recordList<ContractRow, ContractOverview>(contractKind, {
  columns: ({ number, name, state, owner, team, type, externalId, restricted, created, createdBy }) => [
    number,
    { ...name, width: 300 },
    {
      path: 'OtherParty/Name',
      label: texts.otherParty,
      width: 190,
      cell: otherParty,
      sort: ['OtherParty/Name'],
      group: 'OtherParty/Id',
    },
    state,
    {
      path: 'Value',
      label: texts.value,
      width: 150,
      cell: value,
      sort: ['Value'],
      measure: 'Value',
      align: 'end',
    },
    {
      path: 'NextDate',
      label: texts.nextDate,
      width: 190,
      cell: nextDate,
      sort: ['NextDate'],
      group: 'NextDate',
    },
    { ...type, width: 180 },
    owner,
    {
      path: 'Expiry',
      label: texts.expiry,
      width: 190,
      cell: (row) => <DueCell value={row.expiry} done={isOver(row)} />,
      sort: ['Expiry'],
      group: 'Expiry',
    },
    {
      path: 'Renewal/Decision',
      label: texts.renewal,
      width: 150,
      cell: ({ facts }) => (facts?.renewal ? texts.renewals[facts.renewal] : null),
      group: 'Renewal/Decision',
    },
    team,
    { path: 'Document/Name', label: texts.document, width: 240, cell: (row) => row.document?.name },
    externalId,
    restricted,
    created,
    createdBy,
  ],
  usual: ['Name', 'OtherParty/Name', 'Status', 'Value', 'NextDate', 'Owner/LastName', 'Type/Name', 'Expiry'],
  more: withFacts,
  properties: [
    shared.state,
    shared.owner,
    shared.person,
    shared.team,
    shared.type,
    { path: 'Expiry', label: texts.expiry, kind: 'local', nothing: 'Expiry' },
    {
      path: 'OtherParty/Id',
      label: texts.otherParty,
      kind: 'reference',
      picker: 'parties',
      numeric: true,
      nothing: 'OtherParty/Id',
    },
    { path: 'Value', label: texts.value, kind: 'number', nothing: 'Value' },
    { path: 'NextDate', label: texts.nextDate, kind: 'local', nothing: 'NextDate' },
    {
      path: 'Renewal/Decision',
      label: texts.renewal,
      kind: 'choice',
      choices: Object.entries(texts.renewals).map(([value, label]) => ({ value, label })),
      nothing: 'Renewal/Decision',
    },
    { path: 'Renewed/DateUtc', label: texts.renewed, kind: 'moment', nothing: 'Renewed/DateUtc' },
    {
      path: 'Id',
      many: 'Parties',
      label: texts.parties,
      kind: 'reference',
      picker: 'parties',
      numeric: true,
    },
    shared.name,
    shared.number,
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
      const { costOfMoving } = await import('./approvals/leaving-of-many.ts')
      return costOfMoving(values.at(-1), which, format)
    }),
    sharedBulk.owner,
    sharedBulk.team,
    bulkProperties.day(texts.expiry, (day) => ({ expiry: day === null ? null : `${day}T00:00:00` })),
    sharedBulk.restricted,
  ],
  lines: (row) => [
    <>
      <span>{otherParty(row) ?? row.type?.name}</span>
      {value(row)}
    </>,
    <>
      <PersonCell person={row.owner} />
      {nextDate(row)}
    </>,
  ],
  peek: ({ state, type, owner, team, files, messages, created }, row) => [
    state,
    [texts.otherParty, otherParty(row)],
    [texts.value, value(row)],
    [texts.nextDate, nextDate(row)],
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
