// Request types in the shapes of v2.
import Type from 'typebox'
import { formToV2 } from '../../fields/form-outline.ts'
import { formSchemaV2 } from '../../http/v2/forms.wire.ts'
import {
  given,
  idIn,
  inside,
  needed,
  neverNull,
  propertiesOf,
  textIn,
  truthIn,
  userIdIn,
} from '../../http/v2/merge-patch.ts'
import { nullable, nullableObject, personExample } from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import type { RequestTypeInput } from '../commands/write-request-type.ts'
import { longestText } from '../request.ts'
import type { GivenBound } from '../bounds.ts'
import type { AskedType } from '../request-types.ts'

const mostBounds = 50
const reference = nullableObject({ id: Type.Integer() })
const personReference = nullableObject({ id: Type.String({ format: 'uuid' }) })

const requestTypeExample = {
  id: 3,
  title: 'Review a contract',
  help: 'Attach the draft of the other side.',
  matterType: { id: 12, name: 'Advice' },
  answerWithinDays: 5,
  answerWithinHours: null,
  manager: null,
  team: { id: 2 },
  contractType: null,
  selfService: false,
  bounds: [],
  form: { parts: [] },
}

const bound = {
  atMost: nullable<number>('number', { description: 'The largest amount.' }),
  oneOf: Type.Optional(
    Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string' },
      description: 'The values of choices; "true" and "false" of a checkbox.',
    }),
  ),
  orEmpty: Type.Optional(Type.Boolean({ description: 'Whether no answer is within the bound as well.' })),
}
const shownBound = Type.Object({
  field: Type.Object({ id: Type.String(), name: Type.String() }),
  ...bound,
})

export const requestTypeSchema = Type.Object(
  {
    id: Type.Integer(),
    title: Type.String(),
    help: nullable<string>('string'),
    matterType: Type.Object({ id: Type.Integer(), name: Type.String() }),
    answerWithinDays: nullable<number>('integer'),
    answerWithinHours: nullable<number>('integer', { description: 'Working hours, in place of days.' }),
    manager: personReference,
    team: reference,
    contractType: nullableObject(
      { id: Type.Integer(), name: Type.String() },
      {
        description: 'The contract type whose wizard drafts a contract from the answers; its form is shown.',
      },
    ),
    selfService: Type.Boolean(),
    bounds: Type.Array(shownBound),
    form: formSchemaV2,
  },
  { title: 'RequestType', examples: [requestTypeExample] },
)

export const requestTypesSchema = Type.Object(
  { items: Type.Array(requestTypeSchema) },
  { examples: [{ items: [requestTypeExample] }] },
)

/** A request type in its v2 shape. */
export const requestTypeToV2 = (type: AskedType) => ({
  id: type.id,
  title: type.title,
  help: type.help,
  matterType: { id: type.categoryId, name: type.categoryName },
  answerWithinDays: type.answerWithinDays,
  answerWithinHours: type.answerWithinHours,
  manager: type.managerId === null ? null : { id: type.managerId },
  team: type.teamId === null ? null : { id: type.teamId },
  contractType: type.templateId === null ? null : { id: type.templateId, name: type.templateName ?? '' },
  selfService: type.selfService,
  bounds: type.bounds.map(({ field, atMost, oneOf, orEmpty }) => ({
    field: { id: field.apiName, name: field.title },
    atMost: atMost === null ? null : Number(atMost),
    oneOf: oneOf && [...oneOf],
    orEmpty,
  })),
  form: formToV2(type.form),
})

const writtenType = {
  title: Type.String({ minLength: 1, maxLength: 255 }),
  matterType: Type.Object({ id: Type.Integer() }),
  help: nullable<string>('string', { maxLength: longestText }),
  answerWithinDays: nullable<number>('integer', {
    minimum: 0,
    maximum: 365,
    description: 'Working days. Setting them takes the place of hours.',
  }),
  answerWithinHours: nullable<number>('integer', {
    minimum: 1,
    maximum: 500,
    description: 'Working hours of the working calendar. Setting them takes the place of days.',
  }),
  manager: personReference,
  team: reference,
  contractType: nullableObject(
    { id: Type.Integer() },
    { description: 'One with a wizard: requests make a contract of it. Null: a matter only.' },
  ),
  selfService: Type.Optional(
    Type.Boolean({
      description:
        'Requests within the bounds have their contract at once, without the legal department. Where the rules of the contract type ask for approval, that is asked for.',
    }),
  ),
  bounds: Type.Optional(
    Type.Array(
      Type.Object(
        { field: Type.Unsafe<string | number>({ type: ['string', 'integer', 'object'] }), ...bound },
        { additionalProperties: false },
      ),
      { maxItems: mostBounds },
    ),
  ),
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
  const hours = properties['answerWithinHours']
  if (hours !== undefined && hours !== null && typeof hours !== 'number') {
    throw badInput('answerWithinHours', 'must be a whole number of hours from 1 to 500.')
  }
  return given({
    title: neverNull('title', textIn(properties, 'title')),
    help: textIn(properties, 'help', { longest: longestText }),
    categoryId: neverNull('matterType', idIn(properties, 'matterType')),
    answerWithinDays: days ?? (typeof hours === 'number' ? null : days),
    answerWithinHours: hours ?? (typeof days === 'number' ? null : hours),
    managerId: userIdIn(properties, 'manager'),
    teamId: idIn(properties, 'team'),
    templateId: idIn(properties, 'contractType'),
    selfService: truthIn(properties, 'selfService'),
    bounds: boundsIn(properties['bounds']),
  })
}

function boundsIn(value: unknown): readonly GivenBound[] | undefined {
  if (value === undefined) return undefined
  if (value === null) return []
  if (!Array.isArray(value) || value.length > mostBounds)
    throw badInput('bounds', `must be a list of ${mostBounds} bounds at most.`)
  return value.map((each: unknown, index) => boundIn(each, `bounds[${index}]`))
}

function boundIn(value: unknown, path: string): GivenBound {
  const {
    field,
    atMost = null,
    oneOf = null,
    orEmpty = false,
  } = inside(path, () => propertiesOf(value, ['field', 'atMost', 'oneOf', 'orEmpty']))
  const name = typeof field === 'object' && field !== null && 'id' in field ? field.id : field
  if (typeof name !== 'string' && typeof name !== 'number')
    throw badInput(`${path}.field`, 'must be the id of a field, such as "rent".')
  if (atMost !== null && !(typeof atMost === 'number' && Number.isFinite(atMost)))
    throw badInput(`${path}.atMost`, 'must be a number.')
  if (oneOf !== null && !isTexts(oneOf))
    throw badInput(`${path}.oneOf`, 'must be a list of values of choices, such as ["Norway"].')
  if (typeof orEmpty !== 'boolean') throw badInput(`${path}.orEmpty`, 'must be true or false.')
  return { field: name, atMost, oneOf, orEmpty }
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length <= 200 && value.every((each) => typeof each === 'string')

/** A new type; 400 without a title or a matter type. */
export function newRequestTypeFromV2(body: unknown) {
  const { title, categoryId, ...rest } = requestTypeChangesFromV2(body)
  return { ...rest, title: needed('title', title), categoryId: needed('matterType', categoryId) }
}
