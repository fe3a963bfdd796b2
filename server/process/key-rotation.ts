// Rotation of the encryption key while the servers run: `chancery keys rotate` and `chancery keys drop-old`.
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../platform/app.ts'
import { keyBytes } from '../platform/secrets/sealing.ts'
import {
  findLocalKey,
  keyFileOf,
  loadLocalKey,
  makeKeyFile,
  readKeyFile,
  readKeyRing,
  replaceKeyFile,
} from '../platform/secrets/vault-keys.ts'
import { activateKey, forgetOldKey, isRotating } from '../platform/secrets/vault-rotation.ts'
import { countOutdated, resealAll } from './sealed-secrets.ts'

// Longer than a process may go on sealing with the key it knew (vault.ts).
const noticedAfterMs = 6_000

interface Rotation {
  /** Where the new key is, or is put, when the settings hold the key instead of the state folder. */
  readonly keyFile: string | undefined
  /** How long to let running processes notice the new key. */
  readonly noticeMs?: number
}

/** Gives the database a new key, or goes on with a rotation that broke off; answers how many secrets were sealed again. */
export async function rotateEncryptionKey(
  app: App,
  { keyFile, noticeMs = noticedAfterMs }: Rotation,
): Promise<number> {
  const { config, database } = app
  const ring = await readKeyRing(database.kysely, [await loadLocalKey(config)])
  const underWay = await isRotating(database)
  const next = underWay ? ring.active : await newKey(app, keyFile)
  if (!underWay) {
    if (next.equals(ring.active))
      throw new Error('The key in the file is the one in use. Name a file that is not there yet.')
    await activateKey(database, ring, next)
  }
  if (config.encryptionKey === undefined) await replaceKeyFile(keyFileOf(config), next)
  // real time: running processes learn of the key meanwhile
  await pause(noticeMs)
  await app.vault.prepare()
  return resealAll(app)
}

async function newKey({ config }: App, keyFile: string | undefined): Promise<Buffer> {
  if (config.encryptionKey === undefined) return randomBytes(keyBytes)
  if (keyFile === undefined) {
    throw new Error(
      'The key is in CHANCERY_ENCRYPTION_KEY, which no command can change. Name a file for the new one: ' +
        'npx chancery keys rotate --key-file new.key',
    )
  }
  await makeKeyFile(keyFile, randomBytes(keyBytes))
  const key = await readKeyFile(keyFile)
  if (!key) throw new Error(`The key could not be written to ${keyFile}.`)
  return key
}

/** Ends a rotation; throws while anything still needs the old key. */
export async function dropOldKey(app: App): Promise<void> {
  const { config, database } = app
  if (!(await isRotating(database))) throw new Error('There is no old key: no rotation is under way.')
  const local = await findLocalKey(config)
  const ring = await readKeyRing(database.kysely, local ? [local] : [])
  if (!local?.equals(ring.active)) {
    throw new Error(
      'The settings still hold the old key. Set CHANCERY_ENCRYPTION_KEY to the new one for every server first.',
    )
  }
  if ((await countOutdated(app)) > 0) {
    throw new Error(
      'Some secrets are still sealed with the old key. Run this first: npx chancery keys rotate',
    )
  }
  await forgetOldKey(database)
}
