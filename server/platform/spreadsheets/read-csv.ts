// Reading CSV in any of the usual spellings. It takes as long as the file is large: run it in a document worker.
import { parse } from 'csv-parse/sync'
import { badInput, sentence } from '../errors.ts'

const wrong = (text: string) => badInput('file', sentence(text))

/** UTF-8 or UTF-16 where the file says so or is right; otherwise as programs of Windows write it. */
export function decodedText(file: Buffer): string {
  const mark = file.subarray(0, 2).toString('hex')
  if (mark === 'fffe') return new TextDecoder('utf-16le').decode(file)
  if (mark === 'feff') return new TextDecoder('utf-16be').decode(file)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file)
  } catch {
    return new TextDecoder('windows-1252').decode(file)
  }
}

const delimiters = [',', ';', '\t', '|']

/**
 * The rows of a CSV file, separated by whatever separates most cells of its first line. Throws bad_request naming the
 * line from which on it cannot be read.
 */
export function csvRows(text: string): readonly (readonly string[])[] {
  const delimiter = delimiterOf(text)
  try {
    return parse(text, {
      delimiter,
      bom: true,
      relax_column_count: true,
      skip_empty_lines: false,
      max_record_size: 16 * 1024 * 1024,
    })
  } catch (error) {
    const line =
      typeof error === 'object' && error !== null && 'lines' in error ? Number(error.lines) : undefined
    throw wrong(
      `The file cannot be read as CSV${line === undefined ? '' : ` from line ${line} on`}: ${error instanceof Error ? error.message : String(error)}. Quotation marks inside a quoted cell are written twice.`,
    )
  }
}

/** What separates most cells of the first line, outside quotes. */
function delimiterOf(text: string): string {
  const first =
    text
      .slice(0, 64 * 1024)
      .replace(/"(?:[^"]|"")*"/g, '')
      .split(/\r?\n/, 1)[0] ?? ''
  const counts = delimiters.map((each) => ({ each, count: first.split(each).length }))
  return counts.reduce((best, next) => (next.count > best.count ? next : best)).each
}
