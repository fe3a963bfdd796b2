// A new matter as v1 sends it.
import Type, { type Static } from 'typebox'
import { newFieldsFromV1 } from '../../fields/v1/values.wire.ts'
import { nullable } from '../../http/v1/people.wire.ts'
import { badInputs } from '../../platform/errors.ts'
import type { NewMatter } from '../commands/create-matter.ts'
import { bareObject } from '../../platform/bare-object.ts'

const id = { minimum: 1, maximum: 2_147_483_647 }

export const newMatterSchema = Type.Object({
  name: nullable<string>('string'),
  categoryId: Type.Integer(id),
  organisationId: nullable<number>('integer', id),
  fields: Type.Optional(
    Type.Unsafe<Record<string, unknown> | null>({ type: ['object', 'null'], additionalProperties: true }),
  ),
  restricted: Type.Optional(Type.Boolean()),
  urgent: Type.Optional(Type.Boolean()),
  parentId: nullable<number>('integer', id),
  managerId: nullable<string>('string'),
  ownerId: nullable<string>('string'),
  externalId: nullable<string>('string', { maxLength: 255 }),
  teamId: nullable<number>('integer', id),
})

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The new matter; 400 names invalid ids of people. */
export function newMatterFromV1(body: Static<typeof newMatterSchema>): NewMatter {
  const errors = bareObject<string[]>()
  const person = (name: 'ownerId' | 'managerId'): string | null => {
    // clients with forms send an empty text for nobody
    const given = body[name]?.trim().toLowerCase() ?? ''
    if (given !== '' && !uuid.test(given)) errors[name] = ['must be the id of a person.']
    return given === '' ? null : given
  }
  const fields = newFieldsFromV1(body.fields)
  const matter = { ...body, fields, ownerId: person('ownerId'), managerId: person('managerId') }
  if (Object.keys(errors).length > 0) throw badInputs(errors)
  return matter
}
