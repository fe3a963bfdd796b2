// Contract types in the shapes of v2: what v1 calls templates, each in its group.
import Type from 'typebox'
import { filtered, type Properties, sorted } from '../../http/v2/odata-properties.ts'
import { namedReference, namedToV2, nullable, nullableObject, textOf } from '../../http/v2/references.wire.ts'
import type { ShownFrom } from '../../http/v2/shown-columns.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'

export const contractTypeSchema = Type.Object(
  {
    id: nullable<number>('integer', { readOnly: true }),
    name: nullable<string>('string'),
    parent: nullableObject(namedReference),
    hasWizard: nullable<boolean>('boolean'),
    teamAssignmentRequired: nullable<boolean>('boolean'),
  },
  {
    examples: [
      {
        id: 5,
        name: 'Mutual NDA',
        parent: { id: 2, name: 'Confidentiality' },
        hasWizard: true,
        teamAssignmentRequired: false,
      },
    ],
  },
)

/** The columns that a contract type is shown from. */
export const contractTypeShownFrom: ShownFrom = {
  always: ['id', 'name', 'groupId', 'groupName', 'hasWizard', 'teamRequired'],
  of: {},
}

/** What lists of contract types can be filtered and sorted by. */
export const contractTypeProperties: Properties = {
  Id: sorted('id'),
  Name: sorted('name'),
  'Parent/Id': filtered('groupId'),
  'Parent/Name': sorted('groupName'),
  HasWizard: filtered('hasWizard'),
  TeamAssignmentRequired: filtered('teamRequired'),
}

/** A contract type as v2 shows it. */
export const contractTypeToV2 = (row: ListedRow) => ({
  id: Number(row['id']),
  name: textOf(row, 'name'),
  parent: namedToV2(row, 'group'),
  hasWizard: row['hasWizard'] === true,
  teamAssignmentRequired: row['teamRequired'] === true,
})
