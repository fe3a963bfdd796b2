// Objects of v2 that the database makes. A property says once how it is documented, which column it comes from, and how
// lists can be filtered and sorted by it.
import type { TSchema } from 'typebox'
import { capitalised } from '../../platform/capitalised.ts'
import { columnPart, type JsonPart, objectPart, type TimePattern } from '../../platform/lists/json-shape.ts'
import { jsonOf, schemasOf, type WireProperty } from '../shape.ts'
import { filtered, type Properties, sorted, thing } from './odata-properties.ts'
import { auditedByUser, namedReference, nullableObject, userReference } from './references.wire.ts'

/** A property of an object that lists have. */
interface PropertyV2 extends WireProperty {
  /** How lists can be filtered and sorted by it and what is below it, by the path from it: `` and `/Id`. */
  readonly listed: Properties
}

export type ShapeV2 = Readonly<Record<string, PropertyV2>>

const times: TimePattern = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'

/** What lists of such objects can be filtered and sorted by. */
export const listedOf = (shape: ShapeV2): Properties =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([name, { listed }]) =>
      Object.entries(listed).map(([path, property]) => [`${capitalised(name)}${path}`, property]),
    ),
  )

type Use = 'sorted' | 'filtered' | 'shown'

const uses = {
  sorted: (column: string): Properties => ({ '': sorted(column) }),
  filtered: (column: string): Properties => ({ '': filtered(column) }),
  shown: (): Properties => ({}),
}

/** The value of a column, by which lists can be sorted and filtered, filtered only, or neither. */
export const valueV2 = <Schema extends TSchema>(column: string, schema: Schema, use: Use = 'sorted') => ({
  schema,
  json: columnPart(column, times),
  listed: uses[use](column),
})

interface ObjectRules {
  /** The column that is null where the object is. */
  readonly presence?: string
  /** Lists can be filtered by whether it is there. */
  readonly thing?: boolean
  /** Further keywords of the schema. */
  readonly more?: object
}

/** An object in the object. */
export function objectV2<Shape extends ShapeV2>(
  shape: Shape,
  { presence, thing: isThing = false, more = {} }: ObjectRules = {},
) {
  const below = Object.entries(listedOf(shape)).map(([path, property]) => [`/${path}`, property])
  return {
    schema: nullableObject(schemasOf(shape), more),
    json: objectPart(jsonOf(shape), presence),
    listed: {
      ...(isThing && presence !== undefined ? { '': thing(presence) } : {}),
      ...Object.fromEntries(below),
    } as Properties,
  }
}

/** The person in the columns `<prefix>Id`, `<prefix>Email` and so on. */
export const userV2 = (prefix: string, more: object = {}) =>
  objectV2(
    {
      id: valueV2(`${prefix}Id`, userReference.id, 'filtered'),
      email: valueV2(`${prefix}Email`, userReference.email),
      firstName: valueV2(`${prefix}FirstName`, userReference.firstName),
      lastName: valueV2(`${prefix}LastName`, userReference.lastName),
      organizationId: valueV2(`${prefix}OrganisationId`, userReference.organizationId, 'filtered'),
    },
    { presence: `${prefix}Id`, thing: true, more },
  )

/** The named object in the columns `<prefix>Id` and `<prefix>Name`. */
export const namedV2 = (
  prefix: string,
  { id = 'filtered', ...rules }: Omit<ObjectRules, 'presence'> & { readonly id?: Use } = {},
) =>
  objectV2(
    {
      id: valueV2(`${prefix}Id`, namedReference.id, id),
      name: valueV2(`${prefix}Name`, namedReference.name),
    },
    { presence: `${prefix}Id`, ...rules },
  )

/**
 * Who did something and when: the columns `<prefix>At`, `<prefix>ByName`, `<prefix>ByFullName` and those of the person.
 */
export const auditedV2 = (prefix: string) =>
  objectV2(
    {
      dateUtc: valueV2(`${prefix}At`, auditedByUser.dateUtc),
      userName: {
        schema: auditedByUser.userName,
        json: columnPart(`${prefix}ByFullName`, times),
        listed: { '': sorted(`${prefix}ByName`) },
      },
      user: userV2(`${prefix}By`, { readOnly: true }),
    },
    { more: { readOnly: true } },
  )

/** JSON that a column has. */
export const jsonV2 = <Schema extends TSchema>(column: string, schema: Schema) =>
  ({ schema, json: columnPart(column, times) satisfies JsonPart, listed: {} }) as const
