// The names that callers know inputs by: operations report wrong input by their own names, and a route states the
// wire's.
import type { CustomInput, InputProblem } from '../platform/errors.ts'

/** How the callers of a route name what its operation accepts; what is not listed has the same name. */
export interface InputNames {
  readonly properties: Readonly<Record<string, string>>
  /** The name of a custom field. */
  readonly custom: (input: CustomInput) => string
}

/** What gives each problem the name that the caller knows; without `names`, the operation's own. */
export const inputNameFor =
  (names: InputNames = namesV2({})) =>
  ({ path, asSent = false }: InputProblem): string => {
    if (typeof path !== 'string') return names.custom(path)
    const other = Object.hasOwn(names.properties, path) ? names.properties[path] : undefined
    return asSent || other === undefined ? path : other
  }

/** The names of a route of v1, where custom fields are `field_12`. */
export const namesV1 = (properties: InputNames['properties'] = {}): InputNames => ({
  properties,
  custom: ({ id }) => `field_${id}`,
})

/**
 * The names of a route of v1 whose properties are in Pascal case: `TeamId` for the operation's `teamId`; `others` have
 * another name.
 */
export const pascalCaseNames = (
  names: readonly string[],
  others: InputNames['properties'] = {},
): InputNames =>
  namesV1({
    ...Object.fromEntries(names.map((name) => [name.charAt(0).toLowerCase() + name.slice(1), name])),
    ...others,
  })

/** The names of a route of v2, where custom fields are `fields.region`. */
export const namesV2 = (properties: InputNames['properties'] = {}): InputNames => ({
  properties,
  custom: ({ apiName }) => `fields.${apiName}`,
})
