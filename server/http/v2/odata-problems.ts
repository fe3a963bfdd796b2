// Error messages for invalid queries: the fixed texts of docs/decisions/0028.
import { AppError, badInput, sentence } from '../../platform/errors.ts'
import { bareObject } from '../../platform/bare-object.ts'

const asked = bareObject<string>({ $orderby: 'sorting', $select: 'selection' })

/** Invalid OData, or a value that does not fit: `errors` says what, and at which character, counted from 1. */
export const invalidQuery = (option: string, at: number, what: string): AppError =>
  new AppError('bad_request', 'The OData query is invalid. Please check the syntax and try again', {
    errors: { [option]: [`At character ${at + 1}: ${what}.`] },
  })

/** A property that the list does not have, or that cannot be filtered, sorted or selected. */
export const unsupportedProperty = (option: string, property: string): AppError =>
  badInput(
    option,
    sentence(`OData ${asked[option] ?? 'filtering'} is not supported for '${property.slice(0, 200)}'`),
  )

/** A property that does not support the operator. */
export const unsupportedOperation = (operation: string, property: string): AppError =>
  badInput('$filter', sentence(`Operation '${operation}' is not supported for '${property.slice(0, 200)}'`))

/** More than this server accepts: rejected before any work. */
export const tooMuch = (option: string, limit: string): AppError =>
  badInput(option, sentence(`The OData query is too large: ${option} takes ${limit} at most.`))
