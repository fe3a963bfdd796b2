// The edits of rows of a document, after those of its paragraphs.
import { AppError } from '../../errors.ts'
import { openWordPackage, writeWordPackage } from '../markup/word-package.ts'
import type { WordElement } from '../markup/word-tree.ts'
import { paragraphsIn } from './paragraph-text.ts'
import type { Tracking } from './tracked-parts.ts'
import { addRow, checkRow, countCells, removeRow, rowOf } from './write-rows.ts'

/** An edit of the row that a paragraph is in, by the place of the paragraph in the document. */
export interface RowEdit {
  readonly at: number
  readonly edit: {
    readonly paragraph: number
    readonly rowRemoved?: boolean
    readonly rowsAdded?: readonly (readonly string[])[]
  }
}

interface Given {
  readonly rows: readonly RowEdit[]
  /** What the paragraphs of the document say; it follows the rows. */
  readonly expected: string[]
  readonly tracking: Tracking
}

/**
 * Adds and removes rows. Throws bad_request for a paragraph outside of tables and for rows with more cells than theirs,
 * and conflict for rows with cells that are merged with those of other rows.
 */
export async function editRows(document: Uint8Array, { rows, expected, tracking }: Given) {
  const word = await openWordPackage(document)
  const elements = word.story.flatMap(({ tree }) => [...paragraphsIn(tree.root)])
  const counts = { rowsAdded: 0, rowsRemoved: 0 }
  const ends = new Map<WordElement, number>()
  // from the end, so that places before stay what they are
  for (const { at, edit } of rows.toReversed()) {
    const row = placed(elements[at], edit.paragraph)
    checkRow(row)
    const inside = new Set(paragraphsIn(row))
    const end = ends.get(row) ?? elements.findLastIndex((each) => inside.has(each)) + 1
    ends.set(row, end)
    if (edit.rowRemoved) {
      for (const place of placesIn(elements.slice(0, end), inside)) expected[place] = ''
      removeRow(row, tracking)
      counts.rowsRemoved++
    }
    const added = edit.rowsAdded ?? []
    let last = row
    for (const texts of added) {
      if (texts.length > countCells(row))
        throw new AppError(
          'bad_request',
          `The row of paragraph ${edit.paragraph} has ${countCells(row)} cells.`,
        )
      last = addRow(last, { texts, like: row, tracking })
      counts.rowsAdded++
    }
    const cells = Array.from({ length: countCells(row) }, (_, cell) => cell)
    expected.splice(end, 0, ...added.flatMap((texts) => cells.map((cell) => texts[cell] ?? '')))
  }
  return { document: writeWordPackage(word), counts }
}

/** Where the paragraphs of a row are, without those of text boxes. */
const placesIn = (elements: readonly WordElement[], inside: ReadonlySet<WordElement>): readonly number[] =>
  elements.flatMap((element, place) => (inside.has(element) && rowOf(element) ? [place] : []))

function placed(element: WordElement | undefined, paragraph: number): WordElement {
  const row = element && rowOf(element)
  if (!row) throw new AppError('bad_request', `Paragraph ${paragraph} is in no row of a table.`)
  return row
}
