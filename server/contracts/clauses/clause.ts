// The library of clauses of an organisation: terms, and what a clause consists of.
//
// clause        a provision of contracts as the organisation wants it, with a key by which templates name it
// standard      its usual text
// alternative   another text of it, for the situations that its description names
// fallback      what the organisation accepts in a negotiation, in order: the first before the second
// walk-away     what it does not accept
// guidance      for the negotiator; it is in no document
// version       all texts of a clause at one time; it is never changed. One of them is approved: that is the one in use
import { keyOfName, namesInText } from '../../platform/documents/docx-names.ts'
import { badInput, type InputProblem, refuseProblems } from '../../platform/errors.ts'

export const clauseStates = ['Draft', 'Approved', 'Retired'] as const
export type ClauseState = (typeof clauseStates)[number]

export interface ClauseAlternative {
  readonly name: string
  readonly whenToUse: string
  readonly text: string
}

export interface ClauseFallback {
  readonly text: string
  readonly guidance: string
}

/** The texts of a version. A line break ends a paragraph; numbers are left to the document. */
export interface ClauseContent {
  readonly text: string
  readonly guidance: string
  readonly alternatives: readonly ClauseAlternative[]
  readonly fallbacks: readonly ClauseFallback[]
  /** A text that is not accepted, if there is a typical one, and what to do then. */
  readonly walkAway: ClauseFallback | null
}

export const clauseLimits = {
  key: 60,
  title: 200,
  category: 100,
  text: 20_000,
  guidance: 4_000,
  name: 100,
  reason: 1_000,
  alternatives: 20,
  fallbacks: 10,
  /** Of all texts of a version together, in characters. */
  content: 200_000,
} as const

/** The paragraphs of a text, without numbers and empty lines. */
export const paragraphsOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** The placeholders of the texts that go into documents: standard and alternatives. */
export const namesIn = ({ text, alternatives }: ClauseContent): readonly string[] => [
  ...new Set([text, ...alternatives.map((each) => each.text)].flatMap(namesInText)),
]

/** Whether all braces are placeholders of fields: clauses have no sections. */
const hasPlainNames = (text: string): boolean =>
  !/[{}]/.test(text.replaceAll(/\{[^{}]+\}/g, '')) &&
  namesInText(text).every((name) => /^[\p{L}\p{N}]/u.test(name) && !name.includes('='))

/** Throws bad_request naming `alternatives[1].name` and the like. */
export function checkContent(content: ClauseContent): void {
  const seen = new Set<string>()
  const problems: InputProblem[] = []
  for (const [at, { name }] of content.alternatives.entries()) {
    const key = keyOfName(name)
    if (key === '' || /[{}]/.test(name))
      problems.push({ path: `alternatives[${at}].name`, reason: 'must be words, without braces.' })
    else if (seen.has(key))
      problems.push({ path: `alternatives[${at}].name`, reason: 'is the name of an alternative before it.' })
    seen.add(key)
  }
  for (const [path, text] of textsIn(content))
    if (!hasPlainNames(text))
      problems.push({ path, reason: 'has braces that are no placeholder of a field, such as {rent}.' })
  refuseProblems(problems)
  if (JSON.stringify(content).length > clauseLimits.content)
    throw badInput(
      'text',
      `and all other texts must have ${clauseLimits.content} characters at most together.`,
    )
}

const textsIn = ({ text, alternatives, fallbacks, walkAway }: ClauseContent): [string, string][] => [
  ['text', text],
  ...alternatives.map((each, at): [string, string] => [`alternatives[${at}].text`, each.text]),
  ...fallbacks.map((each, at): [string, string] => [`fallbacks[${at}].text`, each.text]),
  ['walkAway.text', walkAway?.text ?? ''],
]

/** A position of a clause, the most wanted first. */
export interface ClausePosition {
  readonly kind: 'Standard' | 'Alternative' | 'Fallback' | 'WalkAway'
  /** Of an alternative. */
  readonly name: string | null
  /** Of a fallback, from 1. */
  readonly place: number | null
  readonly text: string
}

/** All positions that have a text. */
export const positionsOf = (content: ClauseContent): readonly ClausePosition[] =>
  [
    { kind: 'Standard' as const, name: null, place: null, text: content.text },
    ...content.alternatives.map(({ name, text }) => ({
      kind: 'Alternative' as const,
      name,
      place: null,
      text,
    })),
    ...content.fallbacks.map(({ text }, at) => ({
      kind: 'Fallback' as const,
      name: null,
      place: at + 1,
      text,
    })),
    { kind: 'WalkAway' as const, name: null, place: null, text: content.walkAway?.text ?? '' },
  ].filter(({ text }) => text !== '')

/** `Limitation of liability` as `limitation-of-liability`; empty if it has neither letters nor digits. */
export const keyFromTitle = (title: string): string =>
  Array.from(
    title
      .normalize('NFKC')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      .replaceAll(/^-|-$/g, ''),
  )
    .slice(0, clauseLimits.key)
    .join('')
    .replace(/-$/, '')

/** Throws bad_request for a key that no placeholder can have. */
export function checkKey(key: string): void {
  if (/^[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*$/u.test(key) && key === key.normalize('NFKC').toLowerCase()) return
  throw badInput('key', 'must be small letters and digits, with hyphens between words.')
}
