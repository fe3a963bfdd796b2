// What keeps storage and rows in step: a sweep that removes contents nobody names, and a check that finds what is missing,
// damaged or too much.
import { createHash } from 'node:crypto'
import type { App } from '../platform/app.ts'
import { ContentMissing } from '../platform/storage.ts'
import { organisationOfKey } from '../platform/storage-keys.ts'
import { isHeldForBackup, isRecorded, mayRemove, recordedKeys, recordWithinMinutes } from './content.ts'

type Keeper = Pick<App, 'db' | 'storage' | 'storageClaim' | 'log' | 'stopping'>

/** What a sweep did, or why it did nothing. */
export interface Swept {
  readonly removed: number
  readonly refused?: string
}

const defaultGraceMinutes = 60
const batchSize = 500

/**
 * Removes contents that no version of a file names and that are older than the grace, and what broken transfers left. Safe
 * beside uploads and beside other processes doing the same: bytes are recorded at most a quarter of an hour after they were
 * stored (see content.ts), the transaction that does it is ended by its timeouts minutes later, and each key is looked for
 * once more right before it goes. A shorter grace is for tests and for installations without uploads under way.
 */
export async function sweepStorage(app: Keeper, { graceMinutes = defaultGraceMinutes } = {}): Promise<Swept> {
  const standing = await app.storageClaim.hold()
  if (!standing.held) return { removed: 0, refused: standing.because }
  if (await isHeldForBackup(app.db)) return { removed: 0, refused: 'A backup is under way.' }
  let removed = 0
  for await (const orphan of orphans(app, olderThan(graceMinutes))) {
    // the next process goes on
    if (app.stopping()) break
    if (!(await mayRemove(app, orphan))) continue
    await app.storage.remove(orphan)
    removed++
  }
  if (removed > 0) app.log.info({ removed }, 'contents that no file names were removed')
  return { removed }
}

// real time: the storage counts by it; the sandbox's clock may be days ahead
const olderThan = (minutes: number) => new Date(Date.now() - minutes * 60_000)

/** How many contents of the storage nothing in this database names, new ones included. */
export async function countUnknown(app: Keeper): Promise<number> {
  let unknown = 0
  for await (const key of unrecordedOf(app, app.storage.keys())) if (key) unknown++
  return unknown
}

const orphans = (app: Keeper, before: Date) => unrecordedOf(app, app.storage.keysOlderThan(before))

async function* unrecordedOf(app: Keeper, keys: AsyncIterable<string>): AsyncGenerator<string> {
  let batch: string[] = []
  for await (const key of keys) {
    batch.push(key)
    if (batch.length < batchSize) continue
    yield* unrecorded(app, batch)
    batch = []
  }
  yield* unrecorded(app, batch)
}

async function* unrecorded(app: Keeper, batch: readonly string[]): AsyncGenerator<string> {
  for (const [organisationId, keys] of Map.groupBy(batch, organisationOfKey)) {
    const recorded = await recordedKeys(app.db, organisationId, keys)
    yield* keys.filter((key) => !recorded.has(key))
  }
}

/** Something that is wrong with the contents of one key. */
export interface Finding {
  /** `missing`: a version without bytes; `damaged`: bytes that are not those of the version; `orphan`: bytes without version. */
  readonly problem: 'missing' | 'damaged' | 'orphan'
  readonly key: string
  readonly organisationId: number
  readonly fileId?: number
  readonly version?: number
}

/**
 * Reads all contents again and compares them with their rows. Changes nothing, and may run beside uploads: what is new
 * within the grace is not called an orphan, and what was replaced meanwhile is not called missing.
 */
export async function verifyStorage(
  app: Keeper,
  { graceMinutes = recordWithinMinutes } = {},
): Promise<{ readonly checked: number; readonly findings: readonly Finding[] }> {
  const findings: Finding[] = []
  let checked = 0
  for await (const recorded of allRecorded(app)) {
    checked++
    const problem = await problemOf(app, recorded)
    if (problem === undefined || !(await isRecorded(app.db, recorded.storage_key))) continue
    findings.push({
      problem,
      key: recorded.storage_key,
      organisationId: recorded.organisation_id,
      ...('version' in recorded ? { fileId: recorded.file_id, version: recorded.version } : {}),
    })
  }
  for await (const key of orphans(app, olderThan(graceMinutes))) {
    if (await isRecorded(app.db, key)) continue
    findings.push({ problem: 'orphan', key, organisationId: organisationOfKey(key) })
  }
  return { checked, findings }
}

interface Recorded {
  readonly organisation_id: number
  readonly storage_key: string
  readonly size: number
  readonly sha256: Buffer
}
interface VersionRow extends Recorded {
  readonly file_id: number
  readonly version: number
}

/** Versions of files, files that wait, originals of mails and invoices, documents of templates: all that has a hash to compare with. */
async function* allRecorded({ db }: Keeper): AsyncGenerator<VersionRow | Recorded> {
  const organisations = await db.selectFrom('organisations').select('id').orderBy('id').execute()
  for (const { id } of organisations) {
    yield* allVersions(db, id)
    yield* allMails(db, id)
    yield* allTemplates(db, id)
    yield* allWaiting(db, id)
    yield* allInvoiceFiles(db, id)
  }
}

async function* allMails(db: Keeper['db'], organisationId: number): AsyncGenerator<Recorded> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const rows: (Recorded & { id: number })[] = await db
      .selectFrom('email_messages')
      .where('organisation_id', '=', organisationId)
      .where('id', '>', after)
      .where('storage_key', 'is not', null)
      .orderBy('id')
      .limit(batchSize)
      .select((mail) => [
        'organisation_id',
        'id',
        mail.ref('storage_key').$notNull().as('storage_key'),
        mail.ref('size').$notNull().as('size'),
        mail.ref('sha256').$notNull().as('sha256'),
      ])
      .execute()
    yield* rows
    after = rows.at(-1)?.id
  }
}

async function* allInvoiceFiles(db: Keeper['db'], organisationId: number): AsyncGenerator<Recorded> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const rows: (Recorded & { batch_id: number })[] = await db
      .selectFrom('invoice_originals')
      .where('organisation_id', '=', organisationId)
      .where('batch_id', '>', after)
      .orderBy('batch_id')
      .limit(batchSize)
      .select(['organisation_id', 'batch_id', 'storage_key', 'size', 'sha256'])
      .execute()
    yield* rows
    after = rows.at(-1)?.batch_id
  }
}

async function* allTemplates(db: Keeper['db'], organisationId: number): AsyncGenerator<Recorded> {
  // few: they are what an organisation has types of contracts
  yield* await db
    .selectFrom('contract_templates')
    .where('organisation_id', '=', organisationId)
    .where('wizard_storage_key', 'is not', null)
    .where('wizard_sha256', 'is not', null)
    .select((template) => [
      'organisation_id',
      template.ref('wizard_storage_key').$notNull().as('storage_key'),
      template.ref('wizard_size').$notNull().as('size'),
      template.ref('wizard_sha256').$notNull().as('sha256'),
    ])
    .execute()
}

async function* allWaiting(db: Keeper['db'], organisationId: number): AsyncGenerator<Recorded> {
  // few: they wait for a day at most
  yield* await db
    .selectFrom('waiting_files')
    .where('organisation_id', '=', organisationId)
    .select(['organisation_id', 'storage_key', 'size', 'sha256'])
    .execute()
}

async function* allVersions(db: Keeper['db'], organisationId: number): AsyncGenerator<VersionRow> {
  let after: Pick<VersionRow, 'file_id' | 'version'> | undefined = { file_id: 0, version: 0 }
  while (after) {
    const { file_id, version }: Pick<VersionRow, 'file_id' | 'version'> = after
    const rows: VersionRow[] = await db
      .selectFrom('file_versions')
      .where('organisation_id', '=', organisationId)
      .where((eb) => eb(eb.refTuple('file_id', 'version'), '>', eb.tuple(file_id, version)))
      .orderBy('file_id')
      .orderBy('version')
      .limit(batchSize)
      .select(['organisation_id', 'file_id', 'version', 'storage_key', 'size', 'sha256'])
      .execute()
    yield* rows
    after = rows.at(-1)
  }
}

async function problemOf(app: Keeper, row: Recorded): Promise<'missing' | 'damaged' | undefined> {
  try {
    const hash = createHash('sha256')
    let size = 0
    for await (const chunk of (await app.storage.open(row.storage_key)) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      size += chunk.length
    }
    return size === row.size && hash.digest().equals(row.sha256) ? undefined : 'damaged'
  } catch (error) {
    if (error instanceof ContentMissing) return 'missing'
    throw error
  }
}
