// What the documents of the demo and of starter sets are made of, whichever format they are written in.

/** An agreement, a letter or a note: a title, what comes first, headed clauses, and what it ends with. */
export interface SampleDocument {
  readonly title: string
  readonly opening: readonly string[]
  readonly clauses: readonly Clause[]
  /** Whether clauses and their paragraphs have numbers, as in agreements. */
  readonly isNumbered: boolean
  readonly ending: { readonly heading?: string; readonly lines: readonly string[] }
}

export interface Clause {
  readonly heading: string
  readonly paragraphs: readonly string[]
}

/** The clauses as they are read: with their numbers, if they have any. */
export const readClauses = ({ clauses, isNumbered }: SampleDocument): readonly Clause[] =>
  isNumbered
    ? clauses.map(({ heading, paragraphs }, index) => ({
        heading: `${index + 1}. ${heading}`,
        paragraphs: paragraphs.map((text, place) => `${index + 1}.${place + 1}  ${text}`),
      }))
    : clauses
