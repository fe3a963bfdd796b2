// Words of pages: finding entries of short lists by what is typed (every word has to begin a word of the text), and
// titles of fields.

/** Whether every word of `wanted` begins a word of `text`; case and accents do not matter. */
export function matchesWords(text: string, wanted: string): boolean {
  const has = wordsOf(text)
  return wordsOf(wanted).every((word) => has.some((each) => each.startsWith(word)))
}

function wordsOf(text: string): readonly string[] {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
}

/**
 * The title of a field as lawyers say it: the built-in one of the counterparty has the name that version 1 of the API
 * gave it.
 */
export const titleOf = (title: string): string => (title === 'Contract entity' ? 'Counterparty' : title)

/** The words with a capital at the beginning. */
export const capitalised = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`
