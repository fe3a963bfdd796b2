// Ids in URLs: an invalid id is answered like an unknown one.
import Type from 'typebox'
import { notFound } from '../platform/errors.ts'

/** The schema of path parameters: documented as int32, parsed by `idOf`, so that an invalid id is 404 and not 400. */
export const pathIds = <const Name extends string>(...names: readonly Name[]) =>
  Type.Unsafe<Record<Name, string>>({
    type: 'object',
    required: [...names],
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  })

/** The ids in a path such as `/v2/contracts/:contractId/files/:fileId`: the schema of its parameters, and a reader of each. */
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
