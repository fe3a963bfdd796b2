// Words as they are searched: without marks and case, divided at everything that is no letter and no digit. What is
// indexed, what somebody types and what is marked in a passage all go through here, so that they meet; stems are the
// database's.

/** The words of a text, separated by spaces. */
export const wordsOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/['’]s\b/gi, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

// what an index entry can hold
const mostBytes = 1_000_000
// longer ones are no words
const longestWord = 200

/** The words of all texts, each once, as many as an index entry can hold. */
export function distinctWords(texts: Iterable<string>): string {
  const words = new Set<string>()
  let bytes = 0
  for (const text of texts) {
    for (const word of wordsOf(text).split(' ')) {
      if (word === '' || word.length > longestWord || words.has(word)) continue
      bytes += Buffer.byteLength(word)
      if (bytes > mostBytes) return [...words].join(' ')
      words.add(word)
    }
  }
  return [...words].join(' ')
}
