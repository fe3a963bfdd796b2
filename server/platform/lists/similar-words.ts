// Approximate matching of typed text: words compared by edit distance.

/**
 * Returns a function that computes, for a lower-case text, the number of typing mistakes compared with what was typed;
 * undefined if it does not match. Every typed word must match a word of the text, or its beginning, except for a few
 * wrong, missing, extra or swapped letters: one in words of four letters or more, two from eight on.
 */
export function mistakesFrom(typed: readonly string[]): (text: string) => number | undefined {
  const each = typed.map((word) => mistakesOfWord(word.toLowerCase()))
  return (text) => {
    const words = text.split(/[^\p{L}\p{N}]+/u)
    let all = 0
    for (const mistakes of each) {
      const few = mistakes(text, words)
      if (few === undefined) return undefined
      all += few
    }
    return all
  }
}

function mistakesOfWord(word: string) {
  const allowed = word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0
  // names repeat the same few words: each is compared once
  const known = new Map<string, number>()
  const from = (candidate: string): number => {
    const before = known.get(candidate)
    if (before !== undefined) return before
    const mistakes = candidate.length < word.length - allowed ? Infinity : mistakesIn(word, candidate)
    known.set(candidate, mistakes)
    return mistakes
  }
  return (text: string, words: readonly string[]): number | undefined => {
    if (text.includes(word)) return 0
    const least = words.reduce((few, candidate) => Math.min(few, from(candidate)), Infinity)
    return least <= allowed ? least : undefined
  }
}

/** The minimum number of edits from `typed` to `word` or to a prefix of it. */
function mistakesIn(typed: string, word: string): number {
  let before: number[] = []
  let row = Array.from({ length: word.length + 1 }, (_, column) => column)
  for (let i = 1; i <= typed.length; i++) {
    const next = [i]
    for (let j = 1; j <= word.length; j++) {
      const [above = 0, left = 0, diagonal = 0] = [row[j], next[j - 1], row[j - 1]]
      const same = typed[i - 1] === word[j - 1]
      const swapped = i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1]
      const least = Math.min(above + 1, left + 1, diagonal + (same ? 0 : 1))
      next.push(swapped ? Math.min(least, (before[j - 2] ?? 0) + 1) : least)
    }
    ;[before, row] = [row, next]
  }
  return Math.min(...row.slice(1))
}

const isWord = /^\p{L}{3,40}$/u

/** The words of a lower-case text that are kept to be compared with what is typed: letters only. */
export const wordsIn = (text: string): readonly string[] =>
  text.split(/[^\p{L}\p{N}]+/u).filter((word) => isWord.test(word))

// mistakes further on are found by what is before them
const shortest = 4
const longest = 6

/** The keys by which a word is found: its beginnings, and these with one letter left out. */
export function keysOfWord(word: string): readonly string[] {
  const keys = new Set([word.slice(0, shortest)])
  for (let length = shortest; length <= Math.min(longest, word.length); length++) {
    const beginning = word.slice(0, length)
    keys.add(beginning)
    for (const key of withoutOne(beginning)) keys.add(key)
  }
  return [...keys]
}

/**
 * The keys that a typed word has in common with those that it may be a misspelling of; none where no mistake is
 * allowed.
 */
export function keysOfTyped(typed: string): readonly string[] {
  const word = typed.toLowerCase()
  if (word.length < shortest || !isWord.test(word)) return []
  const beginning = word.slice(0, longest)
  return [...new Set([beginning, ...withoutOne(beginning)])]
}

const withoutOne = (text: string): readonly string[] =>
  Array.from(text, (_, place) => text.slice(0, place) + text.slice(place + 1))
