// Iterates over all stored content that rows refer to with a hash to compare: file versions, staged uploads, originals
// of emails and invoices, and template documents. Ordered by organisation and key, so that an interrupted check can
// continue.
import type { Reader } from '../../platform/postgres/database.ts'
import type { RecordedContent } from '../../platform/storage/recorded-content.ts'
import { organisationOfKey } from '../../platform/storage/storage-keys.ts'

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
    let last = id === after.organisationId ? after.key : ''
    for (;;) {
      const batch = await recordedAfter(db, id, last)
      yield* batch
      const end = batch.at(-1)
      if (!end) break
      last = end.key
    }
  }
}

// one query per table, each with its own index, so that none reads more than a batch
async function recordedAfter(
  db: Reader,
  organisationId: number,
  after: string,
): Promise<readonly RecordedContent[]> {
  const versions = db
    .selectFrom('file_versions')
    .where('organisation_id', '=', organisationId)
    .where('storage_key', '>', after)
    .orderBy('storage_key')
    .limit(batchSize)
    .select(['storage_key as key', 'size', 'sha256'])
  const waiting = db
    .selectFrom('waiting_files')
    .where('organisation_id', '=', organisationId)
    .where('storage_key', '>', after)
    .orderBy('storage_key')
    .limit(batchSize)
    .select(['storage_key as key', 'size', 'sha256'])
  const invoices = db
    .selectFrom('invoice_originals')
    .where('organisation_id', '=', organisationId)
    .where('storage_key', '>', after)
    .orderBy('storage_key')
    .limit(batchSize)
    .select(['storage_key as key', 'size', 'sha256'])
  const mails = db
    .selectFrom('email_messages')
    .where('organisation_id', '=', organisationId)
    .where('storage_key', '>', after)
    .orderBy('storage_key')
    .limit(batchSize)
    .select((mail) => [
      mail.ref('storage_key').$notNull().as('key'),
      mail.ref('size').$notNull().as('size'),
      mail.ref('sha256').$notNull().as('sha256'),
    ])
  const templates = db
    .selectFrom('contract_templates')
    .where('organisation_id', '=', organisationId)
    .where('wizard_storage_key', '>', after)
    .where('wizard_sha256', 'is not', null)
    .orderBy('wizard_storage_key')
    .limit(batchSize)
    .select((template) => [
      template.ref('wizard_storage_key').$notNull().as('key'),
      template.ref('wizard_size').$notNull().as('size'),
      template.ref('wizard_sha256').$notNull().as('sha256'),
    ])
  const parts = await Promise.all(
    [versions, waiting, invoices, mails, templates].map((part) => part.execute()),
  )
  const byKey = new Map(parts.flat().map((row) => [row.key, { organisationId, ...row }]))
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
