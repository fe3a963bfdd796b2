// Saved reports in the shapes of v2.
import Type, { type Static } from 'typebox'
import { choiceIn, given, needed, neverNull, propertiesOf, textIn } from '../../http/v2/merge-patch.ts'
import { filtered, type Properties, sorted } from '../../http/v2/odata-properties.ts'
import {
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
import type { Comparison, ReportChart, ReportOrder } from '../report.ts'
import { type ReportSharing, reportSharings } from '../saved-report.ts'
import { definitionExample, definitionProperties, type WrittenDefinition } from './definitions.wire.ts'

const readOnly = { readOnly: true }
const moment = Type.Object({ dateUtc: Type.String({ format: 'date-time' }) }, readOnly)

const named = {
  name: Type.String({ minLength: 1, maxLength: 100 }),
  sharedWith: Type.Unsafe<ReportSharing>({ type: 'string', enum: [...reportSharings], default: 'Me' }),
}

export const reportExample = { name: 'Spend by firm', ...definitionExample, sharedWith: 'Me' as const }

export const reportSchema = Type.Object(
  {
    id: Type.Integer(readOnly),
    ...named,
    ...definitionProperties,
    owner: Type.Object(userReference, readOnly),
    can: Type.Object({ change: Type.Boolean(), delete: Type.Boolean() }, readOnly),
    created: moment,
    modified: moment,
  },
  {
    title: 'SavedReport',
    examples: [
      {
        id: 7,
        ...reportExample,
        owner: personExample,
        can: { change: true, delete: true },
        created: { dateUtc: '2026-05-06T09:00:00.000Z' },
        modified: { dateUtc: '2026-05-06T09:00:00.000Z' },
      },
    ],
  },
)

const { list, measures, ...optional } = definitionProperties

/** Documentation of a new and of a changed report. */
export const newReportSchema = Type.Object(
  {
    name: named.name,
    list,
    measures,
    ...Type.Partial(Type.Object({ sharedWith: named.sharedWith, ...optional })).properties,
  },
  { additionalProperties: false },
)
export const reportChangesSchema = Type.Partial(
  Type.Object({ ...named, ...definitionProperties }, { additionalProperties: false }),
)

/** What lists of saved reports can be filtered and sorted by. */
export const reportProperties: Properties = {
  Id: sorted('id'),
  Name: sorted('name'),
  List: filtered('list'),
  Filter: filtered('filter'),
  Range: filtered('range'),
  Compare: filtered('compare'),
  Order: filtered('order'),
  Chart: filtered('chart'),
  Top: filtered('top'),
  OwnCurrency: filtered('ownCurrency'),
  SharedWith: sorted('sharedWith'),
  ...userProperties('Owner', 'owner'),
  'Created/DateUtc': sorted('createdAt'),
  'Modified/DateUtc': sorted('updatedAt'),
}

const readOnlyNames = ['id', 'owner', 'can', 'created', 'modified']
const writtenNames = Object.keys({ ...named, ...definitionProperties })

/** What a request says of a report: its name and sharing, and the parts of its definition as they are written. */
export interface ReportFromV2 {
  readonly name?: string
  readonly sharedWith?: ReportSharing
  readonly parts: Partial<WrittenDefinition>
}

/** The changes of a merge patch. */
export function reportChangesFromV2(body: unknown): ReportFromV2 {
  const { name, sharedWith, ...parts } = propertiesOf(body, writtenNames, readOnlyNames)
  const title = neverNull('name', textIn({ name }, 'name', { longest: 100 }))
  if (title?.trim() === '') throw badInput('name', 'must not be empty.')
  return {
    ...given({ name: title?.trim(), sharedWith: choiceIn({ sharedWith }, 'sharedWith', reportSharings) }),
    parts,
  }
}

/** A new report. */
export function newReportFromV2(body: unknown) {
  const { name, sharedWith = 'Me', parts } = reportChangesFromV2(body)
  return { name: needed('name', name), sharedWith, parts }
}

/** A report, with what the caller may do with it. */
export function reportToV2(row: ListedRow, actor: Actor): Static<typeof reportSchema> {
  const sharedWith = row['sharedWith'] as ReportSharing
  const mayChange = mayChangeReport(actor, { sharedWith, ownerId: textOf(row, 'ownerId') })
  return {
    id: Number(row['id']),
    name: textOf(row, 'name'),
    sharedWith,
    list: textOf(row, 'list'),
    filter: (row['filter'] ?? null) as string | null,
    by: row['by'] as string[],
    measures: row['measures'] as string[],
    range: (row['range'] ?? null) as string | null,
    compare: (row['compare'] ?? null) as Comparison | null,
    order: row['order'] as ReportOrder,
    chart: row['chart'] as ReportChart,
    top: Number(row['top']),
    ownCurrency: row['ownCurrency'] === true,
    owner: userToV2(row, 'owner') as Static<typeof reportSchema>['owner'],
    can: { change: mayChange, delete: mayChange },
    created: { dateUtc: (row['createdAt'] as Date).toISOString() },
    modified: { dateUtc: (row['updatedAt'] as Date).toISOString() },
  }
}
