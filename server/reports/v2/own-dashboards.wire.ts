// Dashboards that people put together, in the shapes of v2.
import Type, { type Static } from 'typebox'
import {
  choiceIn,
  given,
  inside,
  needed,
  neverNull,
  propertiesOf,
  textIn,
} from '../../http/v2/merge-patch.ts'
import { type Properties, sorted } from '../../http/v2/odata-properties.ts'
import {
  nullable,
  nullableObject,
  oneOf,
  personExample,
  textOf,
  userProperties,
  userReference,
  userToV2,
} from '../../http/v2/references.wire.ts'
import type { Actor } from '../../platform/actor.ts'
import { badInput } from '../../platform/errors.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'
import { mayChangeReport } from '../access.ts'
import {
  type DashboardContent,
  mostTiles,
  type Tile,
  type TileForm,
  tileForms,
  type TileWidth,
  tileWidths,
} from '../own-dashboards/dashboard.ts'
import { type ReportSharing, reportSharings } from '../saved-report.ts'
import { sourceIn } from './source.wire.ts'

const readOnly = { readOnly: true }
const moment = Type.Object({ dateUtc: Type.String({ format: 'date-time' }) }, readOnly)

const tileSchema = Type.Object({
  report: nullableObject({ id: Type.Integer() }, { description: 'A saved report.' }),
  ready: nullable<string>('string', {
    description:
      'The id of a ready-made report, in place of a saved one. Both are null where it was deleted.',
  }),
  shows: oneOf(tileForms),
  width: oneOf(tileWidths),
})

const content = {
  name: Type.String({ minLength: 1, maxLength: 100 }),
  sharedWith: Type.Unsafe<ReportSharing>({ type: 'string', enum: [...reportSharings], default: 'Me' }),
  tiles: Type.Array(tileSchema, { maxItems: mostTiles }),
}

export const dashboardExample = {
  name: 'Monday morning',
  sharedWith: 'Me' as const,
  tiles: [{ report: null, ready: 'spend-by-firm', shows: 'Chart' as const, width: 'Half' as const }],
}

export const dashboardSchema = Type.Object(
  {
    id: Type.Integer(readOnly),
    ...content,
    owner: Type.Object(userReference, readOnly),
    can: Type.Object({ change: Type.Boolean(), delete: Type.Boolean() }, readOnly),
    created: moment,
    modified: moment,
  },
  {
    title: 'Dashboard',
    examples: [
      {
        id: 4,
        ...dashboardExample,
        owner: personExample,
        can: { change: true, delete: true },
        created: { dateUtc: '2026-05-06T09:00:00.000Z' },
        modified: { dateUtc: '2026-05-06T09:00:00.000Z' },
      },
    ],
  },
)

/** Documentation of a new and of a changed dashboard. */
export const newDashboardSchema = Type.Object(
  {
    name: content.name,
    sharedWith: Type.Optional(content.sharedWith),
    tiles: Type.Optional(content.tiles),
  },
  { additionalProperties: false },
)
export const dashboardChangesSchema = Type.Partial(Type.Object(content, { additionalProperties: false }))

/** What lists of dashboards can be filtered and sorted by. */
export const dashboardProperties: Properties = {
  Id: sorted('id'),
  Name: sorted('name'),
  SharedWith: sorted('sharedWith'),
  ...userProperties('Owner', 'owner'),
  'Created/DateUtc': sorted('createdAt'),
  'Modified/DateUtc': sorted('updatedAt'),
}

const readOnlyNames = ['id', 'owner', 'can', 'created', 'modified']

/** The changes of a merge patch; tiles are replaced as a whole. */
export function dashboardChangesFromV2(body: unknown): Partial<DashboardContent> {
  const properties = propertiesOf(body, Object.keys(content), readOnlyNames)
  const name = neverNull('name', textIn(properties, 'name', { longest: 100 }))
  return given({
    name,
    sharedWith: choiceIn(properties, 'sharedWith', reportSharings),
    tiles: tilesIn(properties['tiles']),
  })
}

function tilesIn(value: unknown): readonly Tile[] | undefined {
  if (value === undefined) return undefined
  if (!Array.isArray(value)) throw badInput('tiles', 'must be a list.')
  if (value.length > mostTiles) throw badInput('tiles', `must be ${mostTiles} at most.`)
  return value.map((each: unknown, index) => inside(`tiles[${index}]`, () => tileIn(each)))
}

function tileIn(value: unknown): Tile {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badInput('report', 'must be part of an object.')
  const { report, ready, ...rest } = propertiesOf(value, ['report', 'ready', 'shows', 'width'])
  return {
    // one whose report was deleted is sent back as it was answered
    source: report === null && ready === null ? null : sourceIn({ report, ready }),
    shows: choiceIn(rest, 'shows', tileForms) ?? 'Chart',
    width: choiceIn(rest, 'width', tileWidths) ?? 'Half',
  }
}

/** A new dashboard. */
export function newDashboardFromV2(body: unknown): DashboardContent {
  const { name, sharedWith = 'Me', tiles = [] } = dashboardChangesFromV2(body)
  return { name: needed('name', name), sharedWith, tiles }
}

interface StoredTile {
  readonly reportId: number | null
  readonly ready: string | null
  readonly shows: TileForm
  readonly width: TileWidth
}

/** A dashboard, with what the caller may do with it. */
export function dashboardToV2(row: ListedRow, actor: Actor): Static<typeof dashboardSchema> {
  const sharedWith = row['sharedWith'] as ReportSharing
  const mayChange = mayChangeReport(actor, { sharedWith, ownerId: textOf(row, 'ownerId') })
  return {
    id: Number(row['id']),
    name: textOf(row, 'name'),
    sharedWith,
    tiles: (row['tiles'] as readonly StoredTile[]).map(({ reportId, ready, shows, width }) => ({
      report: reportId === null ? null : { id: reportId },
      ready,
      shows,
      width,
    })),
    owner: userToV2(row, 'owner') as Static<typeof dashboardSchema>['owner'],
    can: { change: mayChange, delete: mayChange },
    created: { dateUtc: (row['createdAt'] as Date).toISOString() },
    modified: { dateUtc: (row['updatedAt'] as Date).toISOString() },
  }
}
