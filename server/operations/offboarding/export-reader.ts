// Reading the entries of an export by their names: rows in batches, contents as streams.
import type { Readable } from 'node:stream'
import { createInterface } from 'node:readline'
import type yauzl from 'yauzl'
import { contentEntry, contentsEntry, type ListedContent, rowsEntry } from './export-manifest.ts'
import { ExportIncomplete, type ExportManifestRead, readManifest, withArchive } from './verify-export.ts'

export interface ExportReader {
  readonly manifest: ExportManifestRead
  /** The rows of a table as JSON lists, some hundred rows each. */
  rows(table: string): AsyncIterable<string>
  /** Every content that is in the archive, in order. */
  contents(): AsyncIterable<ListedContent>
  open(key: string): Promise<Readable>
}

const rowsAtOnce = 500

/** Opens an export that has been verified, for as long as the work takes. */
export function readExport<Result>(
  path: string,
  work: (reader: ExportReader) => Promise<Result>,
): Promise<Result> {
  return withArchive(path, async (archive) => {
    const entries = new Map<string, yauzl.Entry>()
    for await (const entry of archive.eachEntry()) entries.set(entry.fileName, entry)
    const open = async (name: string): Promise<Readable> => {
      const entry = entries.get(name)
      if (!entry) throw new ExportIncomplete(`${name} is missing.`)
      return archive.openReadStreamPromise(entry)
    }
    // a reader of its own: the entries can be gone through once
    const manifest = await withArchive(path, readManifest)
    const missing = new Set(manifest.missing.map(({ key }) => key))
    return work({
      manifest,
      rows: (table) => inBatches(open(rowsEntry(table))),
      async *contents() {
        for await (const line of createInterface({
          input: await open(contentsEntry),
          crlfDelay: Number.POSITIVE_INFINITY,
        })) {
          const listed = JSON.parse(line) as ListedContent
          if (!missing.has(listed.key)) yield listed
        }
      },
      open: (key) => open(contentEntry(key)),
    })
  })
}

async function* inBatches(opening: Promise<Readable>): AsyncGenerator<string> {
  let lines: string[] = []
  for await (const line of createInterface({ input: await opening, crlfDelay: Number.POSITIVE_INFINITY })) {
    lines.push(line)
    if (lines.length < rowsAtOnce) continue
    yield `[${lines.join(',')}]`
    lines = []
  }
  if (lines.length > 0) yield `[${lines.join(',')}]`
}
