// Secrets that are needed again in clear (private keys, secrets for other systems), sealed before they reach the database: a
// copy of the database alone does not tell them. The key is a setting, or a file in the state folder.
// Reasons and what it costs: docs/decisions/0004-sealed-secrets.md.
import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Config } from '../../settings/config.ts'
import { deriveMarkKey, openWith, sealWith } from './sealing.ts'
import type { Tables } from '../postgres/tables.ts'
import { type KeyRing, loadLocalKey, OtherKey, readKeyRing } from './vault-keys.ts'

export interface Vault {
  /** Reads the keys now, and makes sure that it is the one this database was sealed with. Throws with words for the operator. */
  prepare(): Promise<void>
  /** `purpose` has to be the same when it is opened again, so that one sealed secret cannot stand in for another. */
  seal(text: string, purpose: string): Promise<Buffer>
  /** Throws when it was sealed for something else, with another key, or was altered. */
  open(sealed: Uint8Array, purpose: string): Promise<string>
  /** Whether it was sealed with the key that seals now, and not with an earlier one. */
  isCurrent(sealed: Uint8Array, purpose: string): Promise<boolean>
  /** 32 bytes that only who has the key can make for this text and purpose: the same each time, for whoever may be shown them. */
  mark(text: string, purpose: string): Promise<Buffer>
}

// A rotation (vault-rotation.ts) is noticed after so long at the latest, or at once by a secret that cannot be opened.
const ringAgeMs = 5_000

/** How often a server reads the keys again: before a rotation comes to its end, every process has the new one. */
export const readKeysEveryMs = 5_000

/** The vault of one process. The key is read at the first use. */
export function createVault(
  config: Pick<Config, 'encryptionKey' | 'stateDir'>,
  database: { readonly kysely: Kysely<Tables> },
): Vault {
  let ring: KeyRing | undefined
  let reading: Promise<KeyRing> | undefined
  const read = () => {
    reading ??= readRing().finally(() => {
      reading = undefined
    })
    return reading
  }
  const readRing = async () => {
    const before = ring?.all ?? [await loadLocalKey(config)]
    // the file may hold a newer key than the one this process began with
    const found = await readKeyRing(database.kysely, before).catch(async (error: unknown) => {
      if (!(error instanceof OtherKey)) throw error
      return readKeyRing(database.kysely, [...before, await loadLocalKey(config)])
    })
    ring = found
    return found
  }
  // real time: how old what this process knows is
  const ringOfAge = async (most: number) => (ring && Date.now() - ring.readAt < most ? ring : read())
  return {
    prepare: async () => void (await read()),
    seal: async (text, purpose) => sealWith((await ringOfAge(ringAgeMs)).active, text, purpose),
    async open(sealed, purpose) {
      const known = ring ?? (await read())
      const opened = openWithAny(known.all, sealed, purpose)
      if (opened !== undefined) return opened
      const { all } = await read()
      return openWithAny(all, sealed, purpose) ?? openWith(all[0] ?? Buffer.alloc(0), sealed, purpose)
    },
    isCurrent: async (sealed, purpose) =>
      openWithAny([(await ringOfAge(ringAgeMs)).active], sealed, purpose) !== undefined,
    async mark(text, purpose) {
      const { active, marks } = ring ?? (await read())
      const own = marks.get(purpose) ?? deriveMarkKey(active, purpose)
      return createHmac('sha256', own).update(text).digest()
    },
  }
}

function openWithAny(keys: readonly Buffer[], sealed: Uint8Array, purpose: string): string | undefined {
  for (const key of keys) {
    try {
      return openWith(key, sealed, purpose)
    } catch {
      // sealed with another one, or altered
    }
  }
  return undefined
}
