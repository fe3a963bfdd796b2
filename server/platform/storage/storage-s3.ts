// File contents in an S3 bucket, under the same keys as on disk. Several parts are in flight, each in memory once.
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { Readable } from 'node:stream'
import { AppError } from '../errors.ts'
import { withoutPlace } from '../place-in-queue.ts'
import { credentialSettings, openBucket } from './open-bucket.ts'
import {
  type ByteRange,
  chunksOf,
  ContentDamaged,
  ContentMissing,
  storageFull,
  claimFileName,
  type OpenedContent,
  type Storage,
  storageUnavailable,
} from './storage.ts'
import { type RunningDigest, startDigest } from './storage-digest.ts'
import { isKey, newKey, organisationOfKey } from './storage-keys.ts'

export interface S3Settings {
  readonly bucket: string
  readonly region: string
  /** Endpoint of the service if different from the region's default. */
  readonly endpoint: string | undefined
  readonly maxUploadBytes: number
}

const mostParts = 10_000
const leastPartSize = 8 * 1024 * 1024
const partsInFlight = 2
// S3 dates multipart uploads by their start. A transfer that takes longer than this is aborted, so that objects dated
// before this plus a margin were complete by then.
const longestTransfer = 24 * 60 * 60 * 1000

/** Opens the bucket; fails if it does not exist or the configured credentials have no access. */
export async function openS3Storage({
  bucket,
  region,
  endpoint,
  maxUploadBytes,
}: S3Settings): Promise<Storage> {
  const client = await openBucket({
    bucket,
    region,
    endpoint,
    settings: ['CHANCERY_S3_BUCKET', 'CHANCERY_S3_ENDPOINT', 'CHANCERY_S3_REGION', ...credentialSettings],
  })
  const partSize = Math.max(leastPartSize, Math.ceil(maxUploadBytes / mostParts))
  const putAt: Storage['putAt'] = async (key, source, limit) => {
    organisationOfKey(key)
    const digest = startDigest(limit)
    const upload = new Upload({
      client,
      params: { Bucket: bucket, Key: key, Body: Readable.from(digested(source, digest)) },
      partSize,
      queueSize: partsInFlight,
    })
    await withoutPlace(() => upload.done()).catch((error: unknown) => {
      if (isFull(error)) throw storageFull(error)
      throw !(error instanceof AppError) && isAway(error) ? storageUnavailable(error) : error
    })
    return { key, ...digest.end(), storedAt: new Date() }
  }
  return {
    put: (organisationId, source, limit) => putAt(newKey(organisationId), source, limit),
    putAt,
    open: (key, range, size) => openObject(client, bucket, { key, range, size }),
    async remove(key) {
      organisationOfKey(key)
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }))
    },
    async *keysOlderThan(before) {
      const begunBefore = new Date(before.getTime() - longestTransfer)
      await endBrokenTransfers(client, bucket, begunBefore)
      yield* keysBegunBefore(client, bucket, begunBefore)
    },
    keys: () => keysBegunBefore(client, bucket, undefined),
    ...claimFileIn(client, bucket),
    close: async () => client.destroy(),
  }
}

const claimFileIn = (
  client: S3Client,
  bucket: string,
): Pick<Storage, 'readClaimFile' | 'writeClaimFile'> => ({
  async readClaimFile() {
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: claimFileName }))
      return await Body?.transformToString()
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  },
  async writeClaimFile(text) {
    await client.send(new PutObjectCommand({ Bucket: bucket, Key: claimFileName, Body: text }))
  },
})

async function* digested(source: Readable, digest: RunningDigest): AsyncGenerator<Buffer> {
  const end = Date.now() + longestTransfer
  const checkTime = () => {
    if (Date.now() > end) throw new AppError('bad_request', 'The file took longer than a day to arrive.')
  }
  for await (const chunk of chunksOf(source)) {
    checkTime()
    digest.add(chunk)
    yield chunk
  }
  checkTime()
}

interface Wanted {
  readonly key: string
  readonly range: ByteRange | undefined
  /** The recorded size. */
  readonly size: number | undefined
}

async function openObject(
  client: S3Client,
  bucket: string,
  { key, range, size }: Wanted,
): Promise<OpenedContent> {
  organisationOfKey(key)
  const Range = range ? `bytes=${range.start}-${range.end}` : undefined
  const found = await withoutPlace(() =>
    client.send(new GetObjectCommand({ Bucket: bucket, Key: key, Range })),
  ).catch((error: unknown) => {
    // a range beyond the end of the object
    if (nameOf(error) === 'InvalidRange') throw new ContentDamaged(key, 'it is too short', error)
    if (isMissing(error)) throw new ContentMissing(key, error)
    throw isAway(error) ? storageUnavailable(error) : error
  })
  const bytes = found.Body as Readable
  const length = sizeOf(found)
  if (size !== undefined && length !== undefined && length !== size) {
    bytes.destroy()
    throw new ContentDamaged(key, `it has ${length} bytes instead of ${size}`)
  }
  return Object.assign(bytes, { identity: `${found.ETag} ${found.LastModified?.getTime()}` })
}

/** The total size of the object, also for a partial request. */
const sizeOf = ({ ContentRange, ContentLength }: GetObjectCommandOutput): number | undefined => {
  const whole = /\/(\d+)$/.exec(ContentRange ?? '')?.[1]
  return whole === undefined ? ContentLength : Number(whole)
}

/** Whether the service did not respond, or reported that it is unavailable. */
function isAway(error: unknown): boolean {
  const { code, $metadata } = error as { code?: string; $metadata?: { httpStatusCode?: number } }
  return /^(?:E[A-Z]+|UND_ERR)/.test(code ?? '') || ($metadata?.httpStatusCode ?? 0) >= 500
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : '')
const isMissing = (error: unknown) => nameOf(error) === 'NoSuchKey' || nameOf(error) === 'NotFound'
// the names used by services for a full disk or an exhausted quota
const isFull = (error: unknown) =>
  /^(?:XMinioStorageFull|QuotaExceeded|InsufficientStorage|StorageFull)/.test(nameOf(error))

async function* keysBegunBefore(
  client: S3Client,
  bucket: string,
  before: Date | undefined,
): AsyncGenerator<string> {
  let token: string | undefined
  do {
    const page = await client.send(new ListObjectsV2Command({ Bucket: bucket, ContinuationToken: token }))
    for (const { Key, LastModified } of page.Contents ?? []) {
      if (!Key || !isKey(Key)) continue
      if (before === undefined || (LastModified && LastModified < before)) yield Key
    }
    token = page.NextContinuationToken
  } while (token)
}

async function endBrokenTransfers(client: S3Client, bucket: string, before: Date): Promise<void> {
  let markers: { KeyMarker?: string; UploadIdMarker?: string } | undefined = {}
  while (markers) {
    const page: ListMultipartUploadsCommandOutput = await client.send(
      new ListMultipartUploadsCommand({ Bucket: bucket, ...markers }),
    )
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (!Key || !UploadId || !isKey(Key) || !Initiated || Initiated >= before) continue
      await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
    }
    markers = page.IsTruncated
      ? { KeyMarker: page.NextKeyMarker ?? '', UploadIdMarker: page.NextUploadIdMarker ?? '' }
      : undefined
  }
}
