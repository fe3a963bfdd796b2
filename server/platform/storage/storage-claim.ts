// Which database a storage belongs to. A database older than the storage (a restored copy on the live bucket) must not
// remove contents it does not reference. Reasons: docs/decisions/0035-storage-claims.md.
import { randomUUID } from 'node:crypto'
import type { Database } from '../postgres/database.ts'
import { withExclusiveLock } from '../postgres/exclusive-lock.ts'
import type { Logger } from '../installation/log.ts'
import { Gauge } from 'prom-client'
import type { Storage } from './storage.ts'

/** Whether this database may remove contents from its storage, and if not, why: readable for the operator. */
type ClaimStatus = { readonly held: true } | { readonly held: false; readonly because: string }

export interface StorageClaim {
  /** Compares the claim file in the storage with the database, and renews the claim if they agree. */
  hold(): Promise<ClaimStatus>
  /** Like `hold`, but accepts a result up to ten minutes old. */
  recent(): Promise<ClaimStatus>
  /** Takes over the storage for this database, whatever its claim file says. */
  adopt(): Promise<void>
}

interface ClaimRecord {
  readonly database: string
  readonly generation: number
  readonly nonce: string
  /** A server that held the storage found that another one had claimed it since. */
  readonly contested?: boolean
}

interface Row {
  readonly database_id: string
  readonly generation: number
  readonly nonce: string | null
}

const refused = new Gauge({
  name: 'chancery_storage_claim_refused',
  help: '1 while contents are not removed from the storage because it belongs to another or a newer database',
  aggregator: 'max',
})

/** How often a running server renews its claim; well below the hour for which new contents are never removed. */
export const claimEveryMs = 10 * 60_000

interface Parts {
  readonly storage: Storage
  readonly database: Pick<Database, 'kysely' | 'pool'>
  readonly log: Pick<Logger, 'error'>
  readonly offline: boolean
}

/** The claim of one process on its storage. */
export function createStorageClaim(parts: Parts): StorageClaim {
  const { storage, database } = parts
  let heldBefore = false
  let last: { readonly status: ClaimStatus; readonly at: number } | undefined
  const hold = async (): Promise<ClaimStatus> => {
    if (parts.offline) return { held: false, because: 'This server is running offline.' }
    const status = await inTurn(parts, () => claim(parts, heldBefore))
    heldBefore ||= status.held
    refused.set(status.held ? 0 : 1)
    // real time: the age of the cached result
    last = { status, at: Date.now() }
    return status
  }
  return {
    hold,
    recent: () => (last && Date.now() - last.at < claimEveryMs ? Promise.resolve(last.status) : hold()),
    async adopt() {
      await inTurn(parts, async () => {
        const record = parseClaim(await storage.readClaimFile())
        const { generation } = await readRow(database)
        await advance(parts, Math.max(generation, record?.generation ?? 0) + 1)
      })
    },
  }
}

/** Gives the database a new id: it is a copy, and not the one whose storage this may have been. */
export async function assignNewDatabaseId({ kysely }: Pick<Database, 'kysely'>): Promise<void> {
  await kysely.updateTable('storage_claims').set({ database_id: randomUUID() }).execute()
}

// an arbitrary advisory lock key that no other program uses on the same database
const lockKey = 7_264_834

/** The row and the claim file are two steps: processes of one database take them one at a time. */
const inTurn = <Result>({ database }: Parts, work: () => Promise<Result>): Promise<Result> =>
  withExclusiveLock(database.pool, lockKey, work)

async function claim(parts: Parts, heldBefore: boolean): Promise<ClaimStatus> {
  const { storage, database, log } = parts
  const record = parseClaim(await storage.readClaimFile())
  const row = await readRow(database)
  const because = record ? refusal(record, row) : await refusalWithoutClaim(storage, row)
  if (because === undefined) {
    await advance(parts, row.generation + 1)
    return { held: true }
  }
  const overtaken = record && heldBefore && record.database === row.database_id && !record.contested
  // the other database may lack the newest files: from now on neither of them removes any
  if (overtaken) await storage.writeClaimFile(JSON.stringify({ ...record, contested: true }))
  log.error({ because }, 'contents are not removed from the storage')
  return { held: false, because }
}

const adoptHint =
  'If this database is the one to continue with, stop the others and run: node bin/chancery.mjs files adopt'

function refusal(record: ClaimRecord, row: Row): string | undefined {
  if (record.database !== row.database_id) return `The storage belongs to another database. ${adoptHint}`
  if (record.contested)
    return `Two copies of this database have used the storage at the same time. ${adoptHint}`
  const newer = record.generation > row.generation
  const sameButOther = record.generation === row.generation && record.nonce !== row.nonce
  if (newer || sameButOther)
    return `The storage was last used by a newer state of this database: this one is an older copy. ${adoptHint}`
  return undefined
}

async function refusalWithoutClaim(storage: Storage, row: Row): Promise<string | undefined> {
  // never claimed, or killed at the first claim: a new installation, or one from before claim files existed
  if (row.generation <= 1) return undefined
  for await (const key of storage.keys()) {
    return `The storage contains files (${key}) but not the claim file that this database left there. ${adoptHint}`
  }
  return undefined
}

/**
 * The row before the file: if interrupted between them, the file does not name a generation unknown to its database.
 */
async function advance({ storage, database }: Parts, generation: number): Promise<void> {
  const nonce = randomUUID()
  const row = await database.kysely
    .updateTable('storage_claims')
    .set({ generation, nonce })
    .returning('database_id')
    .executeTakeFirstOrThrow()
  await storage.writeClaimFile(JSON.stringify({ database: row.database_id, generation, nonce }))
}

async function readRow({ kysely }: Pick<Database, 'kysely'>): Promise<Row> {
  return kysely
    .selectFrom('storage_claims')
    .select(['database_id', 'generation', 'nonce'])
    .executeTakeFirstOrThrow()
}

function parseClaim(text: string | undefined): ClaimRecord | undefined {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as ClaimRecord
  } catch {
    // whatever it is, it is not ours
    return { database: '', generation: 0, nonce: '' }
  }
}
