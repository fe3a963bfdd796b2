// Whether an export of an organisation is whole: everything that its manifest names is in the archive, byte for byte,
// and nothing else.
import { createHash } from 'node:crypto'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import Type, { type Static } from 'typebox'
import Value from 'typebox/value'
import yauzl from 'yauzl'
import {
  contentEntry,
  contentsEntry,
  type ListedContent,
  manifestEntry,
  rowsEntry,
  schemaEntry,
} from './export-manifest.ts'

export interface VerifiedExport {
  readonly organisationId: number
  readonly exportedAt: string
  readonly rows: number
  readonly contents: number
  /** Contents that are listed and not in the archive, as the manifest says. */
  readonly missing: ExportManifestRead['missing']
}

/** The archive is not what an export leaves when it is complete. */
export class ExportIncomplete extends Error {}

const written = { rows: Type.Integer(), bytes: Type.Integer(), sha256: Type.String() }
const manifestSchema = Type.Object({
  organisationId: Type.Integer(),
  exportedAt: Type.String(),
  // since format 2
  format: Type.Optional(Type.Integer()),
  migration: Type.Optional(Type.String()),
  schema: Type.Optional(Type.Object(written)),
  tables: Type.Array(Type.Object({ table: Type.String(), ...written })),
  contents: Type.Object(written),
  missing: Type.Array(Type.Object({ key: Type.String(), reason: Type.String() })),
})
export type ExportManifestRead = Static<typeof manifestSchema>

// a manifest names tables, and what is missing
const longestManifest = 64 * 1024 * 1024

/**
 * Reads the whole archive at this path, and says what is in it. Throws ExportIncomplete if anything is missing, altered
 * or added.
 */
export async function verifyExport(path: string): Promise<VerifiedExport> {
  try {
    return await verifyArchive(path)
  } catch (error) {
    if (error instanceof ExportIncomplete || (error instanceof Error && 'syscall' in error)) throw error
    throw new ExportIncomplete(`The archive cannot be read: ${String(error)}`, { cause: error })
  }
}

async function verifyArchive(path: string): Promise<VerifiedExport> {
  const manifest = await withArchive(path, readManifest)
  const expected = new Map<string, Expected>(
    manifest.tables.map(({ table, bytes, sha256 }) => [rowsEntry(table), { size: bytes, sha256 }]),
  )
  expected.set(contentsEntry, { size: manifest.contents.bytes, sha256: manifest.contents.sha256 })
  if (manifest.schema)
    expected.set(schemaEntry, { size: manifest.schema.bytes, sha256: manifest.schema.sha256 })
  const missing = new Set(manifest.missing.map(({ key }) => key))
  const contents = await withArchive(path, (archive) => compareAll(archive, expected, missing))
  for (const name of expected.keys()) throw new ExportIncomplete(`${name} is missing.`)
  const { organisationId, exportedAt, tables } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return { organisationId, exportedAt, rows, contents, missing: manifest.missing }
}

type Expected = Omit<ListedContent, 'key'>

/**
 * Compares every entry with what is expected of it, and takes that off the list; returns how many contents there are.
 */
async function compareAll(
  archive: yauzl.ZipFile,
  expected: Map<string, Expected>,
  missing: ReadonlySet<string>,
): Promise<number> {
  let listed: AsyncIterator<ListedContent, undefined> = none()
  let found = 0
  for await (const entry of archive.eachEntry()) {
    const { fileName } = entry
    if (fileName === manifestEntry) continue
    const known = expected.get(fileName)
    if (known) {
      await compare(archive, entry, known)
      expected.delete(fileName)
      if (fileName === contentsEntry) listed = readList(archive, entry)
      continue
    }
    const next = await nextInArchive(listed, missing)
    if (!next || contentEntry(next.key) !== fileName) {
      throw new ExportIncomplete(
        next ? `${contentEntry(next.key)} is missing.` : `${fileName} is not expected.`,
      )
    }
    await compare(archive, entry, next)
    found++
  }
  const left = await nextInArchive(listed, missing)
  if (left) throw new ExportIncomplete(`${contentEntry(left.key)} is missing.`)
  return found
}

/** Opens the archive for the work. Throws ExportIncomplete for one that cannot be read. */
export async function withArchive<Result>(
  path: string,
  work: (archive: yauzl.ZipFile) => Promise<Result>,
): Promise<Result> {
  const archive = await yauzl
    .openPromise(path, { lazyEntries: true, autoClose: false })
    .catch((error: unknown) => {
      if (error instanceof Error && 'code' in error) throw error
      throw new ExportIncomplete('The archive ends before its table of contents.', { cause: error })
    })
  try {
    return await work(archive)
  } finally {
    archive.close()
  }
}

/** The manifest, which is the last entry. */
export async function readManifest(archive: yauzl.ZipFile): Promise<ExportManifestRead> {
  let last: yauzl.Entry | undefined
  for await (const entry of archive.eachEntry()) last = entry
  if (last?.fileName !== manifestEntry || last.uncompressedSize > longestManifest)
    throw new ExportIncomplete('The archive has no manifest at its end.')
  const manifest: unknown = JSON.parse(await text(await archive.openReadStreamPromise(last)))
  if (!Value.Check(manifestSchema, manifest))
    throw new ExportIncomplete('The manifest is not one of an export.')
  return manifest
}

async function compare(
  archive: yauzl.ZipFile,
  entry: yauzl.Entry,
  { size, sha256 }: Expected,
): Promise<void> {
  const hash = createHash('sha256')
  if (entry.uncompressedSize === size) {
    for await (const chunk of await archive.openReadStreamPromise(entry)) hash.update(chunk as Buffer)
    if (hash.digest('hex') === sha256) return
  }
  throw new ExportIncomplete(`${entry.fileName} is not what the manifest says.`)
}

async function* none(): AsyncGenerator<ListedContent, undefined> {}

// its hash has been compared: what it says is what was exported
async function* readList(
  archive: yauzl.ZipFile,
  entry: yauzl.Entry,
): AsyncGenerator<ListedContent, undefined> {
  const input = await archive.openReadStreamPromise(entry)
  for await (const line of createInterface({ input })) yield JSON.parse(line) as ListedContent
}

async function nextInArchive(
  listed: AsyncIterator<ListedContent, undefined>,
  missing: ReadonlySet<string>,
): Promise<ListedContent | undefined> {
  for (;;) {
    const next = await listed.next()
    if (next.done === true) return undefined
    if (!missing.has(next.value.key)) return next.value
  }
}
