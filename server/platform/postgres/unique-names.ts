// What is there once only, where the database decides it.
import { violates } from './database.ts'
import { conflict } from '../errors.ts'

/** Runs the work; where it would make something twice, by this unique constraint, it is a conflict with the message. */
export async function refusingTwice<Result>(
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
