// What is told of a query that is wrong: the fixed messages of docs/decisions/0028.
import { AppError, badInput, sentence } from '../../platform/errors.ts'
import { bareObject } from '../../platform/bare-object.ts'

const asked = bareObject<string>({ $orderby: 'sorting', $select: 'selection' })

/** Not OData, or a value that does not fit: `errors` says what, and at which character, counted from 1. */
export const invalidQuery = (option: string, at: number, what: string): AppError =>
  new AppError('bad_request', 'The OData query is invalid. Please check the syntax and try again', {
    errors: { [option]: [`At character ${at + 1}: ${what}.`] },
  })

/** A property that this list does not know, or cannot be filtered or sorted by, or that its items do not have. */
export const unsupportedProperty = (option: string, property: string): AppError =>
  badInput(
    option,
    sentence(`OData ${asked[option] ?? 'filtering'} is not supported for '${property.slice(0, 200)}'`),
  )

/** A property that takes other operators. */
export const unsupportedOperation = (operation: string, property: string): AppError =>
  badInput('$filter', sentence(`Operation '${operation}' is not supported for '${property.slice(0, 200)}'`))

/** More than this server takes: refused before any work. */
export const tooMuch = (option: string, limit: string): AppError =>
  badInput(option, sentence(`The OData query is too large: ${option} takes ${limit} at most.`))
