// People as v1 shows them on records.
import Type from 'typebox'
import { fullNameOf, initialsOf, type Person } from '../../platform/person.ts'

/** Nullable in the OpenAPI 3.1 way. */
export const nullable = <Value>(type: string, more: object = {}) =>
  Type.Optional(Type.Unsafe<Value | null>({ type: [type, 'null'], ...more }))

/**
 * An object that may be null. Not a union, because the serialiser picks a union branch by validating it, and v1's times
 * without a zone are not a valid `date-time`.
 */
export const nullableObject = <Properties extends Type.TProperties>(properties: Properties) =>
  Type.Unsafe<Type.Static<Type.TObject<Properties>> | null>({
    ...Type.Object(properties),
    type: ['object', 'null'],
  })

export const personProperties = {
  userId: nullable<string>('string'),
  userFirstname: nullable<string>('string'),
  userLastname: nullable<string>('string'),
  userOrganisationId: nullable<number>('integer'),
  userOrganisationName: nullable<string>('string'),
  userHasPicture: Type.Optional(Type.Boolean()),
  userPictureCacheId: Type.Optional(Type.Integer()),
  userFullName: nullable<string>('string'),
  userInitials: nullable<string>('string'),
} as const

/** A person on a record. Without a picture, its id is 0. */
export function personToV1(person: Person) {
  const { firstName, lastName } = person
  return {
    userId: person.id,
    userFirstname: firstName,
    userLastname: lastName,
    userOrganisationId: person.organisationId,
    userOrganisationName: person.organisationName,
    userHasPicture: person.pictureId !== null,
    userPictureCacheId: person.pictureId ?? 0,
    userFullName: fullNameOf(person),
    userInitials: initialsOf(person),
  }
}
