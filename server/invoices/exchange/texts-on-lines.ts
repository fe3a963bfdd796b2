// Texts that somebody writes about lines of an invoice: questions, answers, appeals.
import { bareObject } from '../../platform/bare-object.ts'
import { badInput, badInputs } from '../../platform/errors.ts'
import { longestText } from './exchange.ts'

/** A text about a line, by the line's number. */
export interface TextOnLine {
  readonly number: number
  readonly text: string
}

/**
 * The texts by the numbers of lines, all of which must be among `lines`. Throws bad_request naming `lines[2].number`,
 * or `lines[2]` with the name of the text.
 */
export function textsByLine(
  given: readonly TextOnLine[],
  lines: readonly { readonly number: number }[],
  name: string,
): ReadonlyMap<number, string> {
  if (given.length === 0) throw badInput('lines', 'is missing: one line at least.')
  const known = new Set(lines.map(({ number }) => number))
  const errors = bareObject<string[]>()
  const texts = new Map<number, string>()
  for (const [index, { number, text }] of given.entries()) {
    const trimmed = text.trim()
    if (!known.has(number))
      errors[`lines[${index}].number`] = ['must be the number of such a line of this invoice.']
    else if (texts.has(number)) errors[`lines[${index}].number`] = ['is given twice.']
    if (trimmed === '' || trimmed.length > longestText) {
      errors[`lines[${index}].${name}`] = [`must be a text of 1 to ${longestText} characters.`]
    }
    texts.set(number, trimmed)
  }
  if (Object.keys(errors).length > 0) throw badInputs(errors)
  return texts
}
