// Secrets that are needed again in clear (private keys, secrets for other systems), sealed before they reach the database: a
// copy of the database alone does not tell them. The key is a setting, or a file in the state folder.
// Reasons and what it costs: docs/decisions/0004-sealed-secrets.md.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Config } from '../config.ts'
import type { Tables } from './tables.ts'

export interface Vault {
  /** Reads the key now, and makes sure that it is the one this database was sealed with. Throws with words for the operator. */
  prepare(): Promise<void>
  /** `purpose` has to be the same when it is opened again, so that one sealed secret cannot stand in for another. */
  seal(text: string, purpose: string): Promise<Buffer>
  /** Throws when it was sealed for something else, with another key, or was altered. */
  open(sealed: Uint8Array, purpose: string): Promise<string>
  /** 32 bytes that only who has the key can make for this text and purpose: the same each time, for whoever may be shown them. */
  mark(text: string, purpose: string): Promise<Buffer>
}

const algorithm = 'aes-256-gcm'
const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
const format = 1

/** The vault of one process. The key is read at the first use. */
export function createVault(
  config: Pick<Config, 'encryptionKey' | 'stateDir'>,
  database: { readonly kysely: Kysely<Tables> },
): Vault {
  let loaded: Promise<Buffer> | undefined
  const key = () => {
    loaded ??= loadKey(config)
      .then(async (found) => {
        await checkAgainstDatabase(found, database.kysely)
        return found
      })
      .catch((error: unknown) => {
        loaded = undefined
        throw error
      })
    return loaded
  }
  return {
    prepare: async () => void (await key()),
    seal: async (text, purpose) => sealWith(await key(), text, purpose),
    open: async (sealed, purpose) => openWith(await key(), sealed, purpose),
    mark: async (text, purpose) => markWith(await key(), text, purpose),
  }
}

function sealWith(key: Buffer, text: string, purpose: string): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(purpose))
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([Buffer.of(format), nonce, cipher.getAuthTag(), content])
}

function openWith(key: Buffer, sealed: Uint8Array, purpose: string): string {
  const bytes = Buffer.from(sealed)
  if (bytes[0] !== format) throw new Error('A sealed secret has a format that this version does not know.')
  const nonce = bytes.subarray(1, 1 + nonceBytes)
  const tag = bytes.subarray(1 + nonceBytes, 1 + nonceBytes + tagBytes)
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(tag)
  return (
    decipher.update(bytes.subarray(1 + nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8')
  )
}

// A key of its own for each purpose: no mark tells anything of what else the key is used for.
function markWith(key: Buffer, text: string, purpose: string): Buffer {
  const own = hkdfSync('sha256', key, Buffer.alloc(0), `mark:${purpose}`, keyBytes)
  return createHmac('sha256', Buffer.from(own)).update(text).digest()
}

async function loadKey({ encryptionKey, stateDir }: Pick<Config, 'encryptionKey' | 'stateDir'>) {
  if (encryptionKey !== undefined) return Buffer.from(encryptionKey, 'base64')
  const path = join(stateDir, 'encryption.key')
  const stored = await readFile(path, 'utf8').catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    await makeKeyFile(stateDir, path)
    return readFile(path, 'utf8')
  })
  const key = Buffer.from(stored.trim(), 'base64')
  if (key.length !== keyBytes) throw new Error(`The file ${path} is damaged: restore it from a backup.`)
  return key
}

/** Processes that start together agree on one file: whoever links first has made it. */
async function makeKeyFile(stateDir: string, path: string): Promise<void> {
  await mkdir(stateDir, { recursive: true })
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  await writeFile(draft, `${randomBytes(keyBytes).toString('base64')}\n`, { mode: 0o600, flush: true })
  try {
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
}

const checkPurpose = 'encryption_check'

async function checkAgainstDatabase(key: Buffer, kysely: Kysely<Tables>): Promise<void> {
  const find = () => kysely.selectFrom('encryption_check').select('sealed').executeTakeFirst()
  let row = await find()
  if (!row) {
    await kysely
      .insertInto('encryption_check')
      .values({ sealed: sealWith(key, 'chancery', checkPurpose) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    row = await find()
  }
  try {
    openWith(key, row?.sealed ?? Buffer.alloc(0), checkPurpose)
  } catch {
    throw new Error(
      'The secrets in this database were sealed with another key. Give every process the same one: copy encryption.key ' +
        'from the state folder of the first, or set CHANCERY_ENCRYPTION_KEY.',
    )
  }
}
