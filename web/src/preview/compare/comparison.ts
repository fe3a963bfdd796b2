// What a comparison of two texts is, and where the two meet paragraph by paragraph.

/** One paragraph on the way in. */
export interface ComparedParagraph {
  readonly text: string
  readonly page?: number | null
  readonly level?: number | null
}

/** Some words, with the change that they belong to; null for words that both have. */
export interface Piece {
  readonly text: string
  readonly change: number | null
}

/** One side of a row. */
export interface Side {
  readonly pieces: readonly Piece[]
  readonly page: number | null
  readonly level: number | null
}

/** Paragraphs that stand beside each other; a side is missing where the other one has something of its own. */
export interface Row {
  readonly left: Side | null
  readonly right: Side | null
  /** The changes in it, in order. */
  readonly changes: readonly number[]
  /** Both sides as one text, in the order of reading. */
  readonly both: readonly BothPiece[]
}

export interface BothPiece extends Piece {
  readonly kind: 'same' | 'deleted' | 'inserted'
}

/** One change: neighbouring words that were removed, added, or both. */
export interface Change {
  readonly id: number
  readonly kind: 'inserted' | 'deleted' | 'replaced'
  readonly before: string
  readonly after: string
  /** The row it begins in. */
  readonly row: number
  readonly page: number | null
}

export interface Comparison {
  readonly rows: readonly Row[]
  readonly changes: readonly Change[]
  /** Whether some part was too different for its words to be compared in time. */
  readonly coarse: boolean
}
