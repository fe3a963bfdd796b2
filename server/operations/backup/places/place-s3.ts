// Backups in an S3 bucket, under a prefix.
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import type { Readable } from 'node:stream'
import { credentialSettings, openBucket } from '../../../platform/storage/open-bucket.ts'
import { NotInPlace, type Place } from './place.ts'

interface BucketPlace {
  readonly address: string
  readonly bucket: string
  readonly prefix: string
  readonly endpoint: string | undefined
  readonly region: string
}

// at most 10,000 parts: contents of up to 160 GB
const partSize = 16 * 1024 * 1024

/** Opens the bucket; fails if it does not exist or the configured credentials have no access. */
export async function openS3Place({
  address,
  bucket,
  prefix,
  endpoint,
  region,
}: BucketPlace): Promise<Place> {
  const client = await openBucket({
    bucket,
    region,
    endpoint,
    settings: ['CHANCERY_BACKUP_S3_ENDPOINT', 'CHANCERY_BACKUP_S3_REGION', ...credentialSettings],
  })
  return {
    address,
    async put(name, source) {
      const params = { Bucket: bucket, Key: prefix + name, Body: source }
      if (Buffer.isBuffer(source)) await client.send(new PutObjectCommand(params))
      else await new Upload({ client, params, partSize, queueSize: 2 }).done()
    },
    async get(name) {
      try {
        const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: prefix + name }))
        return Body as Readable
      } catch (error) {
        throw isMissing(error) ? new NotInPlace(name, error) : error
      }
    },
    async *list(below) {
      let token: string | undefined
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix + below, ContinuationToken: token }),
        )
        for (const { Key, Size, LastModified } of page.Contents ?? []) {
          if (!Key || !LastModified) continue
          yield { name: Key.slice(prefix.length), size: Size ?? 0, modifiedAt: LastModified }
        }
        token = page.NextContinuationToken
      } while (token)
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: prefix + name }))
    },
    close: async () => client.destroy(),
  }
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : '')
const isMissing = (error: unknown) => nameOf(error) === 'NoSuchKey' || nameOf(error) === 'NotFound'
