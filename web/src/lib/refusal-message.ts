// What to say of any error.
import { Refusal } from './refusal.ts'

/** The server's sentence; for a mistake of this page, what to do about it. */
export function messageOf(error: unknown): string {
  return error instanceof Refusal ? error.message : 'Something went wrong in this page. Reload it.'
}
