// Characters that a name must not have, because they show something else than what is stored: control characters, line
// and paragraph separators, marks that change the direction of text (`exe.fdp` backwards is a trap, and so is a name in
// a signature), and the byte order mark.
import { badInput, type InputPath } from './errors.ts'

const unsafe = '[\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069\\ufeff]'

/** Runs of these characters, to be replaced. */
export const unsafeCharacters = new RegExp(`${unsafe}+`, 'g')
const hasUnsafe = new RegExp(unsafe)

/** Whether a name shows what is stored. */
export const isShownAsStored = (name: string): boolean => !hasUnsafe.test(name)

/** Throws bad_request for a name that does not show what is stored. */
export function checkShownName(name: string, input: InputPath): void {
  if (isShownAsStored(name)) return
  throw badInput(input, 'must be one line, without control characters and marks that change its direction.')
}
