// Matter types in the shapes of v2: what v1 calls categories, as a tree.
import Type from 'typebox'
import { type Properties, sorted } from '../../http/v2/odata-properties.ts'
import {
  namedProperties,
  namedReference,
  namedToV2,
  nullable,
  nullableObject,
  textOf,
} from '../../http/v2/references.wire.ts'
import type { ShownFrom } from '../../http/v2/shown-columns.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'

export const matterTypeSchema = Type.Object(
  {
    id: nullable<number>('integer', { readOnly: true }),
    name: nullable<string>('string'),
    parent: nullableObject(namedReference),
  },
  { examples: [{ id: 12, name: 'Dismissal', parent: { id: 6, name: 'Employment' } }] },
)

/** The columns that a matter type is shown from. */
export const matterTypeShownFrom: ShownFrom = { always: ['id', 'name', 'parentId', 'parentName'], of: {} }

/** What lists of matter types can be filtered and sorted by. */
export const matterTypeProperties: Properties = {
  Id: sorted('id'),
  Name: sorted('name'),
  ...namedProperties('Parent', 'parent'),
}

/** A matter type as v2 shows it. */
export const matterTypeToV2 = (row: ListedRow) => ({
  id: Number(row['id']),
  name: textOf(row, 'name'),
  parent: namedToV2(row, 'parent'),
})
