// File contents in an S3 bucket, under the same keys as on disk. Several parts in flight, each in memory once.
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  HeadBucketCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { Readable } from 'node:stream'
import { AppError } from '../errors.ts'
import {
  type ByteRange,
  chunksOf,
  ContentDamaged,
  ContentMissing,
  noRoom,
  noteName,
  type OpenedContent,
  type Storage,
  storageAway,
} from './storage.ts'
import { type RunningDigest, startDigest } from './storage-digest.ts'
import { isKey, newKey, organisationOfKey } from './storage-keys.ts'

export interface S3Settings {
  readonly bucket: string
  readonly region: string
  /** Address of the service when it is not the region's own. */
  readonly endpoint: string | undefined
  readonly maxUploadBytes: number
}

const mostParts = 10_000
const leastPartSize = 8 * 1024 * 1024
const partsInFlight = 2
// S3 dates contents that came in parts by the beginning of their transfer. A transfer that takes longer than this is ended,
// so that what S3 calls older than this and a while was complete that while ago.
const longestTransfer = 24 * 60 * 60 * 1000

/** Opens the bucket; fails when it does not exist or the keys of the environment may not use it. */
export async function openS3Storage({
  bucket,
  region,
  endpoint,
  maxUploadBytes,
}: S3Settings): Promise<Storage> {
  const client = new S3Client({
    region,
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    // services other than the region's own do not all know the newer checksums
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  await client.send(new HeadBucketCommand({ Bucket: bucket }))
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
    await upload.done().catch((error: unknown) => {
      if (isFull(error)) throw noRoom(error)
      throw !(error instanceof AppError) && isAway(error) ? storageAway(error) : error
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
    ...noteIn(client, bucket),
    close: async () => client.destroy(),
  }
}

const noteIn = (client: S3Client, bucket: string): Pick<Storage, 'readNote' | 'writeNote'> => ({
  async readNote() {
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: noteName }))
      return await Body?.transformToString()
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  },
  async writeNote(text) {
    await client.send(new PutObjectCommand({ Bucket: bucket, Key: noteName, Body: text }))
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
  /** As it was recorded. */
  readonly size: number | undefined
}

async function openObject(
  client: S3Client,
  bucket: string,
  { key, range, size }: Wanted,
): Promise<OpenedContent> {
  organisationOfKey(key)
  const Range = range ? `bytes=${range.start}-${range.end}` : undefined
  const found = await client
    .send(new GetObjectCommand({ Bucket: bucket, Key: key, Range }))
    .catch((error: unknown) => {
      // a range beyond the end of what is there
      if (nameOf(error) === 'InvalidRange') throw new ContentDamaged(key, 'it is too short', error)
      if (isMissing(error)) throw new ContentMissing(key, error)
      throw isAway(error) ? storageAway(error) : error
    })
  const bytes = found.Body as Readable
  const length = sizeOf(found)
  if (size !== undefined && length !== undefined && length !== size) {
    bytes.destroy()
    throw new ContentDamaged(key, `it has ${length} bytes instead of ${size}`)
  }
  return Object.assign(bytes, { identity: `${found.ETag} ${found.LastModified?.getTime()}` })
}

/** How long all of the object is, also where a part of it was asked for. */
const sizeOf = ({ ContentRange, ContentLength }: GetObjectCommandOutput): number | undefined => {
  const whole = /\/(\d+)$/.exec(ContentRange ?? '')?.[1]
  return whole === undefined ? ContentLength : Number(whole)
}

/** Whether the service did not answer, or said that it cannot now. */
function isAway(error: unknown): boolean {
  const { code, $metadata } = error as { code?: string; $metadata?: { httpStatusCode?: number } }
  return /^(?:E[A-Z]+|UND_ERR)/.test(code ?? '') || ($metadata?.httpStatusCode ?? 0) >= 500
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : '')
const isMissing = (error: unknown) => nameOf(error) === 'NoSuchKey' || nameOf(error) === 'NotFound'
// the names that services give a full disk or a used-up allowance
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
