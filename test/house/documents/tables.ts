// Whether the tables of a page are ones: what a renderer would show otherwise than it was meant.
import { strayRowsOf, tablesOf } from './markdown.ts'

/** The mistakes in the tables of a page, as sentences. */
export function wrongTables(text: string): readonly string[] {
  const wrong = tablesOf(text).flatMap(({ line, heads, columns, rows, touchesText }) => [
    ...(heads.includes('') ? [`line ${line}: a column of the table has no head`] : []),
    ...(columns === heads.length ? [] : [`line ${line + 1}: ${columns} columns under ${heads.length} heads`]),
    ...(rows.length > 0 ? [] : [`line ${line}: the table has no rows`]),
    ...(touchesText ? [`line ${line}: no empty line before the table`] : []),
    ...rows
      .filter(({ cells }) => cells.length !== heads.length)
      .map((row) => `line ${row.line}: ${row.cells.length} cells under ${heads.length} heads`),
    ...rows
      .filter(({ cells }) => cells.every((cell) => cell === ''))
      .map((row) => `line ${row.line}: the row is empty`),
  ])
  return [...wrong, ...strayRowsOf(text).map((line) => `line ${line}: a row that belongs to no table`)]
}
