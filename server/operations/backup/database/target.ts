// The target of a restore: the configured database and storage, which must be empty, and the encryption key.
import type pg from 'pg'
import type { Config } from '../../../platform/settings/config.ts'
import { type Connection, withPool } from '../../process/database-server.ts'
import type { Storage } from '../../../platform/storage/storage.ts'
import { findLocalKey, fitsDatabase, keyFileOf, makeKeyFile } from '../../../platform/secrets/vault-keys.ts'
import { describeExisting } from './load.ts'
import type { Manifest } from '../archive/manifest.ts'
import { findRestoreMark, type RestoreMark } from '../restore-mark.ts'

/** The mark of an interrupted restore of the same backup. Throws if the target contains anything else. */
export async function checkTarget(
  { connection, storage }: { readonly connection: Connection; readonly storage: Storage },
  backup: string,
): Promise<RestoreMark | undefined> {
  return withPool(connection, async (pool) => {
    const client: pg.PoolClient = await pool.connect()
    try {
      await refusePowerfulRole(client)
      const mark = await findRestoreMark(client)
      if (mark?.backup === backup) return mark
      if (mark) {
        throw new Error(
          `The restore of another backup, ${mark.backup}, was started here. Finish it with --backup ${mark.backup}, or empty the database and the files.`,
        )
      }
      const there = await describeExisting(client)
      if (there !== undefined) {
        throw new Error(
          `The database is not empty: it has ${there}. Restore into an empty one. Nothing was changed.`,
        )
      }
    } finally {
      client.release()
    }
    await checkStorageEmpty(storage)
    return undefined
  })
}

/** Throws if the storage has contents of files. */
export async function checkStorageEmpty(storage: Pick<Storage, 'keys'>): Promise<void> {
  for await (const key of storage.keys()) {
    throw new Error(
      `The file storage is not empty: it contains ${key}, for example. Restore into an empty one. Nothing was changed.`,
    )
  }
}

/** A backup may come from a stranger: whatever is wrong with it must not reach beyond this one database. */
async function refusePowerfulRole(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ role: string; superuser: boolean; power: string | null }>(`
    select current_user as role, r.rolsuper as superuser, (
      select string_agg(p.rolname, ', ') from pg_roles p
      where p.rolname in ('pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files')
        and pg_has_role(current_user, p.oid, 'member')) as power
    from pg_roles r where r.rolname = current_user`)
  const [found] = rows
  if (!found?.superuser && !found?.power) return
  throw new Error(
    `The role ${found.role} of DATABASE_URL is ${found.superuser ? 'a superuser' : `a member of ${found.power}`}, so a backup that somebody has tampered with could reach the whole database server. ` +
      "Restore as a role that only owns its database: create role chancery login password '…'; create database chancery owner chancery. Nothing was changed.",
  )
}

/**
 * Makes sure that the sealed values in the rows can be opened after the restore: the key is available, or the backup
 * contains it. Throws otherwise, before anything is written. Returns the action that installs the key.
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
      `The backup is not encrypted, so it does not contain the encryption key. Put the key of that installation into ${where}, or set CHANCERY_ENCRYPTION_KEY. If it is lost: --without-key. Nothing was changed.`,
    )
  }
  const wrapped = encryption.keys.map((each) => ({ ...each, sealed: Buffer.from(each.sealed, 'base64') }))
  if (!fitsDatabase(local, Buffer.from(encryption.check, 'base64'), wrapped)) {
    throw new Error(
      `The key in ${where} does not match the secrets in this backup. Put the right one there${encryption.key === null ? '' : ', or remove it: the backup contains it'}. Nothing was changed.`,
    )
  }
  return nothing
}
