// What somebody typed to search with: words that must all be there, "quoted phrases", -words and -"phrases" that must
// not be there, and beginnings of words with a star: `confid*`. What contains a hyphen or another mark is looked for as
// a phrase.
import { sql } from 'kysely'
import { badInput } from '../errors.ts'
import type { Reader } from '../postgres/database.ts'
import { statement } from '../postgres/statement.ts'
import { wordsOf } from './words.ts'

/**
 * One thing that is looked for: words that follow one another, of the last of which only the beginning if `prefix` says
 * so.
 */
interface Term {
  readonly words: readonly string[]
  readonly prefix: boolean
  readonly negative: boolean
}

export interface TypedQuery {
  readonly terms: readonly Term[]
  /** For vectors without positions: the words that must be there, and those that must not. In the database's syntax. */
  readonly words: string
  /** For vectors with positions: everything that must be there and everything that must not, phrases included. */
  readonly whole: string
  /** Any of what must be there. */
  readonly any: string
  /** What `words` does not say: phrases that must be there or must not. */
  readonly phrases: readonly { readonly text: string; readonly negative: boolean }[]
}

const longestQuery = 500
const mostTerms = 20
const shortestPrefix = 2

/** Reads what was typed; bad_request for nothing to look for, too much, or a beginning of a single letter. */
export function typedQueryFrom(typed: string): TypedQuery {
  if (typed.length > longestQuery) throw badInput('q', `must have at most ${longestQuery} characters.`)
  const terms = termsIn(typed)
  if (terms.length > mostTerms) throw badInput('q', `must have at most ${mostTerms} words and phrases.`)
  const positive = terms.filter(({ negative }) => !negative)
  if (positive.length === 0) {
    throw badInput('q', 'must contain a word to look for: letters or digits, not only what is excluded.')
  }
  if (terms.some(({ words, prefix }) => prefix && (words.at(-1)?.length ?? 0) < shortestPrefix)) {
    throw badInput('q', `must have at least ${shortestPrefix} letters before a star.`)
  }
  const negative = terms.filter((term) => term.negative)
  const words = [
    ...positive.flatMap((term) => term.words.map((_, place) => wordText(term, place))),
    ...negative.filter((term) => term.words.length === 1).map((term) => `!${wordText(term, 0)}`),
  ]
  const phrases = terms.filter((term) => term.words.length > 1)
  return {
    terms,
    words: words.join(' & '),
    whole: terms.map((term) => `${term.negative ? '!' : ''}(${phraseText(term)})`).join(' & '),
    any: positive.map((term) => `(${phraseText(term)})`).join(' | '),
    phrases: phrases.map((term) => ({ text: phraseText(term), negative: term.negative })),
  }
}

function termsIn(typed: string): readonly Term[] {
  const found = typed.matchAll(/(?<minus>-?)"(?<phrase>[^"]*)"?|(?<plain>\S+)/g)
  return [...found].flatMap(({ groups = {} }) => {
    const { minus, phrase, plain = '' } = groups as { minus?: string; phrase?: string; plain?: string }
    const text = phrase ?? plain
    const negative = phrase === undefined ? /^-[\p{L}\p{N}]/u.test(plain) : minus === '-'
    const words = wordsOf(text)
      .split(' ')
      .filter((word) => word !== '')
    return words.length === 0 ? [] : [{ words, negative, prefix: /[\p{L}\p{N}]\*$/u.test(text) }]
  })
}

// words consist of letters and digits only: nothing in them has a meaning in a query
const wordText = ({ words, prefix }: Term, place: number): string =>
  `'${words[place]}'${prefix && place === words.length - 1 ? ':*' : ''}`

const phraseText = (term: Term): string => term.words.map((_, place) => wordText(term, place)).join(' <-> ')

/** What is to be marked: for each positive term its words as the database stems them. */
export type Stems = readonly {
  readonly stems: readonly string[]
  readonly prefix: boolean
}[]

const stemsOfWords = statement<{ readonly words: readonly string[] }, { word: string; stem: string | null }>(
  ({ words }) => sql`select word, (tsvector_to_array(to_tsvector('chancery', word)))[1] as stem
    from unnest(${words}::text[]) as word`,
)

/** The stems of these words. */
export async function stemsOf(db: Reader, words: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (words.length === 0) return new Map()
  const rows = await stemsOfWords.run(db, { words })
  return new Map(rows.map(({ word, stem }) => [word, stem ?? word]))
}

/** The stems of what must be there. */
export async function stemsOfQuery(db: Reader, { terms }: TypedQuery): Promise<Stems> {
  const positive = terms.filter(({ negative }) => !negative)
  const stems = await stemsOf(db, [...new Set(positive.flatMap(({ words }) => words))])
  return positive.map(({ words, prefix }) => ({
    stems: words.map((word, place) =>
      prefix && place === words.length - 1 ? word : (stems.get(word) ?? word),
    ),
    prefix,
  }))
}
