// What becomes of the records of a person who is disabled, and of what acts for them, in the shapes of v2.
import { kinds, type RecordType, recordTypes } from '../../../records/kinds.ts'
import Type from 'typebox'
import { jsonBody } from '../../../http/v2/bodies.ts'
import { choicesIn, given, neverNull, propertiesOf, userIdIn } from '../../../http/v2/merge-patch.ts'
import { nullable, oneOf, personExample, userReference } from '../../../http/v2/references.wire.ts'
import { type Acting, actingKinds, fates, keepableKinds } from '../../oauth/acting-things.ts'
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
    {
      successor: Type.Optional(Type.Object({ id: userReference.id })),
      keep: Type.Optional(
        Type.Array(Type.String({ enum: [...keepableKinds] }), {
          description: 'Of what ends with the person, what goes on and is looked after by you.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  { successor: { id: personExample.id } },
)

/** The successor, if one is named, and what is kept. */
export function disablingFromV2(body: unknown) {
  const properties = propertiesOf(body ?? {}, ['successor', 'keep'])
  const successor = userIdIn(properties, 'successor')
  const keep = neverNull('keep', choicesIn(properties, 'keep', keepableKinds))
  return given({ successorId: typeof successor === 'string' ? successor : undefined, keep })
}

export const actingSchema = Type.Object(
  {
    kind: oneOf(actingKinds),
    id: Type.Integer(),
    name: nullable<string>('string', { description: 'Null for what administrators may not see.' }),
    whenDisabled: oneOf(fates),
  },
  { examples: [{ kind: 'ProvisioningToken', id: 3, name: 'Directory', whenDisabled: 'Ends' }] },
)

/** What acts for a person as v2 shows it. */
export const actingToV2 = ({ fate, ...thing }: Acting) => ({ ...thing, whenDisabled: fate })
