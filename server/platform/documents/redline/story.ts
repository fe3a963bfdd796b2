// What a Word document with tracked changes says: its paragraphs in order, those of tables with their cells, and in
// each the pieces that stayed, came, went, moved or look different.

/** What happened to a piece of text. */
export type PieceKind = 'Same' | 'Inserted' | 'Deleted' | 'MovedFrom' | 'MovedTo' | 'Formatted'

/** Who made a tracked change, and when, as the document says. */
export interface Mark {
  readonly kind: PieceKind
  readonly author: string
  readonly date: string
  /** What both places of a move have in common. */
  readonly move: string
  /** Of what was removed inside an insertion, where that is asked for: the insertion. */
  readonly within?: Mark
}

export interface Piece {
  readonly text: string
  /** Undefined where nothing changed. */
  readonly mark: Mark | undefined
}

export const storyParts = ['Body', 'Header', 'Footer', 'Footnotes', 'Endnotes'] as const
export type StoryPart = (typeof storyParts)[number]

/** The cell of a table that a paragraph is in. Tables inside tables count as text of the outer cell. */
export interface Cell {
  readonly table: number
  readonly row: number
  readonly column: number
  /** How many columns it takes. */
  readonly span: number
  /** Of the row, or of the cell alone. */
  readonly mark: Mark | undefined
}

export interface StoryParagraph {
  readonly part: StoryPart
  readonly pieces: readonly Piece[]
  /** Of its end: inserted where a paragraph was divided, deleted where two were joined. */
  readonly endMark: Mark | undefined
  /** Of the look of the paragraph as a whole. */
  readonly look: Mark | undefined
  /** The number that Word writes before it: `4.2`. */
  readonly number: string | null
  /** Of a heading; 1 is the outermost. */
  readonly level: number | null
  /** Whether its text begins in bold, and how far: what many contracts use as the heading of a clause. */
  readonly boldStart: number
  readonly cell: Cell | undefined
}

const beforeKinds: ReadonlySet<PieceKind> = new Set(['Deleted', 'MovedFrom'])
const afterKinds: ReadonlySet<PieceKind> = new Set(['Inserted', 'MovedTo'])

/** Whether this is in the earlier of two texts. */
export const isBefore = (mark: Mark | undefined): boolean => mark === undefined || !afterKinds.has(mark.kind)
/** Whether this is in the later of two texts. */
export const isAfter = (mark: Mark | undefined): boolean => mark === undefined || !beforeKinds.has(mark.kind)

/** The text of a paragraph, as it was or as it is. */
export const textOf = (pieces: readonly Piece[], isIn: (mark: Mark | undefined) => boolean): string =>
  pieces
    .filter(({ mark }) => isIn(mark))
    .map(({ text }) => text)
    .join('')

/**
 * The text of a document with every change rejected (`isBefore`) or accepted (`isAfter`): a line for each paragraph
 * that has text, for each part. Spaces count, and where paragraphs end; tables count as their paragraphs.
 */
export function plainText(
  paragraphs: readonly StoryParagraph[],
  isIn: (mark: Mark | undefined) => boolean,
): string {
  const lines: string[] = []
  let line = ''
  let part: StoryPart | undefined
  for (const paragraph of paragraphs) {
    if (paragraph.part !== part) {
      if (line !== '') lines.push(line)
      line = ''
      part = paragraph.part
    }
    if (!isIn(paragraph.cell?.mark)) continue
    line += textOf(paragraph.pieces, isIn)
    if (!isIn(paragraph.endMark)) continue
    if (line.trim() !== '') lines.push(line)
    line = ''
  }
  return [...lines, line].filter((each) => each.trim() !== '').join('\n')
}
