// Saved views in the shapes of v2.
import { kinds } from '../../kinds.ts'
import Type, { type Static } from 'typebox'
import { choiceIn, given, idIn, neverNull, propertiesOf, textIn } from '../../../http/v2/merge-patch.ts'
import { filtered, type Properties, sorted } from '../../../http/v2/odata-properties.ts'
import {
  namedReference,
  nullable,
  nullableObject,
  personExample,
  textOf,
  userProperties,
  userReference,
  userToV2,
} from '../../../http/v2/references.wire.ts'
import type { Actor } from '../../../platform/actor.ts'
import { badInput } from '../../../platform/errors.ts'
import type { ListedRow } from '../../../platform/lists/list-rows.ts'
import { layouts, mayChangeView, type Sharing, sharings, type ViewColumn, type ViewContent } from '../view.ts'

const readOnly = { readOnly: true }

const columnSchema = Type.Object(
  {
    property: Type.String({ description: 'As in $filter: Owner/LastName, Fields/region.' }),
    width: nullable<number>('integer', { description: 'In pixels.' }),
  },
  { additionalProperties: false },
)

const written = {
  list: Type.String({ description: 'matters, contracts, tasks, keyDates, invoices, files or users.' }),
  name: Type.String({ minLength: 1, maxLength: 100 }),
  filter: nullable<string>('string', {
    description:
      'As $filter of the list, with me() and today(n), which have their values when the view is used.',
  }),
  orderBy: nullable<string>('string', { description: 'As $orderby of the list.' }),
  columns: Type.Array(columnSchema),
  groupBy: nullable<string>('string', { description: 'A property by which the rows are put together.' }),
  layout: Type.Unsafe<(typeof layouts)[number]>({ type: 'string', enum: [...layouts], default: 'Table' }),
  sharedWith: Type.Unsafe<Sharing>({ type: 'string', enum: [...sharings], default: 'Me' }),
  team: nullableObject(namedReference, { description: 'The team that it is shared with.' }),
}

export const viewExample = {
  list: kinds.contract.many,
  name: 'Mine that expire soon',
  filter: 'Owner/Id eq me() and Expiry le today(90)',
  orderBy: 'Expiry',
  columns: [{ property: 'Name', width: 320 }, { property: 'Expiry' }, { property: 'Fields/region' }],
  groupBy: 'Status',
  layout: 'Table',
  sharedWith: 'Team',
  team: { id: 4 },
}

export const viewSchema = Type.Object(
  {
    id: Type.Integer(readOnly),
    ...written,
    owner: Type.Object(userReference, readOnly),
    can: Type.Object({ change: Type.Boolean(), delete: Type.Boolean() }, readOnly),
    created: Type.Object({ dateUtc: Type.String({ format: 'date-time' }) }, readOnly),
    modified: Type.Object({ dateUtc: Type.String({ format: 'date-time' }) }, readOnly),
  },
  {
    examples: [
      {
        id: 7,
        ...viewExample,
        columns: viewExample.columns.map((column) => ({ width: null, ...column })),
        team: { id: 4, name: 'Commercial' },
        owner: personExample,
        can: { change: true, delete: true },
        created: { dateUtc: '2026-05-06T09:00:00.000Z' },
        modified: { dateUtc: '2026-05-06T09:00:00.000Z' },
      },
    ],
  },
)

const { list, ...changeable } = written
const { name, ...optional } = changeable

/** Documentation of a new and of a changed view. */
export const newViewSchema = Type.Object(
  { list, name, ...Type.Partial(Type.Object(optional)).properties },
  { additionalProperties: false },
)
export const viewChangesSchema = Type.Partial(Type.Object(changeable, { additionalProperties: false }))

/** What lists of views can be filtered and sorted by. */
export const viewProperties: Properties = {
  Id: sorted('id'),
  List: filtered('list'),
  Name: sorted('name'),
  Layout: filtered('layout'),
  SharedWith: sorted('sharedWith'),
  'Team/Id': filtered('teamId'),
  'Team/Name': filtered('teamName'),
  ...userProperties('Owner', 'owner'),
  'Created/DateUtc': sorted('createdAt'),
  'Modified/DateUtc': sorted('updatedAt'),
}

const readOnlyNames = ['id', 'owner', 'can', 'created', 'modified']
const mostColumns = 100

/** The changes of a merge patch. */
export function viewChangesFromV2(body: unknown): Partial<ViewContent> {
  return contentIn(propertiesOf(body, Object.keys(changeable), [...readOnlyNames, 'list']))
}

/** A new view. */
export function newViewFromV2(body: unknown): ViewContent {
  const properties = propertiesOf(body, Object.keys(written), readOnlyNames)
  const listName = neverNull('list', textIn(properties, 'list'))
  if (listName === undefined) throw badInput('list', 'is missing: the name of a list, such as contracts.')
  const { name: title, ...content } = contentIn(properties)
  if (title === undefined) throw badInput('name', 'is missing.')
  return {
    filter: null,
    orderBy: null,
    columns: [],
    groupBy: null,
    layout: 'Table',
    sharedWith: 'Me',
    teamId: null,
    ...content,
    list: listName,
    name: title,
  }
}

type Given = Readonly<Record<string, unknown>>

function contentIn(properties: Given): Partial<ViewContent> {
  const longText = { longest: 4_096 }
  const title = neverNull('name', textIn(properties, 'name', { longest: 100 }))
  if (title?.trim() === '') throw badInput('name', 'must not be empty.')
  return given({
    name: title?.trim(),
    filter: textIn(properties, 'filter', longText),
    orderBy: textIn(properties, 'orderBy', longText),
    columns: columnsIn(properties),
    groupBy: textIn(properties, 'groupBy'),
    layout: choiceIn(properties, 'layout', layouts),
    sharedWith: choiceIn(properties, 'sharedWith', sharings),
    teamId: idIn(properties, 'team'),
  })
}

function columnsIn({ columns }: Given): readonly ViewColumn[] | undefined {
  if (columns === undefined) return undefined
  if (columns === null) return []
  if (!Array.isArray(columns) || columns.length > mostColumns)
    throw badInput('columns', `must be a list of ${mostColumns} columns at most.`)
  return columns.map((each: unknown, index) => {
    const { property, width = null } = (typeof each === 'object' && each !== null ? each : {}) as Given
    if (typeof property !== 'string') throw badInput(`columns[${index}].property`, 'is missing.')
    if (width !== null && !(Number.isInteger(width) && Number(width) >= 1 && Number(width) <= 10_000))
      throw badInput(`columns[${index}].width`, 'must be a whole number from 1 to 10000.')
    return { property, width: width === null ? null : Number(width) }
  })
}

/** A view, with what the caller may do with it. */
export function viewToV2(row: ListedRow, actor: Actor): Static<typeof viewSchema> {
  const sharedWith = row['sharedWith'] as Sharing
  const teamId = row['teamId'] as number | null
  const mayChange = mayChangeView(actor, { sharedWith, teamId, ownerId: textOf(row, 'ownerId') })
  const textOrNull = (column: string) => (row[column] ?? null) as string | null
  return {
    id: Number(row['id']),
    list: textOf(row, 'list'),
    name: textOf(row, 'name'),
    filter: textOrNull('filter'),
    orderBy: textOrNull('orderBy'),
    columns: row['columns'] as ViewColumn[],
    groupBy: textOrNull('groupBy'),
    layout: row['layout'] as ViewContent['layout'],
    sharedWith,
    team: teamId === null ? null : { id: teamId, name: textOf(row, 'teamName') },
    owner: userToV2(row, 'owner') as Static<typeof viewSchema>['owner'],
    can: { change: mayChange, delete: mayChange },
    created: { dateUtc: (row['createdAt'] as Date).toISOString() },
    modified: { dateUtc: (row['updatedAt'] as Date).toISOString() },
  }
}
