// The keys with which a process can open sealed secrets: its own, and during a rotation those in the database, sealed
// with one that it has.
import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Config } from '../settings/config.ts'
import { keyBytes, keyIdOf, openWith, sealWith } from './sealing.ts'
import type { Tables } from '../postgres/tables.ts'

export interface KeyRing {
  /** The key that seals: the one with which the row of encryption_check was sealed. */
  readonly active: Buffer
  /** Every key that opens, the active one first. */
  readonly all: readonly Buffer[]
  /** The MAC keys that are no longer derived from the active key. */
  readonly macKeys: ReadonlyMap<string, Buffer>
  /** Real time, in milliseconds. */
  readonly readAt: number
}

/** None of the available keys matches this database. */
export class WrongKey extends Error {}

/** The purpose for which the row of encryption_check is sealed. */
export const checkPurpose = 'encryption_check'
/** The purpose for which a key is sealed with another key. */
export const wrapPurpose = (keyId: string): string => `encryption_keys ${keyId}`
/** The purpose for which a MAC key is sealed. */
export const macKeyPurpose = (purpose: string): string => `encryption_marks ${purpose}`

/** Reads the keys in the database, starting from those available locally. Throws WrongKey if none of them fits. */
export async function readKeyRing(kysely: Kysely<Tables>, available: readonly Buffer[]): Promise<KeyRing> {
  // the check row first: a rotation writes all three in one transaction, so what belongs to it is there afterwards
  const check = await readCheck(kysely, available)
  const wrapped = await kysely.selectFrom('encryption_keys').selectAll().execute()
  const known = unwrapAll(available, wrapped)
  const active = known.find((key) => opensCheck(key, check))
  if (!active) {
    throw new WrongKey(
      'The secrets in this database were sealed with another key. Give every process the same one: copy encryption.key ' +
        'from the state folder of the first, or set CHANCERY_ENCRYPTION_KEY.',
    )
  }
  const macKeys = await kysely.selectFrom('encryption_marks').selectAll().execute()
  return {
    active,
    all: [active, ...known.filter((key) => key !== active)],
    macKeys: new Map(macKeys.flatMap((macKey) => macKeyOf(known, macKey))),
    readAt: Date.now(),
  }
}

/** A key as stored in the database during a rotation. */
export interface WrappedKey {
  readonly key_id: string
  readonly sealed_with: string
  readonly sealed: Buffer
}

/** Whether this key can open a database with this row of encryption_check and these keys under rotation. */
export const fitsDatabase = (key: Buffer, check: Buffer, wrapped: readonly WrappedKey[]): boolean =>
  unwrapAll([key], wrapped).some((each) => opensCheck(each, check))

function unwrapAll(available: readonly Buffer[], wrapped: readonly WrappedKey[]): readonly Buffer[] {
  const known = new Map(available.map((key) => [keyIdOf(key), key]))
  for (let before = 0; before < known.size; ) {
    before = known.size
    for (const { key_id: id, sealed_with: by, sealed } of wrapped) {
      const key = known.get(by)
      if (key && !known.has(id)) known.set(id, Buffer.from(openWith(key, sealed, wrapPurpose(id)), 'base64'))
    }
  }
  return [...known.values()]
}

function opensCheck(key: Buffer, check: Buffer): boolean {
  try {
    openWith(key, check, checkPurpose)
    return true
  } catch {
    return false
  }
}

function macKeyOf(
  known: readonly Buffer[],
  { purpose, sealed }: { purpose: string; sealed: Buffer },
): [string, Buffer][] {
  for (const key of known) {
    try {
      return [[purpose, Buffer.from(openWith(key, sealed, macKeyPurpose(purpose)), 'base64')]]
    } catch {
      // sealed with another key
    }
  }
  throw new Error(
    'The key of the addresses for inbound mail cannot be opened: a key rotation was interrupted. Run it again.',
  )
}

async function readCheck(kysely: Kysely<Tables>, available: readonly Buffer[]): Promise<Buffer> {
  const find = () => kysely.selectFrom('encryption_check').select('sealed').executeTakeFirst()
  const row = await find()
  if (row) return row.sealed
  await kysely
    .insertInto('encryption_check')
    .values({ sealed: sealWith(available.at(-1) ?? Buffer.alloc(0), 'chancery', checkPurpose) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await find())?.sealed ?? Buffer.alloc(0)
}

type KeySettings = Pick<Config, 'encryptionKey' | 'stateDir'>

/** The key file of an installation without a key in its settings. */
export const keyFileOf = ({ stateDir }: Pick<Config, 'stateDir'>): string => join(stateDir, 'encryption.key')

/** The key from the settings, or from the file in the state folder, which is created if there is none. */
export async function loadLocalKey(settings: KeySettings): Promise<Buffer> {
  const found = await findLocalKey(settings)
  if (found) return found
  const path = keyFileOf(settings)
  await makeKeyFile(path, randomBytes(keyBytes))
  const made = await findLocalKey(settings)
  if (!made) throw new Error(`The file ${path} was removed right after it had been created.`)
  return made
}

/** Like loadLocalKey, but does not create a key. */
export async function findLocalKey(settings: KeySettings): Promise<Buffer | undefined> {
  if (settings.encryptionKey !== undefined) return Buffer.from(settings.encryptionKey, 'base64')
  return readKeyFile(keyFileOf(settings))
}

/** The key in a file; undefined if there is no such file. */
export async function readKeyFile(path: string): Promise<Buffer | undefined> {
  const stored = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (stored === undefined) return undefined
  const key = Buffer.from(stored.trim(), 'base64')
  if (key.length !== keyBytes) throw new Error(`The file ${path} is damaged: restore it from a backup.`)
  return key
}

/**
 * Creates the file of a key, readable only by its owner. Processes that start together agree on one: the first to link
 * the file wins.
 */
export async function makeKeyFile(path: string, key: Buffer): Promise<void> {
  const draft = await writeDraft(path, key)
  try {
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
}

/** Replaces the key in the file. */
export async function replaceKeyFile(path: string, key: Buffer): Promise<void> {
  await rename(await writeDraft(path, key), path)
}

async function writeDraft(path: string, key: Buffer): Promise<string> {
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  await writeFile(draft, `${key.toString('base64')}\n`, { mode: 0o600, flush: true })
  return draft
}
