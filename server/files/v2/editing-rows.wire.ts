// Rows of tables that are added and removed, in the shapes of v2.
import Type from 'typebox'
import type { ParagraphEdit } from '../../platform/documents/editing/edit-document.ts'
import { badInput } from '../../platform/errors.ts'

const most = { rows: 200, cells: 63, text: 50_000 }

export const rowSchemas = {
  rowRemoved: Type.Optional(
    Type.Boolean({ description: 'Whether the row of the table that the paragraph is in is removed.' }),
  ),
  rowsAdded: Type.Optional(
    Type.Array(Type.Array(Type.String({ maxLength: most.text }), { maxItems: most.cells }), {
      maxItems: most.rows,
      description: 'Rows that are added after that row: the text of each cell, in the order of its cells.',
    }),
  ),
}

type RowEdits = Pick<ParagraphEdit, 'rowRemoved' | 'rowsAdded'>

/** What is sent about the row of a paragraph; 400 naming what is wrong. `lineIn` checks a text. */
export function rowsIn(
  path: string,
  { rowRemoved = false, rowsAdded = [] }: Readonly<Record<string, unknown>>,
  lineIn: (path: string, value: unknown) => string,
): RowEdits {
  if (typeof rowRemoved !== 'boolean') throw badInput(`${path}.rowRemoved`, 'must be true or false.')
  if (!Array.isArray(rowsAdded) || rowsAdded.length > most.rows)
    throw badInput(`${path}.rowsAdded`, `must be a list of at most ${most.rows} rows.`)
  const added = rowsAdded.map((cells: unknown, row) => {
    if (!Array.isArray(cells) || cells.length > most.cells)
      throw badInput(`${path}.rowsAdded[${row}]`, `must be a list of at most ${most.cells} texts.`)
    return cells.map((text: unknown, cell) => lineIn(`${path}.rowsAdded[${row}][${cell}]`, text))
  })
  return { ...(rowRemoved ? { rowRemoved } : {}), ...(added.length > 0 ? { rowsAdded: added } : {}) }
}

/** The edits of a row in the shape of v2. */
export const rowsToV2 = (edit: RowEdits | undefined) => ({
  rowRemoved: edit?.rowRemoved === true,
  rowsAdded: (edit?.rowsAdded ?? []).map((cells) => [...cells]),
})
