// Texts as words that can be counted: which words say what a text is about, and how alike two texts are.

// they are in every clause, and say nothing about it
const empty = new Set(
  'the of and or to in a an for by any be is are as on with this that such it its shall will may not from at which all other under than no each party parties agreement'.split(
    ' ',
  ),
)

/** The words of a text in their order, in small letters. */
const wordsOf = (text: string): readonly string[] =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** `governed`, `governing` and `governs` as `govern`. */
const stemOf = (word: string): string =>
  word.length < 5 ? word.replace(/(?<=\w\w)s$/, '') : word.replace(/(?:ing|ed|es|s|ly)$/, '')

/** The words that say what a text is about. */
export const tellingWords = (text: string): readonly string[] =>
  wordsOf(text)
    .filter((word) => word.length > 1 && !empty.has(word))
    .map(stemOf)

export type Counts = ReadonlyMap<string, number>

/** How often each is there. */
export function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** How alike two texts are, by words that weigh more the rarer they are: from 0 to 1 (cosine). */
export function likeness(one: Counts, other: Counts, weightOf: (word: string) => number): number {
  let [both, ofOne, ofOther] = [0, 0, 0]
  for (const [word, count] of one) {
    const weight = weightOf(word) * Math.sqrt(count)
    ofOne += weight * weight
    both += weight * weightOf(word) * Math.sqrt(other.get(word) ?? 0)
  }
  for (const [word, count] of other) ofOther += weightOf(word) ** 2 * count
  return both === 0 ? 0 : both / Math.sqrt(ofOne * ofOther)
}

/** How much of two texts is the same, by pairs of words that follow one another: from 0 to 1 (Dice). */
export function sameness(one: string, other: string): number {
  const [a, b] = [countsOf(pairsOf(one)), countsOf(pairsOf(other))]
  const sizeOf = (counts: Counts) => [...counts.values()].reduce((sum, count) => sum + count, 0)
  const total = sizeOf(a) + sizeOf(b)
  if (total === 0) return 0
  let both = 0
  for (const [pair, count] of a) both += Math.min(count, b.get(pair) ?? 0)
  return (2 * both) / total
}

function pairsOf(text: string): readonly string[] {
  const words = wordsOf(text)
  // single words as well: a number that differs is not the whole of its neighbours
  return [...words, ...words.slice(1).map((word, at) => `${words[at]} ${word}`)]
}
