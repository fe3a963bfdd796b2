// Words of paragraphs, in the form in which two texts are compared.
import type { ComparedParagraph } from './comparison.ts'

/** A word with the white space after it. */
export interface Word {
  readonly text: string
  /** What it is compared by: quotes, dashes, ligatures and spaces of different programs are alike. */
  readonly key: string
  /** Whether a paragraph begins with it. */
  readonly begins: boolean
  readonly paragraph: number
}

// letters and digits together with what joins them (don't, 1,000.50, and/or stays three), or one other character
const wordPattern = /[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}]|['’.,](?=[\p{L}\p{N}]))*|[^\s]/gu

/** The words of the paragraphs from one to before another; empty ones have none. */
export function wordsOf(paragraphs: readonly ComparedParagraph[], from = 0, to = paragraphs.length): Word[] {
  const words: Word[] = []
  for (let paragraph = from; paragraph < to; paragraph += 1) {
    const text = paragraphs[paragraph]?.text ?? ''
    let begins = true
    const found = [...text.matchAll(wordPattern)]
    found.forEach((match, place) => {
      const end = found[place + 1]?.index ?? text.length
      words.push({ text: text.slice(match.index, end), key: keyOf(match[0]), begins, paragraph })
      begins = false
    })
  }
  return words
}

/** What a paragraph as a whole is compared by. */
export const paragraphKey = (text: string): string => keyOf(text.replace(/\s+/g, ' ').trim())

const keyOf = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\u2018\u2019\u201a\u2032]/g, "'")
    .replace(/[\u201c\u201d\u201e\u2033]/g, '"')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u00ad\u200b-\u200d\ufeff]/g, '')
