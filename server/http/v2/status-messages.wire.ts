// Status messages of matters and contracts in their v2 shapes.
import { namesV2 } from '../input-names.ts'
import Type from 'typebox'
import type { ListedRow } from '../../platform/lists/list-rows.ts'
import { propertiesOf, textIn } from './merge-patch.ts'
import { type Properties, sorted } from './odata-properties.ts'
import {
  auditedByUser,
  createdExample,
  auditedToV2,
  nullableObject,
  textOf,
  userColumns,
  userProperties,
} from './references.wire.ts'

const message = Type.String({ minLength: 1, maxLength: 10_000 })

export const messageExample = { message: 'The other side asked for two more weeks.' }

export const messageSchema = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    message,
    created: nullableObject(auditedByUser, { readOnly: true }),
  },
  {
    title: 'StatusMessage',
    examples: [{ id: 5, ...messageExample, created: createdExample }],
  },
)
export const newMessageSchema = Type.Object({ message }, { additionalProperties: false })

export const messageColumns = ['id', 'message', 'createdAt', ...userColumns('createdBy')]

/** What lists of status messages can be filtered and sorted by. */
export const messageProperties: Properties = {
  Id: sorted('id'),
  Message: sorted('message'),
  'Created/DateUtc': sorted('createdAt'),
  ...userProperties('Created/User', 'createdBy'),
}

/** A status message in its v2 shape. */
export const messageToV2 = (row: ListedRow) => ({
  id: Number(row['id']),
  message: textOf(row, 'message'),
  created: auditedToV2(row, 'created'),
})

/** The text of a new status message. */
export const messageFromV2 = (body: unknown): string =>
  textIn(propertiesOf(body, ['message'], ['id', 'created']), 'message', { longest: 10_000 }) ?? ''

/** Maps the core's input name to that of v2. */
export const messageNames = namesV2({ statusMessage: 'message' })
