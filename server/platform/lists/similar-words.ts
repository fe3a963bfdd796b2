// Whether a text is what somebody meant who typed with mistakes: words compared letter by letter.

/**
 * Tells of texts in lower case how many mistakes lie between what was typed and them; undefined where it is not what was meant.
 * Every word typed must stand in the text, or begin one of its words, but for a few letters that are wrong, missing, too many or in
 * the wrong order: one in words of four letters and more, two from eight on.
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
  // names are made of the same few words: each is compared once
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

/** The fewest single mistakes that lead from `typed` to `word` or to a beginning of it. */
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
