// Opens the place for an address: a folder, or a bucket with a prefix. No other code depends on which it is.
import { resolve } from 'node:path'
import type { Config } from '../../../platform/settings/config.ts'
import type { Place } from './place.ts'

type PlaceSettings = Pick<Config, 's3Endpoint' | 's3Region' | 'backupS3Endpoint' | 'backupS3Region'>

/** Opens a place by its address; a folder is created on first write. */
export async function openPlace(address: string, settings: PlaceSettings): Promise<Place> {
  if (address.startsWith('s3://')) {
    const [bucket = '', ...folders] = address.slice('s3://'.length).split('/')
    const prefix = folders.filter((folder) => folder !== '').join('/')
    if (bucket === '')
      throw new Error(`"${address}" names no bucket: write s3://bucket or s3://bucket/prefix.`)
    const { openS3Place } = await import('./place-s3.ts')
    return openS3Place({
      address,
      bucket,
      prefix: prefix === '' ? '' : `${prefix}/`,
      endpoint: settings.backupS3Endpoint ?? settings.s3Endpoint,
      region: settings.backupS3Region === '' ? settings.s3Region : settings.backupS3Region,
    })
  }
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(address))
    throw new Error(`"${address}" is not a place for backups: it must be a folder or s3://bucket/prefix.`)
  const { openFolderPlace } = await import('./place-folder.ts')
  return openFolderPlace(resolve(address))
}
