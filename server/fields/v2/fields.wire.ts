// Fields in the shapes of v2, where a field's id is its api name.
import Type from 'typebox'
import { capitalised } from '../../platform/capitalised.ts'
import { filtered, type Properties, sorted, thing } from '../../http/v2/odata-properties.ts'
import {
  audited,
  auditedByNameToV2,
  auditedProperties,
  nullable,
  nullableChoice,
  nullableObject,
  textOf,
} from '../../http/v2/references.wire.ts'
import type { ShownFrom } from '../../http/v2/shown-columns.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'
import { kindNames, kinds } from '../../records/kinds.ts'
import { usedByColumn, type ValueType, valueTypes } from '../field-rows.ts'

const readOnly = { readOnly: true }

export const fieldSchema = Type.Object(
  {
    id: nullable<string>('string', { description: 'The api name, as in Fields of records.', ...readOnly }),
    name: nullable<string>('string'),
    type: nullableChoice(valueTypes),
    properties: nullableObject({ userCanAddOption: nullable<boolean>('boolean') }, readOnly),
    created: nullableObject(audited, readOnly),
    modified: nullableObject(audited, readOnly),
  },
  {
    examples: [
      {
        id: 'governingLaw',
        name: 'Governing law',
        type: 'Option',
        properties: { userCanAddOption: true },
        created: { dateUtc: '2026-02-03T09:30:00.000Z', userName: 'Sam Reyes' },
        modified: { dateUtc: '2026-02-03T09:30:00.000Z', userName: 'Sam Reyes' },
      },
    ],
  },
)

/** The columns that a field is shown from. */
export const fieldShownFrom: ShownFrom = {
  always: ['id', 'apiName'],
  of: {
    name: ['title'],
    type: ['valueType'],
    properties: ['mayAddOptions'],
    created: ['createdAt', 'createdByName'],
    modified: ['modifiedAt', 'modifiedByName'],
  },
}

/** A field as v2 shows it. */
export const fieldToV2 = (row: ListedRow) => ({
  id: textOf(row, 'apiName'),
  name: textOf(row, 'title'),
  type: (row['valueType'] ?? null) as ValueType | null,
  properties: typeof row['mayAddOptions'] === 'boolean' ? { userCanAddOption: row['mayAddOptions'] } : null,
  created: auditedByNameToV2(row, 'created'),
  modified: auditedByNameToV2(row, 'modified'),
})

/** What lists of fields can be filtered and sorted by. */
export const fieldProperties: Properties = {
  Id: sorted('apiName'),
  Name: sorted('title'),
  Type: sorted('valueType'),
  Properties: thing('mayAddOptions'),
  'Properties/UserCanAddOption': filtered('mayAddOptions'),
  ...auditedProperties('Created', 'created'),
  ...auditedProperties('Modified', 'modified'),
  // whether it is on a form of matters or contracts, without those that show a property of the record itself
  ...Object.fromEntries(
    kindNames.map((kind) => [`UsedBy/${capitalised(kinds[kind].many)}`, filtered(usedByColumn(kind))]),
  ),
}
