// Indexing one file: its current version is read if that has not been done, and its words are stored for searching.
// Repeating it changes nothing; what is stored belongs to the content and the name that were read, or is stored again.
import { type RawBuilder, sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { kindNames, kinds, type RecordIdColumn } from '../../records/kinds.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { InputError } from '../../platform/errors.ts'
import type { Lane } from '../../platform/workers/document-workers.ts'
import { readVersionText, type TypedContent } from './read-version-text.ts'
import { indexOlderVersions } from './older-versions.ts'
import { storeText } from './store-text.ts'
import { distinctWords, vectorOf } from '../../platform/text-search/words.ts'

export interface FileToIndex {
  readonly organisationId: number
  readonly fileId: number
}

interface Options {
  /** Reads the content although it was read before. */
  readonly again?: boolean
  /** Reads an older version. */
  readonly version?: number
  /** Whether somebody waits for the text; `background` if not given. */
  readonly lane?: Lane
}

// beyond the limits of time and memory a document may have been unlucky
const mostAttempts = 3

/**
 * Reads the text of the file's current version where that is not stored yet, and indexes the file, its older versions
 * as well. Nothing happens for
 * a file that is gone. Throws when it should be tried again: content or workers that are unavailable, a document that
 * took too long the first times.
 */
export async function indexFile(app: App, file: FileToIndex, { again = false }: Options = {}): Promise<void> {
  const retry = await readMissingText(app, file, { again })
  await internalTransaction(app, (tx) => storeWords(tx, file))
  await indexOlderVersions(app, file, {
    again,
    read: (version) => readMissingText(app, file, { again, version }),
  })
  if (retry) throw retry
}

/**
 * Reads the text of a version unless it is stored; returns the error to try again with, if it may succeed another time.
 */
export async function readMissingText(
  app: App,
  file: FileToIndex,
  { again = false, version, lane = 'background' }: Options,
): Promise<Error | undefined> {
  const found = await findContent(app, file, version)
  if (!found || (found.state !== null && !again && !mayRetry(found))) return undefined
  const read = await readVersionText(app, found.content, lane).catch((error: unknown) => {
    if (error instanceof InputError) return error
    throw error
  })
  const isLimit = read instanceof InputError
  // in the background it has more time
  if (isLimit && lane === 'interactive') return read
  const outcome = isLimit
    ? { state: 'Unreadable' as const, reason: read.message, complete: false, paragraphs: [] }
    : read
  const attempts = found.attempts + 1
  await internalTransaction(app, async (tx, now) => {
    if (!(await holdVersion(tx, file, found))) return
    const key = { ...file, version: found.version }
    await storeText(tx, key, outcome, { now, attempts: isLimit ? attempts : 0 })
  })
  return isLimit && attempts < mostAttempts ? read : undefined
}

interface FoundContent {
  readonly version: number
  readonly content: TypedContent
  /** Null if it has not been read. */
  readonly state: string | null
  readonly attempts: number
}

const mayRetry = ({ state, attempts }: FoundContent) =>
  state === 'Unreadable' && attempts > 0 && attempts < mostAttempts

async function findContent(
  { db }: Pick<App, 'db'>,
  { organisationId, fileId }: FileToIndex,
  version: number | undefined,
): Promise<FoundContent | undefined> {
  // not through access.ts: files are indexed regardless of who may see them
  const row = await db
    .selectFrom('files')
    .innerJoin('file_versions as v', (join) =>
      join
        .onRef('v.organisation_id', '=', 'files.organisation_id')
        .onRef('v.file_id', '=', 'files.id')
        .on(sql<boolean>`v.version = coalesce(${version ?? null}::bigint, files.version)`),
    )
    .leftJoin('file_texts as t', (join) =>
      join
        .onRef('t.organisation_id', '=', 'v.organisation_id')
        .onRef('t.file_id', '=', 'v.file_id')
        .onRef('t.version', '=', 'v.version'),
    )
    .where('files.organisation_id', '=', organisationId)
    .where('files.id', '=', fileId)
    .select(['v.version', 'v.storage_key', 'v.size', 'v.sha256', 'v.content_type', 'v.name'])
    .select(['t.state', 't.attempts'])
    .executeTakeFirst()
  if (!row) return undefined
  const { storage_key: key, size, sha256, content_type: contentType, name } = row
  return {
    version: row.version,
    content: { organisationId, key, size, sha256, contentType, name },
    state: row.state,
    attempts: row.attempts ?? 0,
  }
}

/** Holds the version that was read until the transaction ends; false if it is gone or has other content by now. */
async function holdVersion(
  tx: Tx,
  { organisationId, fileId }: FileToIndex,
  { version, content }: FoundContent,
): Promise<boolean> {
  const row = await tx
    .selectFrom('file_versions')
    .where('organisation_id', '=', organisationId)
    .where('file_id', '=', fileId)
    .where('version', '=', version)
    .where('storage_key', '=', content.key)
    .select('version')
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

const recordIds = kindNames.map((kind) => kinds[kind].recordId)
const columns = (made: (recordId: RecordIdColumn) => RawBuilder<unknown>) => sql.join(recordIds.map(made))

/** Stores the words of the file as it is now: its name, its description and the text of its current version. */
async function storeWords(tx: Tx, { organisationId, fileId }: FileToIndex): Promise<void> {
  // not through access.ts: files are indexed regardless of who may see them
  const file = await tx
    .selectFrom('files')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', fileId)
    .select(['name', 'description', 'version', 'revision', 'deleted_at', ...recordIds])
    // what changes it waits, and has it indexed again
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!file) return
  const parts = await tx
    .selectFrom('file_text_parts')
    .where('organisation_id', '=', organisationId)
    .where('file_id', '=', fileId)
    .where('version', '=', file.version)
    .orderBy('part')
    .select('paragraphs')
    .execute()
  const texts = parts.flatMap(({ paragraphs }) => (paragraphs as unknown as [string][]).map(([text]) => text))
  const words = distinctWords([file.name, file.description ?? '', ...texts])
  await sql`insert into file_words (organisation_id, file_id, ${columns((id) => sql.ref(id))}, in_bin, revision, words)
    values (${organisationId}, ${fileId}, ${columns((id) => sql`${file[id]}::bigint`)}, ${file.deleted_at !== null},
      ${file.revision}, ${vectorOf(words)})
    on conflict (organisation_id, file_id) do update set ${columns((id) => sql`${sql.ref(id)} = ${sql.ref(`excluded.${id}`)}`)},
      in_bin = excluded.in_bin, revision = excluded.revision, words = excluded.words`.execute(tx)
}
