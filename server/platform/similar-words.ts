// Whether a text is what somebody meant who typed with mistakes: words compared letter by letter.

/**
 * Whether every word typed stands in the text, or begins one of its words, but for a few letters that are wrong, missing, too
 * many or in the wrong order: one in words of four letters and more, two from eight on. The text is in lower case.
 */
export function isMeantBy(typed: readonly string[], text: string): boolean {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  return typed.every((each) => {
    const word = each.toLowerCase()
    const allowed = word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0
    return text.includes(word) || words.some((candidate) => mistakesIn(word, candidate) <= allowed)
  })
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
