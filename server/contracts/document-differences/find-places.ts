// What a later version of a document says in the places of its answers: each place is found by the words around it, so
// that it does not matter which program wrote the version. Runs in a document worker.
import { diffArrays } from 'diff'
import type { AnswerPlace } from '../../platform/documents/answer-places.ts'
import type { Span } from '../document-facts/reading/fact.ts'

/** Where the answer would stand now. Paragraphs count from 0; the span is in the first of them. */
export interface FoundPlace extends Span {
  readonly paragraph: number
  /** Empty where the words around it are there and nothing is between them. */
  readonly text: string
}

interface Token {
  readonly text: string
  readonly paragraph: number
  readonly start: number
  readonly end: number
}

const words = /[\p{L}\p{N}]+(?:[.,’'][\p{L}\p{N}]+)*|[^\s\p{L}\p{N}]/gu

const tokensOf = (paragraphs: readonly string[]): readonly Token[] =>
  paragraphs.flatMap((text, paragraph) =>
    [...text.matchAll(words)].map(({ index, 0: token }) => ({
      text: token,
      paragraph,
      start: index,
      end: index + token.length,
    })),
  )

const bare = (text: string): readonly string[] => text.match(words) ?? []

// words before and after a place that are looked for
const mostAround = 30

interface Document {
  readonly paragraphs: readonly string[]
  readonly places: readonly AnswerPlace[]
}

/** For each place where it is now; undefined where the words around it are not there any more. */
export function findPlaces({ paragraphs, places }: Document): readonly (FoundPlace | undefined)[] {
  const tokens = tokensOf(paragraphs)
  return places.map((place) => findPlace(paragraphs, tokens, place))
}

function findPlace(
  paragraphs: readonly string[],
  tokens: readonly Token[],
  { before: textBefore, answer, after: textAfter }: AnswerPlace,
): FoundPlace | undefined {
  const [before, own, after] = [
    bare(textBefore).slice(-mostAround),
    bare(answer),
    bare(textAfter).slice(0, mostAround),
  ]
  const wanted = [...before, ...own, ...after]
  const from = regionOf(tokens, wanted)
  const region = tokens.slice(from, from + wanted.length * 2)
  const kept = alignment(
    wanted,
    region.map(({ text }) => text),
  )
  const ofBefore = kept.filter(([at]) => at < before.length)
  const ofAfter = kept.filter(([at]) => at >= before.length + own.length)
  if ((ofBefore.length + ofAfter.length) * 2 < before.length + after.length) return undefined
  if (before.length + after.length === 0) return undefined
  const first = before.length === 0 ? 0 : (ofBefore.at(-1)?.[1] ?? -1) + 1
  const last = after.length === 0 ? region.length : ofAfter[0]?.[1]
  // one side is not there: nothing says where the answer begins or ends
  if (last === undefined || (before.length > 0 && ofBefore.length === 0)) return undefined
  return placeBetween(paragraphs, region, { first, last })
}

function placeBetween(
  paragraphs: readonly string[],
  region: readonly Token[],
  { first, last }: { readonly first: number; readonly last: number },
): FoundPlace | undefined {
  const [begin, end] = [region[first], region[last - 1]]
  if (last <= first || !begin || !end) {
    const beside = region[first] ?? region[first - 1]
    return beside && { paragraph: beside.paragraph, start: beside.start, end: beside.start, text: '' }
  }
  const { paragraph, start } = begin
  if (end.paragraph === paragraph) {
    const text = paragraphs[paragraph]?.slice(start, end.end) ?? ''
    return { paragraph, start, end: end.end, text }
  }
  const inside = paragraphs.slice(paragraph, end.paragraph + 1)
  const text = [inside[0]?.slice(start), ...inside.slice(1, -1), inside.at(-1)?.slice(0, end.end)].join('\n')
  return { paragraph, start, end: inside[0]?.length ?? start, text }
}

/** Where the most of the words are near one another. */
function regionOf(tokens: readonly Token[], wanted: readonly string[]): number {
  const left = new Map<string, number>()
  for (const word of wanted) left.set(word, (left.get(word) ?? 0) + 1)
  const length = Math.max(1, Math.round(wanted.length * 1.5))
  let [shared, best, at] = [0, 0, 0]
  for (const [index, { text }] of tokens.entries()) {
    const one = left.get(text)
    if (one !== undefined) {
      left.set(text, one - 1)
      if (one > 0) shared++
    }
    const gone = tokens[index - length]?.text
    const former = gone === undefined ? undefined : left.get(gone)
    if (gone !== undefined && former !== undefined) {
      left.set(gone, former + 1)
      if (former >= 0) shared--
    }
    if (shared > best) [best, at] = [shared, index]
  }
  return Math.max(0, at - length - Math.round(wanted.length / 4))
}

/** The words that both have, in order: their places in one and in the other. */
function alignment(one: readonly string[], other: readonly string[]): readonly (readonly [number, number])[] {
  const pairs: (readonly [number, number])[] = []
  let [left, right] = [0, 0]
  for (const { added, removed, value } of diffArrays([...one], [...other])) {
    if (!added && !removed) for (const offset of value.keys()) pairs.push([left + offset, right + offset])
    if (!added) left += value.length
    if (!removed) right += value.length
  }
  return pairs
}
