// Objects of v1 that the database makes. A property says once how it is documented and which column it comes from.
import type { TSchema } from 'typebox'
import {
  columnPart,
  isGivenPart,
  numberOrPart,
  objectPart,
  type TimePattern,
} from '../../platform/lists/json-shape.ts'
import { jsonOf, schemasOf, type WireShape } from '../shape.ts'
import { nullableObject, personProperties } from './people.wire.ts'

/** Times in UTC without zone suffix, as `utcText` writes them. */
export const timesV1: TimePattern = 'YYYY-MM-DD"T"HH24:MI:SS.MS'

/** The value of a column. */
export const valueV1 = <Schema extends TSchema>(column: string, schema: Schema) => ({
  schema,
  json: columnPart(column, timesV1),
})

/** An object in the object; null where the column `presence` is. */
export const objectV1 = (shape: WireShape, presence: string) => ({
  schema: nullableObject({ ...schemasOf(shape) }),
  json: objectPart(jsonOf(shape), presence),
})

/** Whether the column has a value. */
export const isGivenV1 = <Schema extends TSchema>(column: string, schema: Schema) => ({
  schema,
  json: isGivenPart(column),
})

/** The number of a column; 0 where it is null. */
export const numberV1 = <Schema extends TSchema>(column: string, schema: Schema) => ({
  schema,
  json: numberOrPart(column, 0),
})

/** A person on a record, in the columns of `personDetailColumns`. Without a picture, its id is 0. */
export const personV1 = (prefix: string) => ({
  userId: valueV1(`${prefix}Id`, personProperties.userId),
  userFirstname: valueV1(`${prefix}FirstName`, personProperties.userFirstname),
  userLastname: valueV1(`${prefix}LastName`, personProperties.userLastname),
  userOrganisationId: valueV1(`${prefix}OrganisationId`, personProperties.userOrganisationId),
  userOrganisationName: valueV1(`${prefix}OrganisationName`, personProperties.userOrganisationName),
  userHasPicture: isGivenV1(`${prefix}PictureId`, personProperties.userHasPicture),
  userPictureCacheId: numberV1(`${prefix}PictureId`, personProperties.userPictureCacheId),
  userFullName: valueV1(`${prefix}FullName`, personProperties.userFullName),
  userInitials: valueV1(`${prefix}Initials`, personProperties.userInitials),
})
