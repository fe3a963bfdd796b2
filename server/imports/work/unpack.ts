// Unpacking archives of an import, file by file: each is stored before its row is written, so that a process that dies
// leaves whole files, and the next one goes on after the last of them. The archive is read by ranges of what is stored:
// it is never in memory, nor anywhere else on disk.
import type { Readable } from 'node:stream'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Selectable } from 'kysely'
import yauzl from 'yauzl'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { AppError } from '../../platform/errors.ts'
import type { ImportArchivesTable } from '../../platform/postgres/tables.ts'
import { writeImportFile } from '../commands/write-import-file.ts'
import type { ImportKey } from '../import.ts'
import { cleanPath } from './lookups.ts'
import { type Held, note } from './lease.ts'

type Archive = Selectable<ImportArchivesTable>

// how many files an archive may have
const mostEntries = 100_000
const turnMs = 20_000

/** An archive that cannot be unpacked, whatever is tried. */
class Unusable extends Error {}

/** Unpacks some of the next archive; false if there is none. */
export async function unpackSome(app: App, held: Held): Promise<boolean> {
  const { organisationId, id } = held
  const archive = await app.db
    .selectFrom('import_archives')
    .where('organisation_id', '=', organisationId)
    .where('import_id', '=', id)
    .where('finished_at', 'is', null)
    .orderBy('number')
    .selectAll()
    .executeTakeFirst()
  if (!archive) return false
  try {
    if (await unpackFrom(app, held, archive)) await finish(app, held, archive, null)
  } catch (error) {
    const failure = failureOf(error)
    if (failure === undefined) throw error
    await finish(app, held, archive, failure)
  }
  return true
}

/** Why the archive cannot be unpacked, for a person; undefined for what may pass. */
function failureOf(error: unknown): string | undefined {
  if (error instanceof Unusable) return error.message
  if (error instanceof AppError && (error.status < 500 || error.code === 'insufficient_storage'))
    return error.message
  return undefined
}

const finish = (app: App, held: Held, { name, number }: Archive, failure: string | null) =>
  internalTransaction(app, async (tx, now) => {
    await note(tx, held)
    await tx
      .updateTable('import_archives')
      .set({ finished_at: now, failure: failure === null ? null : `${name}: ${failure}` })
      .where('organisation_id', '=', held.organisationId)
      .where('import_id', '=', held.id)
      .where('number', '=', number)
      .execute()
  })

/** Whether it has come to its end, and not only to that of the turn. */
async function unpackFrom(app: App, held: Held, archive: Archive): Promise<boolean> {
  const zip = await openArchive(app, archive)
  // real time: how long this turn has taken
  const begun = performance.now()
  let place = 0
  try {
    for await (const entry of entriesOf(zip)) {
      place++
      if (place <= archive.entries) continue
      // real time: as above
      if (app.stopping() || performance.now() - begun > turnMs) return false
      await unpackEntry(app, { held, archive, zip }, entry, place)
    }
    return true
  } finally {
    zip.close()
  }
}

interface Unpacking {
  readonly held: Held
  readonly archive: Archive
  readonly zip: yauzl.ZipFile
}

async function* entriesOf(zip: yauzl.ZipFile): AsyncGenerator<yauzl.Entry> {
  if (zip.entryCount > mostEntries)
    throw new Unusable(`it has more than ${mostEntries.toLocaleString('en')} files.`)
  try {
    for await (const entry of zip.eachEntry()) yield entry
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new Unusable('it is damaged.')
  }
}

/** Whether it is a file of people, and nothing that programs put beside these. */
export const isOfPeople = (path: string): boolean =>
  !/(?:^|\/)(?:__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i.test(path)

async function unpackEntry(
  app: App,
  { held, archive, zip }: Unpacking,
  entry: yauzl.Entry,
  place: number,
): Promise<void> {
  const advance = { archive, place, held }
  const path = cleanPath(entry.fileName)
  if (entry.fileName.endsWith('/') || !isOfPeople(path)) return passOver(app, advance)
  if (entry.isEncrypted()) throw new Unusable('it is encrypted.')
  if (path.split('/').includes('..') || path.length > 1_000)
    throw new Unusable(`the path ${path.slice(0, 200)} leads outside of it, or is too long.`)
  if (entry.uncompressedSize > app.config.maxUploadBytes)
    throw new Unusable(`${path.slice(0, 200)} is larger than this server accepts.`)
  const source = await zip.openReadStreamPromise(entry).catch((error: unknown) => {
    throw new Unusable(
      `${path.slice(0, 200)} cannot be unpacked: ${error instanceof Error ? error.message : ''}`,
    )
  })
  await writeImportFile(app, held, {
    path,
    source,
    contentType: undefined,
    within: async (tx) => {
      await note(tx, held)
      await advanceIn(tx, advance)
    },
  })
}

interface Advance {
  readonly held: ImportKey
  readonly archive: Archive
  readonly place: number
}

type Within = Parameters<Parameters<typeof internalTransaction>[1]>[0]

const advanceIn = (tx: Within, { held, archive, place }: Advance) =>
  tx
    .updateTable('import_archives')
    .set({ entries: place })
    .where('organisation_id', '=', held.organisationId)
    .where('import_id', '=', held.id)
    .where('number', '=', archive.number)
    .execute()

const passOver = async (app: App, advance: Advance): Promise<void> => {
  await internalTransaction(app, (tx) => advanceIn(tx, advance))
}

function openArchive(app: App, archive: Archive): Promise<yauzl.ZipFile> {
  const reader = new StoredReader(app, archive)
  return yauzl
    .fromRandomAccessReaderPromise(reader, archive.size, { lazyEntries: true, autoClose: false })
    .catch((error: unknown) => {
      if (error instanceof AppError) throw error
      throw new Unusable('it is not a zip archive, or is damaged.')
    })
}

const blockBytes = 1024 * 1024

/** Reads what is stored by ranges; small ones, as of the table of contents, from one block. */
class StoredReader extends yauzl.RandomAccessReader {
  readonly #app: App
  readonly #archive: Archive
  #block: { readonly start: number; readonly bytes: Promise<Buffer> } | undefined

  constructor(app: App, archive: Archive) {
    super()
    this.#app = app
    this.#archive = archive
  }

  /** Called by the library for contents: the bytes from `start` to before `end`. */
  override _readStreamForRange(start: number, end: number): Readable {
    const output = new PassThrough()
    this.#open(start, end)
      .then((source) => pipeline(source, output))
      .catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))))
    return output
  }

  /** Called by the library for the table of contents. */
  // oxlint-disable-next-line max-params -- the library's own
  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#bytes(position, length)
      .then((bytes) => {
        bytes.copy(buffer, offset)
        callback(null)
      })
      .catch((error: unknown) => callback(error instanceof Error ? error : new Error(String(error))))
  }

  async #bytes(position: number, length: number): Promise<Buffer> {
    const { size } = this.#archive
    if (position + length > size) throw new Unusable('it is damaged.')
    const block = this.#block
    if (block && position >= block.start && position + length <= block.start + blockBytes)
      return (await block.bytes).subarray(position - block.start, position - block.start + length)
    const next = {
      start: position,
      bytes: this.#read(position, Math.min(size, position + Math.max(length, blockBytes))),
    }
    this.#block = next
    return (await next.bytes).subarray(0, length)
  }

  async #read(start: number, end: number): Promise<Buffer> {
    const chunks: Buffer[] = []
    for await (const chunk of await this.#open(start, end)) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks)
  }

  #open(start: number, end: number): Promise<Readable> {
    const { storage_key: key, size } = this.#archive
    return this.#app.storage.open(key, { start, end: end - 1 }, size)
  }
}
