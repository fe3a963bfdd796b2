// The list of a kind of record: what every kind has, among which the kind puts its own.
import type { ReactNode } from 'react'
import { kindOf } from '../../../components/me-context.ts'
import { recordRoute } from '../../../lib/addresses/route-of.ts'
import { answer, client } from '../../../lib/client.ts'
import type { KindNames } from '../../../lib/kinds.ts'
import { capitalised } from '../../../lib/words.ts'
import { bulkProperties } from '../../../list/bulk/bulk-properties.ts'
import { MomentCell, PersonCell } from '../../../list/cells/cells.tsx'
import type { Identified, ListCalls, ListColumn, ListDefinition, PageOf } from '../../../list/definition.ts'
import type { FilterProperty } from '../../../list/filters/property.ts'
import { choicesOf, createdProperties, personProperty } from '../../../list/filters/shared-properties.ts'
import { RowTitle } from '../../../list/grid/grid-rows.tsx'
import { groupsIn } from '../../../list/rows/group-answers.ts'
import { CreateLink } from '../../create/creators-only.tsx'
import type { RecordOverview } from '../record-calls.ts'
import type { RecordKind } from '../record-kind.ts'
import { RecordState } from '../state/record-state.tsx'
import { type PeekOf, RecordPeek } from './record-peek.tsx'
import { recordListTexts as texts } from './texts.ts'

type Person = Parameters<typeof PersonCell>[0]['person']

/** What the rows of every kind have. */
export interface RecordRow extends Identified {
  readonly name?: string | null
  readonly displayId?: string | null
  readonly status?: string | null
  readonly owner?: Person
  readonly teamAssigned?: { readonly name?: string | null } | null
  readonly type?: { readonly id?: number | null; readonly name?: string | null } | null
  readonly externalId?: string | null
  readonly restricted?: boolean | null
  readonly created?: { readonly dateUtc?: string; readonly userName?: string } | null
  readonly fields?: Readonly<Record<string, unknown>> | null
}

/** What a kind says of its list. */
export interface OwnList<Row extends RecordRow, Overview extends RecordOverview>
  extends Pick<ListDefinition<Row>, 'usual' | 'properties' | 'views'>,
    Partial<Pick<ListDefinition<Row>, 'orderBy'>>,
    Pick<ListCalls<Row>, 'more'> {
  readonly columns: (shared: SharedColumns<Row>) => readonly ListColumn<Row>[]
  readonly bulk: NonNullable<ListDefinition<Row>['bulk']>
  /** What a narrow screen shows of a row below its title. */
  readonly lines: (row: Row) => readonly ReactNode[]
  readonly peek: PeekOf<Row, Overview>
  /** What to do first where there are none. */
  readonly empty: string
}

/** The list of a kind. */
export function recordList<Row extends RecordRow, Overview extends RecordOverview>(
  kind: RecordKind,
  { columns, lines, peek, empty, more, ...own }: OwnList<Row, Overview>,
): ListDefinition<Row> {
  const { names } = kind
  const title = (row: Row) => <RowTitle row={row} definition={list} />
  const list: ListDefinition<Row> = {
    orderBy: 'Created/DateUtc desc',
    ...own,
    name: names.many,
    one: names.one,
    several: names.many,
    columns: columns(sharedColumns(kind, title)),
    fields: (row) => row.fields,
    fieldsUsedBy: `UsedBy/${capitalised(names.many)}`,
    find: 'Name',
    calls: { ...listCalls<Row>(names), ...(more === undefined ? {} : { more }) },
    // others see those that they are on, and change few of them
    mayChange: (me) => kindOf(me) === 'legal',
    // administrators know how many there are
    leftOut: (me) => (me.can.administer ? texts.leftOut(names) : undefined),
    href: ({ id }) => (typeof id === 'number' ? recordRoute(names, id) : undefined),
    title: ({ name, displayId }) => name ?? displayId ?? '',
    card: (row) => ({
      badge: <RecordState kind={kind} row={row} />,
      lines: lines(row),
    }),
    peek: (row) => <RecordPeek kind={kind} row={row} facts={peek} />,
    empty: {
      title: texts.none(names),
      text: empty,
      action: <CreateLink create={kind} />,
    },
  }
  return list
}

// the types are those of matters: rows of the kind are what the kind says they are
const listCalls = <Row,>({ many }: KindNames): ListCalls<Row> => ({
  page: async (query, signal) => {
    const page: unknown = await answer(
      client.GET(`/v2/${many}` as '/v2/matters', { params: { query }, signal }),
    )
    return page as PageOf<Row>
  },
  groups: async (query, signal) =>
    groupsIn(await answer(client.GET(`/v2/${many}/summary`, { params: { query }, signal }))),
  bulk: (body) => answer(client.POST(`/v2/${many}/bulk` as '/v2/matters/bulk', { body })),
  hides: async (signal) => (await answer(client.GET(`/v2/${many}/hidden`, { signal }))).hidden,
})

type SharedColumns<Row> = ReturnType<typeof sharedColumns<Row & RecordRow>>

/** The columns that every kind has, for the kind to put among its own. */
function sharedColumns<Row extends RecordRow>(kind: RecordKind, title: (row: Row) => ReactNode) {
  return {
    number: {
      path: 'DisplayId',
      label: texts.number,
      width: 120,
      cell: (row) => row.displayId,
      sort: ['DisplayId'],
    },
    name: { path: 'Name', label: texts.name, width: 320, cell: title, sort: ['Name'] },
    state: {
      path: 'Status',
      label: texts.state,
      width: 130,
      cell: (row) => <RecordState kind={kind} row={row} />,
      sort: ['Status'],
      group: 'Status',
      exported: ['StatusName'],
    },
    owner: {
      path: 'Owner/LastName',
      label: texts.owner,
      width: 150,
      cell: (row) => <PersonCell person={row.owner} />,
      sort: ['Owner/LastName', 'Owner/FirstName'],
      group: 'Owner/Id',
      exported: ['Owner/FirstName', 'Owner/LastName'],
    },
    team: {
      path: 'TeamAssigned/Name',
      label: texts.team,
      width: 140,
      cell: (row) => row.teamAssigned?.name,
      sort: ['TeamAssigned/Name'],
      group: 'TeamAssigned/Id',
    },
    type: {
      path: 'Type/Name',
      label: texts.type,
      width: 160,
      cell: (row) => row.type?.name,
      sort: ['Type/Name'],
      group: 'Type/Id',
    },
    externalId: {
      path: 'ExternalId',
      label: texts.externalId,
      width: 130,
      cell: (row) => row.externalId,
      sort: ['ExternalId'],
    },
    restricted: {
      path: 'Restricted',
      label: texts.restricted,
      width: 110,
      cell: (row) => (row.restricted === true ? texts.restricted : null),
      sort: ['Restricted'],
      group: 'Restricted',
    },
    created: {
      path: 'Created/DateUtc',
      label: texts.created,
      width: 130,
      cell: (row) => <MomentCell value={row.created?.dateUtc} />,
      sort: ['Created/DateUtc'],
      group: 'Created/DateUtc',
    },
    createdBy: {
      path: 'Created/UserName',
      label: texts.createdBy,
      width: 150,
      cell: (row) => row.created?.userName,
      sort: ['Created/UserName'],
      group: 'Created/User/Id',
    },
  } as const satisfies Readonly<Record<string, ListColumn<Row>>>
}

/** What every kind can be filtered by, for the kind to put among its own. */
export const sharedProperties = ({ names, states }: RecordKind) =>
  ({
    state: { path: 'Status', label: texts.state, kind: 'choice', choices: choicesOf(states.all) },
    owner: personProperty('Owner/Id', texts.owner, 'Owner'),
    person: { path: 'Id', many: 'Members', label: texts.person, kind: 'person' },
    team: {
      path: 'TeamAssigned/Id',
      label: texts.team,
      kind: 'reference',
      picker: 'teams',
      numeric: true,
      nothing: 'TeamAssigned',
    },
    type: {
      path: 'Type/Id',
      label: texts.type,
      kind: 'reference',
      picker: `${names.one}Types`,
      numeric: true,
    },
    name: { path: 'Name', label: texts.name, kind: 'text' },
    number: { path: 'DisplayId', label: texts.number, kind: 'text' },
    externalId: { path: 'ExternalId', label: texts.externalId, kind: 'text', nothing: 'ExternalId' },
    restricted: { path: 'Restricted', label: texts.restricted, kind: 'flag' },
    parent: {
      path: 'Parent/Id',
      label: texts.parent(names),
      kind: 'reference',
      picker: names.many,
      numeric: true,
    },
    created: createdProperties,
    modified: { path: 'Modified/DateUtc', label: texts.modified, kind: 'moment' },
  }) as const satisfies Readonly<Record<string, FilterProperty | readonly FilterProperty[]>>

/** What many of every kind can be given at once. */
export const sharedBulk = {
  owner: bulkProperties.person(texts.owner, (id) => ({ owner: id === null ? null : { id } })),
  team: bulkProperties.team(texts.team),
  restricted: bulkProperties.restricted(texts.restricted),
} as const
