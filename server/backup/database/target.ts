// Where a restore goes: the database and the storage that the settings name, which must be empty, and the encryption key.
import type pg from 'pg'
import type { Config } from '../../settings/config.ts'
import { type Connection, withPool } from '../../process/database-server.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { findLocalKey, fitsDatabase, keyFileOf, makeKeyFile } from '../../platform/secrets/vault-keys.ts'
import { whatIsThere } from './load.ts'
import type { Manifest } from '../archive/manifest.ts'
import { findRestoreMark, type RestoreMark } from '../restore-mark.ts'

/** The mark of a restore that broke off here. Throws when there is anything but that. */
export async function checkTarget(
  { connection, storage }: { readonly connection: Connection; readonly storage: Storage },
  backup: string,
): Promise<RestoreMark | undefined> {
  return withPool(connection, async (pool) => {
    const client: pg.PoolClient = await pool.connect()
    try {
      const mark = await findRestoreMark(client)
      if (mark?.backup === backup) return mark
      if (mark) {
        throw new Error(
          `The restore of another backup, ${mark.backup}, has been begun here. Finish it with --backup ${mark.backup}, or empty the database and the files.`,
        )
      }
      const there = await whatIsThere(client)
      if (there !== undefined) {
        throw new Error(
          `The database is not empty: it has ${there}. Restore into an empty one. Nothing was changed.`,
        )
      }
    } finally {
      client.release()
    }
    for await (const key of storage.keys()) {
      throw new Error(
        `The storage of files is not empty: it has ${key}, for one. Restore into an empty one. Nothing was changed.`,
      )
    }
    return undefined
  })
}

/**
 * Sees to it that what is sealed in the rows can be opened afterwards: the key is at hand, or the backup has it. Throws, before
 * anything is written, when neither is so. Answers what to do with the rows' key.
 */
export async function prepareKey(
  config: Config,
  { encryption }: Manifest,
  withoutKey: boolean,
): Promise<{ install(): Promise<void> }> {
  const nothing = { install: async () => undefined }
  if (encryption.check === null || withoutKey) return nothing
  const local = await findLocalKey(config)
  if (!local && encryption.key !== null) {
    const key = Buffer.from(encryption.key, 'base64')
    return { install: () => makeKeyFile(keyFileOf(config), key) }
  }
  const where = config.encryptionKey === undefined ? keyFileOf(config) : 'CHANCERY_ENCRYPTION_KEY'
  if (!local) {
    throw new Error(
      `The backup is not encrypted, so it does not hold the encryption key. Put the one of that installation into ${where}, or set CHANCERY_ENCRYPTION_KEY. If it is lost: --without-key. Nothing was changed.`,
    )
  }
  const wrapped = encryption.keys.map((each) => ({ ...each, sealed: Buffer.from(each.sealed, 'base64') }))
  if (!fitsDatabase(local, Buffer.from(encryption.check, 'base64'), wrapped)) {
    throw new Error(
      `The key in ${where} is not the one that the secrets in this backup were sealed with. Put the right one there${encryption.key === null ? '' : ', or remove it: the backup has it'}. Nothing was changed.`,
    )
  }
  return nothing
}
