// Request types in the shapes of v2.
import Type from 'typebox'
import { formToV2 } from '../../fields/form-outline.ts'
import type { Form } from '../../fields/form.ts'
import { formSchemaV2 } from '../../http/v2/forms.wire.ts'
import { given, idIn, needed, neverNull, propertiesOf, textIn, userIdIn } from '../../http/v2/merge-patch.ts'
import { nullable, nullableObject, personExample } from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import type { RequestTypeInput } from '../commands/write-request-type.ts'
import { longestText } from '../request.ts'
import type { RequestType } from '../request-types.ts'

const reference = nullableObject({ id: Type.Integer() })
const personReference = nullableObject({ id: Type.String({ format: 'uuid' }) })

const requestTypeExample = {
  id: 3,
  title: 'Review a contract',
  help: 'Attach the draft of the other side.',
  matterType: { id: 12, name: 'Advice' },
  answerWithinDays: 5,
  manager: null,
  team: { id: 2 },
  form: { parts: [] },
}

export const requestTypeSchema = Type.Object(
  {
    id: Type.Integer(),
    title: Type.String(),
    help: nullable<string>('string'),
    matterType: Type.Object({ id: Type.Integer(), name: Type.String() }),
    answerWithinDays: nullable<number>('integer'),
    manager: personReference,
    team: reference,
    form: formSchemaV2,
  },
  { title: 'RequestType', examples: [requestTypeExample] },
)

export const requestTypesSchema = Type.Object(
  { items: Type.Array(requestTypeSchema) },
  { examples: [{ items: [requestTypeExample] }] },
)

/** A request type in its v2 shape. */
export const requestTypeToV2 = (type: RequestType & { readonly form: Form }) => ({
  id: type.id,
  title: type.title,
  help: type.help,
  matterType: { id: type.categoryId, name: type.categoryName },
  answerWithinDays: type.answerWithinDays,
  manager: type.managerId === null ? null : { id: type.managerId },
  team: type.teamId === null ? null : { id: type.teamId },
  form: formToV2(type.form),
})

const writtenType = {
  title: Type.String({ minLength: 1, maxLength: 255 }),
  matterType: Type.Object({ id: Type.Integer() }),
  help: nullable<string>('string', { maxLength: longestText }),
  answerWithinDays: nullable<number>('integer', { minimum: 0, maximum: 365 }),
  manager: personReference,
  team: reference,
}
export const newRequestTypeSchema = Type.Object(writtenType, { additionalProperties: false })
export const requestTypeChangesSchema = Type.Partial(newRequestTypeSchema)
export const newRequestTypeExample = {
  title: 'Review a contract',
  help: 'Attach the draft of the other side.',
  matterType: { id: 12 },
  answerWithinDays: 5,
  manager: { id: personExample.id },
}

/** What a merge patch changes of a type. */
export function requestTypeChangesFromV2(body: unknown): RequestTypeInput {
  const properties = propertiesOf(body, Object.keys(writtenType), ['id', 'form'])
  const days = properties['answerWithinDays']
  if (days !== undefined && days !== null && typeof days !== 'number') {
    throw badInput('answerWithinDays', 'must be a whole number of days from 0 to 365.')
  }
  return given({
    title: neverNull('title', textIn(properties, 'title')),
    help: textIn(properties, 'help', { longest: longestText }),
    categoryId: neverNull('matterType', idIn(properties, 'matterType')),
    answerWithinDays: days,
    managerId: userIdIn(properties, 'manager'),
    teamId: idIn(properties, 'team'),
  })
}

/** A new type; 400 without a title or a matter type. */
export function newRequestTypeFromV2(body: unknown) {
  const { title, categoryId, ...rest } = requestTypeChangesFromV2(body)
  return { ...rest, title: needed('title', title), categoryId: needed('matterType', categoryId) }
}
