// Everything of an organisation as one zip archive: its rows as JSON, a file for each table, and the contents of its
// files. Of one moment, whatever is changed meanwhile. docs/decisions/0073-deleting-organisations.md
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { isRecorded } from '../../files/contents/stored-blobs.ts'
import { iterateRecordedOf } from '../../files/contents/iterate-recorded.ts'
import { type AddEntry, streamZip, type ZipStream } from '../../files/contents/zip-stream.ts'
import { getOrganisationToChange } from '../../identity/organisations/access.ts'
import { organisationEvent } from '../../identity/organisations/events.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { AppError } from '../../platform/errors.ts'
import { change, type SystemActor } from '../../platform/events/change.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { withSnapshot } from '../../platform/postgres/read-snapshot.ts'
import { ContentLost, openContent } from '../../platform/storage/recorded-content.ts'
import { type RecordedContent, storageUnavailable } from '../../platform/storage/storage.ts'
import {
  contentEntry,
  contentLine,
  contentsEntry,
  type ExportManifest,
  manifestEntry,
  type MissingContent,
  exportFormat,
  lastMigration,
  type RowsOfTable,
  rowsEntry,
  schemaEntry,
} from './export-manifest.ts'
import { exportedTables, rowsQuery, schemaOfRows } from './export-rows.ts'

const batchRows = 1_000

export interface OrganisationExport {
  readonly name: string
  readonly stream: Readable
  /** Resolves to whether the export is whole, and so counts for a deletion. */
  readonly recorded: Promise<boolean>
}

/**
 * The archive, for administrators of the organisation and the operator. It counts as an export, which a deletion needs,
 * once it has been read to its end. Throws unavailable while the storage cannot be reached; should it be lost later,
 * the stream fails before its end. The manifest, which comes last, names the contents that are not in the archive.
 */
export async function exportOrganisation(
  app: App,
  actor: Actor | SystemActor,
  organisationId: number,
): Promise<OrganisationExport> {
  // checks the rights before the first byte
  const { name } = await change(app, actor, async (tx) => ({
    result: await getOrganisationToChange(tx, actor, organisationId),
    events: [],
  }))
  // and whether there is a storage to read from
  await app.storage.readClaimFile().catch((error: unknown) => {
    throw storageUnavailable(error)
  })
  const { stream, whole } = streamOrganisation(app, organisationId)
  const recorded = whole.then((isWhole) => isWhole && recordExport(app, actor, organisationId))
  return { name, stream, recorded }
}

/** How many contents of files are in the archive by now, and how many there are. */
export interface ContentsWritten {
  readonly done: number
  readonly total: number
}

/** The archive, for those who may have it; `onContents` is called once the rows are written, and after each content. */
export function streamOrganisation(
  app: App,
  organisationId: number,
  onContents: (written: ContentsWritten) => void = () => undefined,
): ZipStream {
  return streamZip(
    (add) =>
      withSnapshot(app.database, (snapshot) => fill(app, { snapshot, organisationId, add, onContents })),
    (error) => app.log.warn({ err: error }, 'the export of an organisation was broken off'),
  )
}

interface Filling {
  readonly snapshot: Reader
  readonly organisationId: number
  readonly add: AddEntry
  readonly onContents: (written: ContentsWritten) => void
}

async function fill(app: App, { snapshot, organisationId, add, onContents }: Filling): Promise<void> {
  const exportedAt = app.clock.now().toISOString()
  const names = await exportedTables(snapshot)
  const tables: RowsOfTable[] = []
  const lines = async (name: string, entry: string, chunks: AsyncIterable<Lines>) => {
    const written = countLines(chunks)
    await add(entry, Readable.from(written.chunks))
    return { table: name, ...written.counted() }
  }
  for (const name of names) {
    tables.push(await lines(name, rowsEntry(name), rowsOf(snapshot, name, organisationId)))
  }
  const described = `${JSON.stringify(await schemaOfRows(snapshot, names), null, 1)}\n`
  const { table: _schema, ...schema } = await lines('', schemaEntry, oneChunk(described))
  const { table: _, ...listed } = await lines('', contentsEntry, contentLines(snapshot, organisationId))
  const missing: MissingContent[] = []
  let done = 0
  onContents({ done, total: listed.rows })
  for await (const content of iterateRecordedOf(snapshot, organisationId)) {
    const opened = await openUnlessMissing(app, content)
    if (opened instanceof Readable) await add(contentEntry(content.key), opened)
    else missing.push(opened)
    onContents({ done: ++done, total: listed.rows })
  }
  const migration = await lastMigration(snapshot)
  const manifest: ExportManifest = {
    format: exportFormat,
    organisationId,
    exportedAt,
    migration,
    tables,
    schema,
    contents: listed,
    missing,
  }
  await add(manifestEntry, Readable.from([`${JSON.stringify(manifest, null, 2)}\n`]))
}

/**
 * The content, or why it is not in the archive; throws if that cannot be known because the storage cannot be reached.
 */
async function openUnlessMissing(app: App, content: RecordedContent): Promise<Readable | MissingContent> {
  const { key } = content
  try {
    return await openContent(app, content)
  } catch (error) {
    if (error instanceof AppError && error.code === 'content_damaged') return { key, reason: 'damaged' }
    if (!(error instanceof ContentLost)) throw error
    // its row may have gone since the snapshot, and the content with it
    if (!(await isRecorded(app.db, key))) return { key, reason: 'deleted' }
    await error.report()
    return { key, reason: 'lost' }
  }
}

async function* oneChunk(text: string): AsyncGenerator<Lines> {
  yield await Promise.resolve({ text, count: 1 })
}

interface Lines {
  readonly text: string
  readonly count: number
}

async function* rowsOf(snapshot: Reader, table: string, organisationId: number): AsyncGenerator<Lines> {
  const query = sql`select e.row::text as row from (${rowsQuery(table, organisationId)}) e`
  await sql`declare rows_of_table no scroll cursor for ${query}`.execute(snapshot)
  for (;;) {
    const { rows } = await sql<{
      row: string
    }>`fetch ${sql.lit(batchRows)} from rows_of_table`.execute(snapshot)
    if (rows.length === 0) break
    yield { text: rows.map(({ row }) => `${row}\n`).join(''), count: rows.length }
  }
  await sql`close rows_of_table`.execute(snapshot)
}

async function* contentLines(snapshot: Reader, organisationId: number): AsyncGenerator<Lines> {
  for await (const content of iterateRecordedOf(snapshot, organisationId)) {
    yield { text: contentLine(content), count: 1 }
  }
}

/** Passes lines on, and knows how many there were, their size and their hash afterwards. */
function countLines(lines: AsyncIterable<Lines>) {
  const hash = createHash('sha256')
  let rows = 0
  let bytes = 0
  const passOn = async function* () {
    for await (const { text, count } of lines) {
      const chunk = Buffer.from(text)
      hash.update(chunk)
      rows += count
      bytes += chunk.length
      yield chunk
    }
  }
  return { chunks: passOn(), counted: () => ({ rows, bytes, sha256: hash.digest('hex') }) }
}

function recordExport(app: App, actor: Actor | SystemActor, organisationId: number): Promise<true> {
  return change(app, actor, async (tx, now) => {
    await sql`update organisations set exported_at = ${now} where id = ${organisationId}`.execute(tx)
    const event = organisationEvent('organisation.exported', organisationId, {})
    return { result: true as const, events: [event] }
  })
}
