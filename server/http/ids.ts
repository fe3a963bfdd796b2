// Ids in URLs: an invalid id is answered like an unknown one.
import { bareObject } from '../platform/bare-object.ts'
import Type from 'typebox'
import { notFound } from '../platform/errors.ts'

const pathTypes = {
  int32: { type: 'integer', format: 'int32' },
  int64: { type: 'integer', format: 'int64' },
  uuid: { type: 'string', format: 'uuid' },
  text: { type: 'string' },
} as const
type PathType = keyof typeof pathTypes

/** The key of what the documents say of a parameter that the route takes as text. */
export const shownAs = Symbol('shown as')

/** What names in paths mean, if not an int32: the same in every path. */
const typeOfName = bareObject<PathType>({
  userId: 'uuid',
  sessionId: 'uuid',
  deliveryId: 'int64',
  form: 'text',
  featureCode: 'text',
  externalId: 'text',
  list: 'text',
  domain: 'text',
})

/**
 * The schema of path parameters: documented by their types, but taken as text, so that an invalid id is 404 and not
 * 400.
 */
export const pathParameters = <const Name extends string>(types: Readonly<Record<Name, PathType>>) =>
  Type.Unsafe<Record<Name, string>>({
    type: 'object',
    required: Object.keys(types),
    properties: Object.fromEntries(
      Object.entries<PathType>(types).map(([name, type]) => [name, pathParameter(type)]),
    ),
  })

/** The schema of one of them. */
export const pathParameter = (type: PathType) => ({ type: 'string', [shownAs]: pathTypes[type] })

/** The schema of the ids of a path: int32, to be parsed by `idOf`, or what `typeOfName` says. */
export const pathIds = <const Name extends string>(...names: readonly Name[]) =>
  pathParameters(
    Object.fromEntries(names.map((name) => [name, typeOfName[name] ?? 'int32'])) as Record<Name, PathType>,
  )

/**
 * The ids in a path such as `/v2/contracts/:contractId/files/:fileId`: the schema of its parameters, and a reader of
 * each.
 */
export function idsIn(path: string) {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return {
    params: pathIds(...names),
    /** The id at the place in the path, the first one unless given; throws not_found as `idOf` does. */
    idOf: ({ params }: { readonly params: Readonly<Record<string, string>> }, place = 0): number =>
      idOf(params[names[place] ?? ''] ?? ''),
  }
}

const maxId = 2_147_483_647

/** A positive decimal integer, by default an int32; anything else throws not_found, as an unknown id does. */
export function idOf(text: string, largest: number = maxId): number {
  const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : Number.NaN
  if (!(id <= largest)) throw notFound()
  return id
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The id of a user, in lower case; anything else throws not_found. */
export function personIdOf(text: string): string {
  if (!uuid.test(text)) throw notFound()
  return text.toLowerCase()
}
