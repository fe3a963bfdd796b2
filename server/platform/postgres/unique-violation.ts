// Names that may exist once only: the database decides it.
import { violates } from './database.ts'
import { conflict } from '../errors.ts'

/** Runs the work; a violation of this unique constraint becomes a conflict with the message. */
export async function mapUniqueViolation<Result>(
  { constraint, message }: { readonly constraint: string; readonly message: string },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!violates(error, constraint)) throw error
    throw conflict(message)
  }
}
