// What lawyers marked and answered in the contracts of a folder: `labels.csv` beside `text/`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'

export interface Labelled {
  readonly file: string
  readonly text: Buffer
  /** By the name of the column: what was marked in the text, and what was answered. */
  readonly marked: (column: string) => boolean
  readonly answer: (column: string) => string
}

/** The contracts of the folder in the order of their file names. */
export function readLabelled(folder: string): readonly Labelled[] {
  const rows = parse<Record<string, string>>(readFileSync(join(folder, 'labels.csv')), {
    columns: true,
    bom: true,
  })
  return rows
    .map((row) => {
      const file = row['file'] ?? ''
      return {
        file,
        text: readFileSync(join(folder, 'text', file)),
        marked: (column: string) => !['', '[]'].includes((row[column] ?? '').trim()),
        // one of the columns is spelt with a space
        answer: (column: string) => (row[`${column}-Answer`] ?? row[`${column}- Answer`] ?? '').trim(),
      }
    })
    .toSorted((one, other) => (one.file < other.file ? -1 : 1))
}
