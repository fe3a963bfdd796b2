// v1's PATCH of field values: JSON Patch over the places of fields on forms, nested groups included.
import { applyToState, readPatch } from './json-patch.ts'

/** What may be patched: every path there is and the field it leads to, and the value that each field has now. */
export interface PatchedFields {
  readonly paths: ReadonlyMap<string, string>
  readonly model: Readonly<Record<string, unknown>>
}

/**
 * The values that a patch sets, by the name of the field, null for removed ones. Throws 400 for a path that leads to no field,
 * 409 for a test that does not hold. A plain object, grouped as the model is, is one replace for each field.
 */
export function fieldChangesFromV1(
  body: unknown,
  { paths, model }: PatchedFields,
): ReadonlyMap<string, unknown> {
  const patch = readPatch(Array.isArray(body) ? body : ungrouped(body), [...paths.keys()])
  const byField = patch.map((operation) => ({
    ...operation,
    name: paths.get(operation.name) ?? operation.name,
  }))
  return new Map(Object.entries(applyToState(byField, model)))
}

function ungrouped(body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body
  const flat = (object: object, above: string): [string, unknown][] =>
    Object.entries(object).flatMap(([name, value]: [string, unknown]) =>
      /^group_\d+$/i.test(name) && typeof value === 'object' && value !== null && !Array.isArray(value)
        ? flat(value, `${above}${name}/`)
        : [[`${above}${name}`, value] satisfies [string, unknown]],
    )
  return Object.fromEntries(flat(body, ''))
}
