// Fetching the objects of a bucket as files of an import, in the order of their keys: each is stored before its row is
// written with its key, so that a process that dies leaves whole files, and the next one goes on after the last.
import { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import type { Selectable } from 'kysely'
import type { App } from '../../platform/app.ts'
import { AppError } from '../../platform/errors.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { describeFailure } from '../../platform/outbound/outbound-failures.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { ImportBucketsTable } from '../../platform/postgres/tables.ts'
import { bucketSecretPurpose, openGivenBucket } from '../bucket.ts'
import { writeImportFile } from '../commands/write-import-file.ts'
import { type Held, note, NotOurs } from './lease.ts'
import { cleanPath, isPathOfFile } from './lookups.ts'
import { isOfPeople } from './unpack.ts'

type Bucket = Selectable<ImportBucketsTable>

const mostFiles = 100_000
const mostBytes = 1_000_000_000_000
const turnMs = 20_000
// of the minute that a lease lasts
const leaseEveryMs = 20_000

/** A bucket that cannot be fetched, whatever is tried. */
class Unusable extends Error {}

/** Fetches some of the next bucket; false if there is none. */
export async function fetchSome(app: App, held: Held): Promise<boolean> {
  const { organisationId, id } = held
  const bucket = await app.db
    .selectFrom('import_buckets')
    .where('organisation_id', '=', organisationId)
    .where('import_id', '=', id)
    .where('finished_at', 'is', null)
    .orderBy('id')
    .selectAll()
    .executeTakeFirst()
  if (!bucket) return false
  try {
    if (await fetchFrom(app, held, bucket)) await finish(app, held, bucket, null)
  } catch (error) {
    const failure = failureOf(error)
    if (failure === undefined) throw error
    await finish(app, held, bucket, failure)
  }
  return true
}

/** Whether it has come to its end, and not only to that of the turn. */
async function fetchFrom(app: App, held: Held, bucket: Bucket): Promise<boolean> {
  if (bucket.secret_sealed === null) throw new Unusable('its access key is lost. Add the bucket again.')
  const secretAccessKey = await app.vault.open(bucket.secret_sealed, bucketSecretPurpose)
  const client = await openGivenBucket(app, { ...bucket, accessKeyId: bucket.access_key_id, secretAccessKey })
  const progress = { after: bucket.after_key, files: bucket.files, bytes: bucket.bytes }
  // real time: how long this turn has taken
  const begun = performance.now()
  try {
    for await (const object of objectsOf(client, bucket)) {
      // real time: as above
      if (app.stopping() || performance.now() - begun > turnMs) return false
      progress.after = object.key
      const path = pathOf(bucket, object)
      if (path === undefined) continue
      progress.files++
      progress.bytes += object.size
      checkBounds(app, path, { ...progress, size: object.size })
      await fetchObject(app, { held, bucket, client }, { ...progress, path, key: object.key })
    }
    return true
  } finally {
    client.destroy()
  }
}

interface StoredObject {
  readonly key: string
  readonly size: number
}

async function* objectsOf(
  client: S3Client,
  { bucket, prefix, after_key: after }: Bucket,
): AsyncGenerator<StoredObject> {
  const { ListObjectsV2Command } = await import('@aws-sdk/client-s3')
  let token: string | undefined
  do {
    const page = await asked(
      client.send(
        new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: prefix === '' ? undefined : prefix,
          StartAfter: after ?? undefined,
          ContinuationToken: token,
        }),
      ),
    )
    for (const { Key: key, Size: size = 0 } of page.Contents ?? []) if (key) yield { key, size }
    token = page.IsTruncated ? page.NextContinuationToken : undefined
  } while (token !== undefined)
}

/** The path of an object below the folder of the prefix; undefined for folders and what programs leave behind. */
function pathOf({ prefix }: Bucket, { key }: StoredObject): string | undefined {
  const path = cleanPath(key.slice(prefix.lastIndexOf('/') + 1))
  if (key.endsWith('/') || path === '' || !isOfPeople(path)) return undefined
  if (!isPathOfFile(path)) throw new Unusable(`the key ${key.slice(0, 200)} is no path of a file.`)
  return path
}

interface Progress {
  readonly files: number
  readonly bytes: number
}

function checkBounds(app: App, path: string, { files, bytes, size }: Progress & { readonly size: number }) {
  if (files > mostFiles) throw new Unusable(`it has more than ${mostFiles.toLocaleString('en')} files.`)
  if (bytes > mostBytes) throw new Unusable('its files are larger than 1 TB together.')
  if (size > app.config.maxUploadBytes)
    throw new Unusable(`${path.slice(0, 200)} is larger than this server accepts.`)
}

interface Fetching {
  readonly held: Held
  readonly bucket: Bucket
  readonly client: S3Client
}

async function fetchObject(
  app: App,
  { held, bucket, client }: Fetching,
  { path, key, files, bytes }: Progress & { readonly path: string; readonly key: string },
): Promise<void> {
  const { GetObjectCommand } = await import('@aws-sdk/client-s3')
  const { Body, ContentType } = await asked(
    client.send(new GetObjectCommand({ Bucket: bucket.bucket, Key: key })),
  )
  await writeImportFile(app, held, {
    path,
    source: Readable.from(keepingLease(app, held, Body as Readable)),
    contentType: ContentType,
    within: async (tx) => {
      await note(tx, held)
      await write(tx, held, bucket, { after_key: key, files, bytes })
    },
  })
}

/** The bytes of an object, however long they take to arrive. */
async function* keepingLease(app: App, held: Held, source: Readable): AsyncGenerator<Buffer> {
  let kept = performance.now()
  try {
    for await (const chunk of source) {
      // real time: as leases are set
      if (performance.now() - kept > leaseEveryMs) {
        await internalTransaction(app, (tx) => note(tx, held))
        kept = performance.now()
      }
      yield chunk as Buffer
    }
  } catch (error) {
    throw error instanceof NotOurs ? error : new Unusable(reasonOf(error))
  }
}

/** What the bucket answers; Unusable with the reason for what it refuses or does not answer. */
const asked = <Answer>(call: Promise<Answer>): Promise<Answer> =>
  call.catch((error: unknown) => {
    throw new Unusable(reasonOf(error))
  })

/** For a person. Nothing of the request is in it. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it does not answer.'
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
  switch ($metadata?.httpStatusCode) {
    case 404:
      return 'there is no such bucket, or an object is gone.'
    case 401:
    case 403:
      return 'the access key has no access to it.'
    case undefined:
      return `it does not answer: ${describeFailure(error)}.`
    default:
      return `it answers ${error.name.slice(0, 100)}.`
  }
}

/** Why the bucket cannot be fetched, for a person; undefined for what may pass. */
function failureOf(error: unknown): string | undefined {
  if (error instanceof Unusable) return error.message
  if (error instanceof AppError && (error.status < 500 || error.code === 'insufficient_storage'))
    return error.message
  return undefined
}

const finish = (app: App, held: Held, bucket: Bucket, failure: string | null) =>
  internalTransaction(app, async (tx, now) => {
    await note(tx, held)
    await write(tx, held, bucket, {
      finished_at: now,
      secret_sealed: null,
      failure: failure === null ? null : `${bucket.bucket}: ${failure}`,
    })
  })

const write = (
  tx: Tx,
  { organisationId }: Held,
  { id }: Bucket,
  changes: Partial<
    Pick<Bucket, 'after_key' | 'files' | 'bytes' | 'finished_at' | 'secret_sealed' | 'failure'>
  >,
) =>
  tx
    .updateTable('import_buckets')
    .set(changes)
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
