// Which database a storage belongs to. A database that is older than the storage (a restored copy on the live bucket) must not
// remove contents that it does not know. Reasons: docs/decisions/0035-storage-claims.md.
import { randomUUID } from 'node:crypto'
import type { Database } from '../postgres/database.ts'
import { withExclusiveLock } from '../postgres/exclusive-lock.ts'
import type { Logger } from '../installation/log.ts'
import { Gauge } from 'prom-client'
import type { Storage } from './storage.ts'

/** Whether this database may remove contents from its storage, and if not, why: in words for the operator. */
export type Standing = { readonly held: true } | { readonly held: false; readonly because: string }

export interface StorageClaim {
  /** Compares the note in the storage with the database, and claims the storage again when they agree. */
  hold(): Promise<Standing>
  /** As `hold`, but relies on the answer of up to ten minutes ago. */
  recent(): Promise<Standing>
  /** Takes the storage over for this database, whatever its note says. */
  adopt(): Promise<void>
}

interface Note {
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

/** How often a running server claims its storage; well below the hour for which new contents are never removed. */
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
  let last: { readonly standing: Standing; readonly at: number } | undefined
  const hold = async (): Promise<Standing> => {
    if (parts.offline) return { held: false, because: 'This server runs offline.' }
    const standing = await inTurn(parts, () => claim(parts, heldBefore))
    heldBefore ||= standing.held
    refused.set(standing.held ? 0 : 1)
    // real time: how old an answer of this process is
    last = { standing, at: Date.now() }
    return standing
  }
  return {
    hold,
    recent: () => (last && Date.now() - last.at < claimEveryMs ? Promise.resolve(last.standing) : hold()),
    async adopt() {
      await inTurn(parts, async () => {
        const note = noteOf(await storage.readNote())
        const { generation } = await readRow(database)
        await advance(parts, Math.max(generation, note?.generation ?? 0) + 1)
      })
    },
  }
}

/** Gives the database a new id: it is a copy, and not the one whose storage this may have been. */
export async function becomeAnother({ kysely }: Pick<Database, 'kysely'>): Promise<void> {
  await kysely.updateTable('storage_claims').set({ database_id: randomUUID() }).execute()
}

// any number that no other program uses for an advisory lock on the same database
const lockKey = 7_264_834

/** The row and the note are two steps: of the processes of one database, one at a time takes them. */
const inTurn = <Result>({ database }: Parts, work: () => Promise<Result>): Promise<Result> =>
  withExclusiveLock(database.pool, lockKey, work)

async function claim(parts: Parts, heldBefore: boolean): Promise<Standing> {
  const { storage, database, log } = parts
  const note = noteOf(await storage.readNote())
  const row = await readRow(database)
  const because = note ? refusal(note, row) : await refusalOfNoNote(storage, row)
  if (because === undefined) {
    await advance(parts, row.generation + 1)
    return { held: true }
  }
  const overtaken = note && heldBefore && note.database === row.database_id && !note.contested
  // the other database may be the one that does not know the newest files: now neither of them removes any
  if (overtaken) await storage.writeNote(JSON.stringify({ ...note, contested: true }))
  log.error({ because }, 'contents are not removed from the storage')
  return { held: false, because }
}

const adoptHint =
  'If this database is the one to go on with, stop the others and run: npx chancery files adopt'

function refusal(note: Note, row: Row): string | undefined {
  if (note.database !== row.database_id)
    return `The storage belongs to another database than this one. ${adoptHint}`
  if (note.contested)
    return `Two copies of this database have used the storage at the same time. ${adoptHint}`
  const newer = note.generation > row.generation
  const sameButOther = note.generation === row.generation && note.nonce !== row.nonce
  if (newer || sameButOther)
    return `The storage was last used by a newer state of this database: this one is an older copy. ${adoptHint}`
  return undefined
}

async function refusalOfNoNote(storage: Storage, row: Row): Promise<string | undefined> {
  // never claimed, or killed at the first claim: a new installation, or one from before there were notes
  if (row.generation <= 1) return undefined
  for await (const key of storage.keys()) {
    return `The storage holds contents (${key}) but not the note that this database left there. ${adoptHint}`
  }
  return undefined
}

/** The row before the note: when it breaks off between them, the note names no generation that its database does not know. */
async function advance({ storage, database }: Parts, generation: number): Promise<void> {
  const nonce = randomUUID()
  const row = await database.kysely
    .updateTable('storage_claims')
    .set({ generation, nonce })
    .returning('database_id')
    .executeTakeFirstOrThrow()
  await storage.writeNote(JSON.stringify({ database: row.database_id, generation, nonce }))
}

async function readRow({ kysely }: Pick<Database, 'kysely'>): Promise<Row> {
  return kysely
    .selectFrom('storage_claims')
    .select(['database_id', 'generation', 'nonce'])
    .executeTakeFirstOrThrow()
}

function noteOf(text: string | undefined): Note | undefined {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as Note
  } catch {
    // whatever it is, it is not ours
    return { database: '', generation: 0, nonce: '' }
  }
}
