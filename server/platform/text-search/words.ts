// Words as they are searched: without marks and case, divided at everything that is no letter and no digit. What is
// indexed, what somebody types and what is marked in a passage all go through here, so that they meet; stems are the
// database's.

import { type RawBuilder, sql } from 'kysely'

/** The words of a text, separated by spaces. */
export const wordsOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/['’]s\b/gi, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

// what an index entry can hold of stems, which are no longer than their words: those of 20,000 pages in one language
const mostBytes = 1_000_000
// longer ones are no words
const longestWord = 200
// the database notes where each word of a text stands, which takes as much room again
const partBytes = 200_000

/** The words of all texts, each once, as many as an index entry can hold; in parts that the database takes. */
export function distinctWords(texts: Iterable<string>): readonly string[] {
  const words = new Set<string>()
  const parts: string[][] = [[]]
  let [bytes, ofPart] = [0, 0]
  for (const text of texts) {
    for (const word of wordsOf(text).split(' ')) {
      if (word === '' || word.length > longestWord || words.has(word)) continue
      const length = Buffer.byteLength(word)
      bytes += length
      if (bytes > mostBytes) return parts.map((part) => part.join(' '))
      words.add(word)
      if (ofPart + length > partBytes) {
        parts.push([])
        ofPart = 0
      }
      ofPart += length
      parts.at(-1)?.push(word)
    }
  }
  return parts.map((part) => part.join(' '))
}

/** SQL: the index entry of these words, without their places. */
export const vectorOf = (parts: readonly string[]): RawBuilder<string> =>
  sql`(select array_to_tsvector(coalesce(array_agg(distinct stem.lexeme), '{}'))
    from unnest(${parts}::text[]) as part (words), unnest(to_tsvector('chancery', part.words)) as stem)`
