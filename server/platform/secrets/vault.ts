// Secrets that are needed again in clear text (private keys, secrets of other systems), sealed before they are stored:
// a copy of the database alone does not reveal them. The key is a setting, or a file in the state folder. Reasons and
// costs: docs/decisions/0004-sealed-secrets.md.
import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Config } from '../settings/config.ts'
import { deriveMacKey, openWith, sealWith } from './sealing.ts'
import type { Tables } from '../postgres/tables.ts'
import { type KeyRing, loadLocalKey, WrongKey, readKeyRing } from './vault-keys.ts'

export interface Vault {
  /** Reads the keys now, and checks that they match this database. Throws an error for the operator. */
  prepare(): Promise<void>
  /** `purpose` must be the same when opening, so that one sealed secret cannot replace another. */
  seal(text: string, purpose: string): Promise<Buffer>
  /** The same within a transaction, which must not wait for a second connection: keys are read through it. */
  sealIn(tx: Kysely<Tables>, text: string, purpose: string): Promise<Buffer>
  /**
   * The same for what lives for minutes and is made within transactions, such as the position of a page: it waits for
   * no connection, and may be sealed with a key that is about to be dropped.
   */
  sealShortLived(text: string, purpose: string): Promise<Buffer>
  /** Throws if it was sealed for another purpose, with another key, or altered. */
  open(sealed: Uint8Array, purpose: string): Promise<string>
  /** Whether it was sealed with the current key, and not with an earlier one. */
  isCurrent(sealed: Uint8Array, purpose: string): Promise<boolean>
  /** A 32-byte MAC of this text and purpose that requires the key: always the same. */
  mac(text: string, purpose: string): Promise<Buffer>
}

// A rotation (vault-rotation.ts) is noticed within this time, or at once by a secret that cannot be opened.
const ringAgeMs = 5_000

/** How often a server re-reads the keys: every process has the new one before a rotation completes. */
export const readKeysEveryMs = 5_000

/** The vault of one process. The key is read on first use. */
export function createVault(
  config: Pick<Config, 'encryptionKey' | 'stateDir'>,
  database: { readonly kysely: Kysely<Tables> },
): Vault {
  let ring: KeyRing | undefined
  let reading: Promise<KeyRing> | undefined
  const read = () => {
    reading ??= readRing(database.kysely).finally(() => {
      reading = undefined
    })
    return reading
  }
  const readRing = async (kysely: Kysely<Tables>) => {
    const before = ring?.all ?? [await loadLocalKey(config)]
    // the file may contain a newer key than the one this process started with
    const found = await readKeyRing(kysely, before).catch(async (error: unknown) => {
      if (!(error instanceof WrongKey)) throw error
      return readKeyRing(kysely, [...before, await loadLocalKey(config)])
    })
    ring = found
    return found
  }
  // real time: the age of the cached keys
  const freshRing = () => (ring && Date.now() - ring.readAt < ringAgeMs ? ring : undefined)
  const sealWithActive = ({ active }: KeyRing, text: string, purpose: string) =>
    sealWith(active, text, purpose)
  return {
    prepare: async () => void (await read()),
    seal: async (text, purpose) => sealWithActive(freshRing() ?? (await read()), text, purpose),
    sealIn: async (tx, text, purpose) => sealWithActive(freshRing() ?? (await readRing(tx)), text, purpose),
    sealShortLived: async (text, purpose) => sealWithActive(ring ?? (await read()), text, purpose),
    async open(sealed, purpose) {
      const known = ring ?? (await read())
      const opened = openWithAny(known.all, sealed, purpose)
      if (opened !== undefined) return opened
      const { all } = await read()
      return openWithAny(all, sealed, purpose) ?? openWith(all[0] ?? Buffer.alloc(0), sealed, purpose)
    },
    isCurrent: async (sealed, purpose) =>
      openWithAny([(freshRing() ?? (await read())).active], sealed, purpose) !== undefined,
    async mac(text, purpose) {
      const { active, macKeys } = ring ?? (await read())
      const own = macKeys.get(purpose) ?? deriveMacKey(active, purpose)
      return createHmac('sha256', own).update(text).digest()
    },
  }
}

function openWithAny(keys: readonly Buffer[], sealed: Uint8Array, purpose: string): string | undefined {
  for (const key of keys) {
    try {
      return openWith(key, sealed, purpose)
    } catch {
      // sealed with another key, or altered
    }
  }
  return undefined
}
