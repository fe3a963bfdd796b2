// Opens the configured storage of file contents.
import { join } from 'node:path'
import type { Config } from '../settings/config.ts'
import type { Storage } from './storage.ts'
import { openDiskStorage } from './storage-disk.ts'

/** Opens the configured storage; the S3 client is loaded only if used. */
export async function openStorage(
  config: Pick<Config, 'storage' | 'stateDir' | 's3Endpoint' | 's3Region' | 's3Bucket' | 'maxUploadBytes'>,
): Promise<Storage> {
  if (config.storage === 'disk') return openDiskStorage(join(config.stateDir, 'files'))
  const { openS3Storage } = await import('./storage-s3.ts')
  return openS3Storage({
    bucket: config.s3Bucket ?? '',
    region: config.s3Region,
    endpoint: config.s3Endpoint,
    maxUploadBytes: config.maxUploadBytes,
  })
}
