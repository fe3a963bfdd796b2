// Rotation of the encryption key while servers are running: `chancery keys rotate` and `chancery keys drop-old`.
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../../platform/app.ts'
import { keyBytes } from '../../platform/secrets/sealing.ts'
import {
  findLocalKey,
  keyFileOf,
  loadLocalKey,
  makeKeyFile,
  readKeyFile,
  readKeyRing,
  replaceKeyFile,
} from '../../platform/secrets/vault-keys.ts'
import { activateKey, deleteOldKey, isRotating } from '../../platform/secrets/vault-rotation.ts'
import { countOutdatedSecrets, resealSecrets } from './sealed-secrets.ts'

// Longer than a process may continue to seal with a key it has cached (vault.ts).
const keyPropagationMs = 6_000

interface Rotation {
  /** Where the new key is, or will be written, if the settings hold the key instead of the state folder. */
  readonly keyFile: string | undefined
  /** How long to wait for running processes to notice the new key. */
  readonly propagationMs?: number
}

/** Gives the database a new key, or continues an interrupted rotation; returns how many secrets were resealed. */
export async function rotateEncryptionKey(
  app: App,
  { keyFile, propagationMs = keyPropagationMs }: Rotation,
): Promise<number> {
  const { config, database } = app
  const ring = await readKeyRing(database.kysely, [await loadLocalKey(config)])
  const rotating = await isRotating(database)
  const next = rotating ? ring.active : await newKey(app, keyFile)
  if (!rotating) {
    if (next.equals(ring.active))
      throw new Error('The key in the file is the one already in use. Name a file that does not exist yet.')
    await activateKey(database, ring, next)
  }
  if (config.encryptionKey === undefined) await replaceKeyFile(keyFileOf(config), next)
  // real time: running processes read the new key meanwhile
  await pause(propagationMs)
  await app.vault.prepare()
  return resealSecrets(app)
}

async function newKey({ config }: App, keyFile: string | undefined): Promise<Buffer> {
  if (config.encryptionKey === undefined) return randomBytes(keyBytes)
  if (keyFile === undefined) {
    throw new Error(
      'The key is in CHANCERY_ENCRYPTION_KEY, which a command cannot change. Name a file for the new one: ' +
        'node bin/chancery.mjs keys rotate --key-file new.key',
    )
  }
  await makeKeyFile(keyFile, randomBytes(keyBytes))
  const key = await readKeyFile(keyFile)
  if (!key) throw new Error(`The key could not be written to ${keyFile}.`)
  return key
}

/** Completes a rotation; throws while anything still needs the old key. */
export async function dropOldKey(app: App): Promise<void> {
  const { config, database } = app
  if (!(await isRotating(database))) throw new Error('There is no old key: no rotation is in progress.')
  const local = await findLocalKey(config)
  const ring = await readKeyRing(database.kysely, local ? [local] : [])
  if (!local?.equals(ring.active)) {
    throw new Error(
      'The settings still hold the old key. Set CHANCERY_ENCRYPTION_KEY to the new one for every server first.',
    )
  }
  if ((await countOutdatedSecrets(app)) > 0) {
    throw new Error(
      'Some secrets are still sealed with the old key. Run this first: node bin/chancery.mjs keys rotate',
    )
  }
  await deleteOldKey(database)
}
