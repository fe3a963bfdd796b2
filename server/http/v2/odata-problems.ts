// Error messages for invalid queries: the fixed texts of docs/decisions/0028.
import { AppError, badInput, sentence } from '../../platform/errors.ts'
import { nearestNames } from '../../platform/nearest-names.ts'
import { bareObject } from '../../platform/bare-object.ts'

const asked = bareObject<string>({ $orderby: 'sorting', $select: 'selection' })

/** Invalid OData, or a value that does not fit: `errors` says what, and at which character, counted from 1. */
export const invalidQuery = (option: string, at: number, what: string): AppError =>
  new AppError('bad_request', 'The OData query is invalid. Please check the syntax and try again', {
    errors: { [option]: [`At character ${at + 1}: ${what}.`] },
  })

/** The names that a query could have used instead. */
export interface KnownNames {
  /** Those that the option takes. */
  readonly taken: readonly string[]
  /** Those that items show; some of them the option does not take. */
  readonly shown: readonly string[]
}

const mostNear = 5

/**
 * A property that the list does not have, or that cannot be filtered, sorted or selected: `errors` says which of the
 * two, and names those that may have been meant.
 */
export function unsupportedProperty(option: string, property: string, known: KnownNames): AppError {
  const use = asked[option] ?? 'filtering'
  const named = property.slice(0, 200)
  const isShown = known.shown.some((name) => name.toLowerCase() === property.toLowerCase())
  const below = known.taken.filter((name) => name.toLowerCase().startsWith(`${property.toLowerCase()}/`))
  const isThere = isShown || below.length > 0
  const near = below.length > 0 ? below.slice(0, mostNear) : nearestNames(named, known.taken, mostNear)
  const similar = near.length > 0 ? ` ${isThere ? 'Possible' : 'Similar'}: ${near.join(', ')}.` : ''
  const fault = isThere
    ? `'${named}' is a property, but ${use} by it is not possible.${similar}`
    : `There is no property '${named}'.${similar}`
  return withMore(option, `OData ${use} is not supported for '${named}'`, fault)
}

/** A property that does not support the operator; `errors` says which ones it supports. */
export const unsupportedOperation = (
  operation: string,
  property: string,
  supported: readonly string[],
): AppError => {
  const named = property.slice(0, 200)
  const fault = `'${named}' takes ${supported.join(', ')}.`
  return withMore('$filter', `Operation '${operation}' is not supported for '${named}'`, fault)
}

/** The text that clients know as `detail`, and in `errors` what helps a person. */
const withMore = (option: string, detail: string, more: string) =>
  new AppError('bad_request', detail, { errors: { [option]: [detail, more] } })

/** More than this server accepts: rejected before any work. */
export const tooMuch = (option: string, limit: string): AppError =>
  badInput(option, sentence(`The OData query is too large: ${option} takes ${limit} at most.`))
