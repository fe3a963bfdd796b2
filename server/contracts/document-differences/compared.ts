// Values of fields as documents write them: which are compared, and what a text of a document is as a value.
import { atomKindOf, type Field, takesSeveral } from '../../fields/field.ts'
import { datesIn } from '../document-facts/reading/dates.ts'
import type { Span } from '../document-facts/reading/fact.ts'

/** Whether the value of the field can be read in a document: not people, and not lists. */
export function isCompared(field: Pick<Field, 'type' | 'multiple'>): boolean {
  if (takesSeveral(field)) return false
  const kind = atomKindOf(field.type)
  return kind === 'reference' ? field.type === 'ContractEntity' : kind !== undefined && kind !== 'user'
}

export type Compared = Pick<Field, 'type' | 'multiple' | 'options'>

/** The value that a text of a document means. */
export type Meant =
  | { readonly json: string | number | boolean }
  | { readonly option: number }
  | { readonly party: string }

/** What a text of a document says as a value of the field. */
export interface Said extends Span {
  readonly text: string
  /** Undefined where it means no value of the field, or more than one. */
  readonly meant: Meant | undefined
}

/** The part of the text that says the value, and the value. */
export function saidIn(field: Compared, text: string): Said {
  const start = /^[\s"'“”‘’(]*/u.exec(text)?.[0].length ?? 0
  const words = text.slice(start, Math.max(start, endOf(text)))
  const whole = { text: words, start, end: start + words.length }
  switch (atomKindOf(field.type)) {
    case 'number':
      return onlyOne(text, whole, numbersIn(text))
    case 'date':
      return onlyOne(
        text,
        whole,
        datesIn(text).map(({ date, ...span }) => ({ ...span, json: date })),
      )
    case 'boolean': {
      const isAnswer = /^(yes|no)$/i.test(words)
      return { ...whole, meant: isAnswer ? { json: words.toLowerCase() === 'yes' } : undefined }
    }
    case 'option': {
      const found = field.options.find(({ label }) => isSameText(label, words))
      return { ...whole, meant: found && { option: found.id } }
    }
    case 'reference':
      return { ...whole, meant: words === '' ? undefined : { party: plainText(words) } }
    default:
      return { ...whole, meant: words === '' ? undefined : { json: words } }
  }
}

/** Where the text ends, without what may follow its words. */
function endOf(text: string): number {
  let end = text.length
  while (end > 0 && /[\s"'“”‘’),;:]/u.test(text.charAt(end - 1))) end--
  return end
}

function onlyOne(
  text: string,
  whole: Span & { readonly text: string },
  found: readonly (Span & { readonly json: string | number })[],
): Said {
  const [one, ...others] = found
  if (!one || others.length > 0) return { ...whole, meant: undefined }
  const { start, end, json } = one
  return { text: text.slice(start, end), start, end, meant: { json } }
}

/** Whether two texts say the same as values of the field. */
export function isSameValue(field: Compared, one: string, other: string): boolean {
  if (isSameText(one, other)) return true
  const kind = atomKindOf(field.type)
  if (kind !== 'number' && kind !== 'date') return false
  const [first, second] = [saidIn(field, one).meant, saidIn(field, other).meant]
  return first !== undefined && JSON.stringify(first) === JSON.stringify(second)
}

const plainText = (text: string): string => text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim()

const isSameText = (one: string, other: string): boolean =>
  plainText(one).toLowerCase() === plainText(other).toLowerCase()

/** The numbers of a text as contracts write them: 1,250,000.00, 12.5, 1.25 million. */
const numbersIn = (text: string): readonly (Span & { readonly json: number })[] =>
  [...text.matchAll(written)].map(({ index, 0: whole, 1: digits = '', 2: scale = '' }) => {
    const number = Number(digits.replaceAll(',', '')) * (scales.get(scale.trim().toLowerCase()) ?? 1)
    return { start: index, end: index + whole.length, json: Math.round(number * 1e6) / 1e6 }
  })

const written =
  /(?<![\d.,])(-?\d{1,3}(?:,\d{3}){1,4}(?:\.\d{1,6})?|-?\d{1,15}(?:\.\d{1,6})?)(?!\d|[.,]\d)( ?(?:thousand|million|billion)\b)?/gi
const scales: ReadonlyMap<string, number> = new Map([
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
])
