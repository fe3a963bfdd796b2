// Objects that many answers and bodies of v2 have in common, under one name each. They are found by their shape, so
// that no route has to say that its `owner` is a person.
import Type, { type TProperties } from 'typebox'
import { audited, auditedByUser, namedReference, userReference } from './references.wire.ts'
import { withRequired } from '../openapi/always-sent.ts'
import type { Direction, Schema, SharedSchema } from '../openapi/document.ts'

const id = Type.Integer()
const personId = Type.String({ format: 'uuid' })
const time = Type.String({ format: 'date-time' })

const schemaOf = (direction: Direction, schema: Schema) =>
  direction === 'answered' ? withRequired(schema) : schema

const shared = (
  direction: Direction,
  name: string,
  properties: TProperties,
  description: string,
): SharedSchema => ({
  name,
  direction,
  schema: { ...schemaOf(direction, Type.Object(properties) as unknown as Schema), description },
})

/** A folder with the folder it is in, and so on. */
const folder = (direction: Direction, name: string): SharedSchema => ({
  name,
  direction,
  matches: isFolder,
  schema: schemaOf(direction, {
    type: 'object',
    description: 'A folder, with the folder that it is in.',
    required: ['id'],
    properties: {
      id: { type: 'integer' },
      name: { type: 'string', readOnly: true },
      folder: { anyOf: [{ $ref: `#/components/schemas/${name}` }, { type: 'null' }], readOnly: true },
    },
  }),
})

/** The shared objects. */
export const sharedSchemas: readonly SharedSchema[] = [
  shared('answered', 'Person', userReference, 'A person, as other objects refer to them.'),
  shared('answered', 'PersonName', { id: personId, name: Type.String() }, 'A person by id and full name.'),
  shared(
    'answered',
    'UuidReference',
    { id: personId },
    'A person, or another object whose id is a UUID, by id alone.',
  ),
  shared('answered', 'NamedReference', namedReference, 'Another object, by id and name.'),
  shared('answered', 'TitledReference', { id, title: Type.String() }, 'Another object, by id and title.'),
  shared('answered', 'Reference', { id }, 'Another object, by id alone.'),
  shared('answered', 'Moment', { dateUtc: time }, 'When something was done.'),
  shared(
    'answered',
    'Audit',
    auditedByUser,
    'When something was done, and by whom: nobody, if it was not a person.',
  ),
  shared('answered', 'AuditByName', audited, 'When something was done, and the name of who did it.'),
  folder('answered', 'FolderReference'),
  folder('sent', 'FolderReferenceInput'),
  shared('sent', 'PersonReference', userReference, 'A person: the id counts, the rest is ignored.'),
  shared(
    'sent',
    'UuidReferenceInput',
    { id: personId },
    'A person, or another object whose id is a UUID, by id.',
  ),
  shared(
    'sent',
    'NamedReferenceInput',
    namedReference,
    'Another object: the id counts, the rest is ignored.',
  ),
  shared('sent', 'ReferenceInput', { id }, 'Another object, by id.'),
]

/** Routes write it out as deep as it goes. */
function isFolder({ properties = {} }: Schema): boolean {
  const names = Object.keys(properties as object)
  return names.includes('folder') && names.every((name) => ['id', 'name', 'folder'].includes(name))
}
