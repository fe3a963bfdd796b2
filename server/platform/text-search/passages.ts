// Passages of a text around what was found in it, with the places of what was found.
import { wordsOf } from './words.ts'
import { type Stems, stemsOf } from './typed-query.ts'
import type { Reader } from '../postgres/database.ts'

/** A passage; `marks` are pairs of positions in its text, in UTF-16 code units: from, and up to but not including. */
export interface Passage {
  readonly text: string
  readonly marks: readonly (readonly [number, number])[]
}

/** A text to look in. */
export interface Source {
  readonly text: string
}

/** A passage and the text it is from. */
export interface FoundPassage<Of extends Source> extends Passage {
  readonly source: Of
}

const around = 140
const mostPassages = 3
// of each list
const mostSources = 12
const longestSource = 10_000

/** A word that may be one of the terms. */
interface Token {
  readonly word: string
  readonly from: number
  readonly to: number
  /** Whether the token before it is the word before it. */
  readonly follows: boolean
}

interface Hit {
  readonly term: number
  readonly from: number
  readonly to: number
}

/**
 * For each list of texts, up to three passages that show as many of the terms as possible. The stems of words that look
 * like one of the terms are asked of the database, for all lists together.
 */
export async function passagesOf<Of extends Source>(
  db: Reader,
  stems: Stems,
  lists: readonly (readonly Of[])[],
): Promise<readonly (readonly FoundPassage<Of>[])[]> {
  const beginnings = beginningsOf(stems)
  const near = lists.map((list) => firstWithTokens(list, beginnings))
  const stemOf = await stemsOf(db, [
    ...new Set(near.flatMap((list) => list.flatMap(({ tokens }) => tokens.map(({ word }) => word)))),
  ])
  return near.map((list) =>
    choosePassages(list.map(({ source, tokens }) => ({ source, hits: hitsIn(tokens, stems, stemOf) }))),
  )
}

/** How words with these stems begin: like the stem, but for a final i that was a y. */
const beginningsOf = (stems: Stems): readonly string[] => [
  ...new Set(
    stems.flatMap((term) => term.stems.map((stem) => (stem.length > 3 ? stem.replace(/i$/, '') : stem))),
  ),
]

interface Tokens<Of extends Source> {
  readonly source: Of
  readonly tokens: readonly Token[]
}

function firstWithTokens<Of extends Source>(
  list: readonly Of[],
  beginnings: readonly string[],
): readonly Tokens<Of>[] {
  const found: Tokens<Of>[] = []
  for (const source of list) {
    if (found.length === mostSources) break
    const tokens = tokensIn(source.text.slice(0, longestSource), beginnings)
    if (tokens.length > 0) found.push({ source, tokens })
  }
  return found
}

// letters, digits and marks that are compared as they are, but for their case
const foreign = /(?![\0-\x7F])[\p{L}\p{N}\p{M}]/u

/** The words of a text that begin like one of the terms. */
const tokensIn = (text: string, beginnings: readonly string[]): readonly Token[] =>
  foreign.test(text) ? tokensOfAnyText(text, beginnings) : tokensOfPlainText(text, beginnings)

function tokensOfPlainText(text: string, beginnings: readonly string[]): readonly Token[] {
  const lower = text.toLowerCase()
  const ends = new Map<number, number>()
  for (const beginning of beginnings) {
    for (let from = lower.indexOf(beginning); from >= 0; from = lower.indexOf(beginning, from + 1)) {
      if (isOfWord(lower.charCodeAt(from - 1))) continue
      let to = from + beginning.length
      while (isOfWord(lower.charCodeAt(to))) to++
      ends.set(from, to)
    }
  }
  const places = [...ends].toSorted(([one], [other]) => one - other)
  return places.map(([from, to], place): Token => {
    const before = places[place - 1]?.[1]
    const follows = before !== undefined && !hasWord(lower, before, from)
    return { word: lower.slice(from, to), from, to, follows }
  })
}

/** Whether it is an ASCII digit or small letter. */
const isOfWord = (code: number): boolean => (code >= 48 && code <= 57) || (code >= 97 && code <= 122)

function hasWord(lower: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (isOfWord(lower.charCodeAt(at))) return true
  return false
}

const wordPattern = /[\p{L}\p{N}\p{M}]+/gu

function tokensOfAnyText(text: string, beginnings: readonly string[]): readonly Token[] {
  const all = wordsOf(text)
  if (!beginnings.some((beginning) => all.includes(beginning))) return []
  const tokens: Token[] = []
  let before = -2
  for (const [place, { 0: found, index }] of [...text.matchAll(wordPattern)].entries()) {
    const word = wordsOf(found)
    if (!beginnings.some((beginning) => word.startsWith(beginning))) continue
    tokens.push({ word, from: index, to: index + found.length, follows: before === place - 1 })
    before = place
  }
  return tokens
}

function hitsIn(tokens: readonly Token[], stems: Stems, stemOf: ReadonlyMap<string, string>): readonly Hit[] {
  const hits: Hit[] = []
  const fits = (token: Token | undefined, stem: string, isPrefix: boolean) =>
    token !== undefined && (isPrefix ? token.word.startsWith(stem) : stemOf.get(token.word) === stem)
  for (const [place, token] of tokens.entries()) {
    for (const [term, { stems: wanted, prefix }] of stems.entries()) {
      const isHit = wanted.every(
        (stem, at) =>
          (at === 0 || tokens[place + at]?.follows) &&
          fits(tokens[place + at], stem, prefix && at === wanted.length - 1),
      )
      if (isHit) hits.push({ term, from: token.from, to: tokens[place + wanted.length - 1]?.to ?? token.to })
    }
  }
  return hits
}

interface Window<Of extends Source> {
  readonly source: Of
  readonly near: readonly Hit[]
  readonly from: number
  readonly terms: ReadonlySet<number>
}

/** What can be seen at once, from each hit on; of those with the same terms the first. */
function windowsOf<Of extends Source>(
  found: readonly { readonly source: Of; readonly hits: readonly Hit[] }[],
): readonly Window<Of>[] {
  const windows = new Map<string, Window<Of>>()
  for (const { source, hits } of found) {
    for (const [place, { from }] of hits.entries()) {
      const near = hits.slice(place, place + seenWith(hits, place))
      const terms = new Set(near.map(({ term }) => term))
      const key = [...terms].toSorted((one, other) => one - other).join(' ')
      if (!windows.has(key)) windows.set(key, { source, near, from, terms })
    }
  }
  return [...windows.values()]
}

/** How many hits can be seen at once, from this one on. */
function seenWith(hits: readonly Hit[], place: number): number {
  const end = (hits[place]?.from ?? 0) + 2 * around
  let count = 1
  while ((hits[place + count]?.to ?? Infinity) <= end) count++
  return count
}

/** First the places where most different terms are close together, then further ones that show other terms. */
function choosePassages<Of extends Source>(
  found: readonly { readonly source: Of; readonly hits: readonly Hit[] }[],
): readonly FoundPassage<Of>[] {
  const windows = windowsOf(found)
  const chosen: FoundPassage<Of>[] = []
  const shown = new Set<number>()
  while (chosen.length < mostPassages && windows.length > 0) {
    const best = windows.reduce((one, other) => (gainOf(other, shown) > gainOf(one, shown) ? other : one))
    if (chosen.length > 0 && gainOf(best, shown) === 0) break
    for (const term of best.terms) shown.add(term)
    chosen.push(passageAround(best))
  }
  return chosen
}

const gainOf = ({ terms }: { readonly terms: ReadonlySet<number> }, shown: ReadonlySet<number>): number =>
  [...terms].filter((term) => !shown.has(term)).length

function passageAround<Of extends Source>({ source, near, from }: Window<Of>): FoundPassage<Of> {
  const { text } = source
  const end = Math.max(...near.map(({ to }) => to))
  const begin = from <= around ? 0 : nextSpace(text, from - around, from)
  const until = end + around >= text.length ? text.length : previousSpace(text, end + around, end)
  const [before, after] = [begin > 0 ? '… ' : '', until < text.length ? ' …' : '']
  const shift = before.length - begin
  const marks = near
    .filter(({ to }) => to <= until)
    .map(({ from: one, to }): readonly [number, number] => [one + shift, to + shift])
  return { source, text: `${before}${text.slice(begin, until)}${after}`, marks: withoutOverlaps(marks) }
}

const nextSpace = (text: string, at: number, most: number): number => {
  const space = text.indexOf(' ', at)
  return space < 0 || space + 1 > most ? at : space + 1
}

const previousSpace = (text: string, at: number, least: number): number => {
  const space = text.lastIndexOf(' ', at)
  return space < least ? at : space
}

function withoutOverlaps(
  marks: readonly (readonly [number, number])[],
): readonly (readonly [number, number])[] {
  const merged: [number, number][] = []
  for (const [from, to] of marks.toSorted(([one], [other]) => one - other)) {
    const last = merged.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else merged.push([from, to])
  }
  return merged
}
