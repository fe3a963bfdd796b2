// Whether an organisation is what an export of it says, row by row and byte by byte: after an import, or later.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { type ExportReader, readExport } from './export-reader.ts'
import type { ListedContent } from './export-manifest.ts'
import { compareEntry } from './staged-rows.ts'
import { verifyExport } from './verify-export.ts'

/** What differs, as a sentence each. */
export interface ComparedExport {
  readonly rows: number
  readonly contents: number
  readonly differences: readonly string[]
}

/** Compares every row and every content of the export at this path with those of this installation. */
export async function compareExport(app: App, path: string): Promise<ComparedExport> {
  await verifyExport(path)
  return readExport(path, async (reader) => {
    const differences: string[] = []
    let rows = 0
    for (const { table, rows: count } of reader.manifest.tables) {
      const found = await internalTransaction(app, async (tx) => {
        await sql`set local statement_timeout = 0`.execute(tx)
        return compareEntry(tx, reader, table)
      })
      differences.push(...found)
      rows += count
    }
    const { contents, wrong } = await compareContents(app, reader)
    return { rows, contents, differences: [...differences, ...wrong] }
  })
}

/** Compares every content with its bytes here, and says what is wrong with those that are not the same. */
export async function compareContents(
  app: App,
  reader: ExportReader,
): Promise<{ readonly contents: number; readonly wrong: readonly string[] }> {
  const wrong: string[] = []
  let contents = 0
  for await (const content of reader.contents()) {
    contents++
    const found = await wrongContent(app, content)
    if (found !== undefined) wrong.push(found)
  }
  return { contents, wrong }
}

async function wrongContent(app: App, { key, size, sha256 }: ListedContent): Promise<string | undefined> {
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const chunk of await app.storage.open(key)) {
      hash.update(chunk as Buffer)
      bytes += (chunk as Buffer).length
    }
  } catch (error) {
    return `The content ${key} cannot be read: ${error instanceof Error ? error.message : String(error)}`
  }
  if (bytes !== size || hash.digest('hex') !== sha256)
    return `The content ${key} has other bytes than the export.`
  return undefined
}
