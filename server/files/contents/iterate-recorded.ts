// Iterates over all stored content that rows refer to with a hash to compare: file versions, staged uploads, originals
// of emails and invoices, and template documents. Ordered by organisation and key, so that an interrupted check can
// continue.
import { sql } from 'kysely'
import type { Reader } from '../../platform/postgres/database.ts'
import type { RecordedContent } from '../../platform/storage/storage.ts'
import { organisationOfKey } from '../../platform/storage/storage-keys.ts'
import { checkedColumns, unionOf } from './content-columns.ts'

/** The position of a check: after this content. */
export type Cursor = Pick<RecordedContent, 'organisationId' | 'key'>

const beginning: Cursor = { organisationId: 0, key: '' }
const batchSize = 500

/** The content after the cursor, each key once, read from the database in batches. */
export async function* iterateRecorded(
  db: Reader,
  after: Cursor = beginning,
): AsyncGenerator<RecordedContent> {
  const organisations = await db
    .selectFrom('organisations')
    .where('id', '>=', after.organisationId)
    .orderBy('id')
    .select('id')
    .execute()
  for (const { id } of organisations) {
    yield* iterateRecordedOf(db, id, id === after.organisationId ? after.key : '')
  }
}

/** The content of one organisation after this key. */
export async function* iterateRecordedOf(
  db: Reader,
  organisationId: number,
  after = '',
): AsyncGenerator<RecordedContent> {
  for (let last = after; ; ) {
    const batch = await recordedAfter(db, organisationId, last)
    yield* batch
    const end = batch.at(-1)
    if (!end) return
    last = end.key
  }
}

// one query per table, each with its own index and limit, so that none reads more than a batch
async function recordedAfter(
  db: Reader,
  organisationId: number,
  after: string,
): Promise<readonly RecordedContent[]> {
  const { rows } = await sql<Omit<RecordedContent, 'organisationId'>>`${unionOf(
    checkedColumns,
    ({ table, key, size, sha256 }) => sql`
      select ${sql.ref(key)} as key, ${sql.ref(size)} as size, ${sql.ref(sha256)} as sha256 from ${sql.table(table)}
      where organisation_id = ${organisationId} and ${sql.ref(key)} > ${after} and ${sql.ref(sha256)} is not null
      order by ${sql.ref(key)} limit ${batchSize}`,
  )}`.execute(db)
  const byKey = new Map(rows.map((row) => [row.key, { organisationId, ...row }]))
  return [...byKey.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1)).slice(0, batchSize)
}

/** The file version that has this content, if any. */
export async function findVersionByKey(
  db: Reader,
  { key }: Pick<RecordedContent, 'key'>,
): Promise<{ readonly fileId: number; readonly version: number } | undefined> {
  return db
    .selectFrom('file_versions')
    .where('organisation_id', '=', organisationOfKey(key))
    .where('storage_key', '=', key)
    .orderBy('file_id')
    .orderBy('version')
    .select(['file_id as fileId', 'version'])
    .limit(1)
    .executeTakeFirst()
}
