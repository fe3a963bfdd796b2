// Making a comparison, in the background: the redline is stored like the contents of files, and what it says as rows.
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { AppError } from '../../platform/errors.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { compareDocuments } from '../../platform/documents/redline/compare-documents.ts'
import { comparableChecked, redlineRead } from '../../platform/documents/redline/read-redline.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { readContent } from '../../platform/storage/recorded-content.ts'
import type { RecordedContent, StoredContent } from '../../platform/storage/storage.ts'
import { withStoredContent } from '../contents/stored-blobs.ts'

export interface ComparisonKey {
  readonly organisationId: number
  readonly comparisonId: number
}

/**
 * Compares the versions. Documents that cannot be compared are an outcome; throws what may be different another time.
 * Nothing happens if it is done, or a version is gone.
 */
export async function makeComparison(app: App, key: ComparisonKey): Promise<void> {
  const contents = await findContents(app, key)
  if (!contents) return
  try {
    await compare(app, key, contents)
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    await internalTransaction(app, (tx, now) =>
      end(tx, key, { state: 'Failed', reason: error.message, ended_at: now }),
    )
  }
}

type Contents = Readonly<Record<'before' | 'after', RecordedContent>>

async function findContents(
  app: App,
  { organisationId, comparisonId }: ComparisonKey,
): Promise<Contents | undefined> {
  const row = await app.db
    .selectFrom('file_comparisons as c')
    .innerJoin('file_versions as b', (join) =>
      join
        .onRef('b.organisation_id', '=', 'c.organisation_id')
        .onRef('b.file_id', '=', 'c.before_file_id')
        .onRef('b.version', '=', 'c.before_version'),
    )
    .innerJoin('file_versions as a', (join) =>
      join
        .onRef('a.organisation_id', '=', 'c.organisation_id')
        .onRef('a.file_id', '=', 'c.after_file_id')
        .onRef('a.version', '=', 'c.after_version'),
    )
    .where('c.organisation_id', '=', organisationId)
    .where('c.id', '=', comparisonId)
    .where('c.state', '=', 'Working')
    .select(['b.storage_key as b_key', 'b.size as b_size', 'b.sha256 as b_sha256'])
    .select(['a.storage_key as a_key', 'a.size as a_size', 'a.sha256 as a_sha256'])
    .executeTakeFirst()
  return (
    row && {
      before: { organisationId, key: row.b_key, size: row.b_size, sha256: row.b_sha256 },
      after: { organisationId, key: row.a_key, size: row.a_size, sha256: row.a_sha256 },
    }
  )
}

async function compare(app: App, key: ComparisonKey, contents: Contents): Promise<void> {
  const of = { organisationId: key.organisationId, input: 'document', lane: 'background' } as const
  const [before, after] = await Promise.all([
    readContent(app, contents.before),
    readContent(app, contents.after),
  ])
  await app.documents.run(comparableChecked, { before, after }, of)
  await storeRedline(app, key, { before, after, redline: await compareDocuments(before, after) })
}

interface Compared {
  readonly before: Buffer
  readonly after: Buffer
  readonly redline: Buffer
}

/** Reads the redline, and stores it as the outcome of a comparison that is still asked for. */
export async function storeRedline(app: App, key: ComparisonKey, compared: Compared): Promise<void> {
  const { organisationId } = key
  const of = { organisationId, input: 'document', lane: 'background' } as const
  const read = await app.documents.run(redlineRead, compared, of)
  await withStoredContent(app, organisationId, Readable.from([compared.redline]), (content) =>
    internalTransaction(app, (tx, now) => store(tx, key, { ...read, content, now })),
  )
}

interface Made {
  readonly changes: readonly Uint8Array[]
  readonly blocks: readonly Uint8Array[]
  readonly exact: boolean
  readonly content: StoredContent
  readonly now: Date
}

async function store(
  tx: Tx,
  key: ComparisonKey,
  { changes, blocks, exact, content, now }: Made,
): Promise<void> {
  const { organisationId, comparisonId } = key
  const done = {
    state: 'Done',
    exact,
    storage_key: content.key,
    size: content.size,
    sha256: content.sha256,
    ended_at: now,
  }
  // it is gone with one of its versions, or another process was quicker: the sweep removes what was stored
  if (!(await end(tx, key, done))) return
  for (const [kind, pieces] of [
    ['Changes', changes],
    ['Blocks', blocks],
  ] as const) {
    for (const [part, items] of pieces.entries())
      await sql`insert into file_comparison_parts (organisation_id, comparison_id, kind, part, items)
        values (${organisationId}, ${comparisonId}, ${kind}, ${part}, ${Buffer.from(items).toString()}::json)`.execute(
        tx,
      )
  }
}

interface Ended {
  readonly state: string
  readonly reason?: string
  readonly ended_at: Date
}

async function end(tx: Tx, { organisationId, comparisonId }: ComparisonKey, ended: Ended): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('file_comparisons')
    .set(ended)
    .where('organisation_id', '=', organisationId)
    .where('id', '=', comparisonId)
    .where('state', '=', 'Working')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
