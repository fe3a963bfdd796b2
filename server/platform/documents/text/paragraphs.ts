// The text of a document as a list of paragraphs, and how it is collected within limits: whatever the document
// contains, no more is kept than a search and a comparison can use.

/** A paragraph: with its page where the format has pages, and its level where it is a heading (1 is the outermost). */
export interface Paragraph {
  readonly text: string
  readonly page: number | null
  readonly level: number | null
}

/** What was read of a document. */
export interface DocumentText {
  readonly paragraphs: readonly Paragraph[]
  /** Whether this is all of it. */
  readonly complete: boolean
}

export const textLimits = {
  /** Of a document, and of one paragraph: what is longer continues in the next one. */
  characters: 6_000_000,
  paragraph: 8_000,
  paragraphs: 60_000,
} as const

export interface Collector {
  /** Adds a paragraph, unless it is empty; returns whether there is room for another one. */
  add(text: string, place?: { readonly page?: number; readonly level?: number }): boolean
  /** What was collected; `cut` says that the reader itself left something out. */
  end(cut?: boolean): DocumentText
}

/** Collects paragraphs up to the limits. */
export function collectParagraphs(): Collector {
  const paragraphs: Paragraph[] = []
  let characters = 0
  let full = false
  return {
    add(text, { page, level } = {}) {
      for (const piece of piecesOf(plain(text))) {
        if (paragraphs.length >= textLimits.paragraphs || characters + piece.length > textLimits.characters) {
          full = true
          return false
        }
        characters += piece.length
        paragraphs.push({ text: piece, page: page ?? null, level: level ?? null })
      }
      return !full
    },
    end: (cut = false) => ({ paragraphs, complete: !full && !cut }),
  }
}

// the database cannot store the character 0, nor half of a surrogate pair
const plain = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\0\u{FFFD}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()

function* piecesOf(text: string): Generator<string> {
  let rest = text
  while (rest.length > textLimits.paragraph) {
    const space = rest.lastIndexOf(' ', textLimits.paragraph)
    const end = space > textLimits.paragraph / 2 ? space : wholeCharacters(rest, textLimits.paragraph)
    yield rest.slice(0, end).trimEnd()
    rest = rest.slice(end).trimStart()
  }
  if (rest !== '') yield rest
}

/** A position near `at` that splits no surrogate pair. */
const wholeCharacters = (text: string, at: number): number =>
  /[\uD800-\uDBFF]/.test(text[at - 1] ?? '') ? at - 1 : at
