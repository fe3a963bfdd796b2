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

interface Token {
  readonly word: string
  readonly from: number
  readonly to: number
}

interface Hit {
  readonly term: number
  readonly from: number
  readonly to: number
}

/**
 * For each list of texts, up to three passages that show as many of the terms as possible. The stems of words that look like one of
 * the terms are asked of the database, for all lists together.
 */
export async function passagesOf<Of extends Source>(
  db: Reader,
  stems: Stems,
  lists: readonly (readonly Of[])[],
): Promise<readonly (readonly FoundPassage<Of>[])[]> {
  const beginnings = beginningsOf(stems)
  const near = lists.map((list) =>
    list.filter(({ text }) => mayContain(text, beginnings)).slice(0, mostSources),
  )
  const tokens = near.map((list) => list.map(({ text }) => tokensIn(text, beginnings)))
  const likely = new Set(tokens.flat(2).flatMap(({ word, isLikely }) => (isLikely ? [word] : [])))
  const stemOf = await stemsOf(db, [...likely])
  return near.map((list, place) => {
    const found = list.map((source, at) => ({
      source,
      hits: hitsIn(tokens[place]?.[at] ?? [], stems, stemOf),
    }))
    return choosePassages(found)
  })
}

/** How words with these stems begin: like the stem, but for a final i that was a y. */
const beginningsOf = (stems: Stems): readonly string[] => [
  ...new Set(
    stems.flatMap((term) => term.stems.map((stem) => (stem.length > 3 ? stem.replace(/i$/, '') : stem))),
  ),
]

/** Whether it is worth looking at the words of a text one by one. */
function mayContain(text: string, beginnings: readonly string[]): boolean {
  const lower = isPlain.test(text) ? text.toLowerCase() : wordsOf(text)
  return beginnings.some((beginning) => lower.includes(beginning))
}

const isPlain = /^[\x20-\x7E]*$/

const wordPattern = /[\p{L}\p{N}\p{M}]+/gu

function tokensIn(
  text: string,
  beginnings: readonly string[],
): readonly (Token & { readonly isLikely: boolean })[] {
  return [...text.slice(0, longestSource).matchAll(wordPattern)].map(({ 0: found, index }) => {
    const word = isPlain.test(found) ? found.toLowerCase() : wordsOf(found)
    const isLikely = beginnings.some((beginning) => word.startsWith(beginning))
    return { word, from: index, to: index + found.length, isLikely }
  })
}

function hitsIn(tokens: readonly Token[], stems: Stems, stemOf: ReadonlyMap<string, string>): readonly Hit[] {
  const hits: Hit[] = []
  const fits = (token: Token | undefined, stem: string, isPrefix: boolean) =>
    token !== undefined && (isPrefix ? token.word.startsWith(stem) : stemOf.get(token.word) === stem)
  for (const [place, token] of tokens.entries()) {
    for (const [term, { stems: wanted, prefix }] of stems.entries()) {
      const isHit = wanted.every((stem, at) =>
        fits(tokens[place + at], stem, prefix && at === wanted.length - 1),
      )
      if (isHit) hits.push({ term, from: token.from, to: tokens[place + wanted.length - 1]?.to ?? token.to })
    }
  }
  return hits
}

/** First the places where most different terms are close together, then further ones that show other terms. */
function choosePassages<Of extends Source>(
  found: readonly { readonly source: Of; readonly hits: readonly Hit[] }[],
): readonly FoundPassage<Of>[] {
  const windows = found.flatMap(({ source, hits }) =>
    hits.map((hit) => {
      const near = hits.filter(({ from, to }) => from >= hit.from && to <= hit.from + 2 * around)
      return { source, near, from: hit.from, terms: new Set(near.map(({ term }) => term)) }
    }),
  )
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

function passageAround<Of extends Source>({
  source,
  near,
  from,
}: {
  readonly source: Of
  readonly near: readonly Hit[]
  readonly from: number
}): FoundPassage<Of> {
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
