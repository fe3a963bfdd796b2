// v1's PATCH of field values: JSON Patch over the paths of fields in forms, including nested groups.
import { applyToState, readPatch } from './json-patch.ts'

/** What can be patched: every path with the field it leads to, and the current value of each field. */
export interface PatchedFields {
  readonly paths: ReadonlyMap<string, string>
  readonly model: Readonly<Record<string, unknown>>
}

/**
 * The values set by a patch, by field name, null for removed ones. Throws 400 for a path that leads to no field, 409
 * for a failed test. A plain object, grouped like the model, means one replace per field.
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
