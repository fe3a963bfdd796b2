// Who gets the records of a person who is disabled, in the shapes of v2.
import { kinds, type RecordType, recordTypes } from '../../../records/kinds.ts'
import Type from 'typebox'
import { jsonBody } from '../../../http/v2/bodies.ts'
import { propertiesOf, userIdIn } from '../../../http/v2/merge-patch.ts'
import { personExample, userReference } from '../../../http/v2/references.wire.ts'
import type { SoleRecords } from '../sole-records.ts'

export const soleRecordSchema = Type.Object(
  {
    type: Type.Unsafe<RecordType>({ type: 'string', enum: [...recordTypes] }),
    id: Type.Integer(),
  },
  { examples: [{ type: kinds.matter.type, id: 17 }] },
)

/** The records as items of a list. */
export const soleRecordsToV2 = (sole: SoleRecords) =>
  [...sole].flatMap(([kind, ids]) => ids.slice(0, 1_000).map((id) => ({ type: kinds[kind].type, id })))

export const disableBody = jsonBody(
  Type.Object(
    { successor: Type.Optional(Type.Object({ id: userReference.id })) },
    { additionalProperties: false },
  ),
  { successor: { id: personExample.id } },
)

/** The successor, if one is named. */
export function successorFromV2(body: unknown): { readonly successorId?: string } {
  const successor = userIdIn(propertiesOf(body ?? {}, ['successor']), 'successor')
  return typeof successor === 'string' ? { successorId: successor } : {}
}
