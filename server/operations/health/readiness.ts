// What a process needs to serve, and what of it is missing at this moment.
import { statfs } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { createTtlCache } from '../../platform/ttl-cache.ts'

/** What is missing, with a sentence about each. */
export type Missing = Partial<Record<'server' | 'database' | 'storage' | 'room', string>>

// these questions are not rate-limited, so they must not cost a statement or a call of the storage each
const databaseMs = 250
const storageMs = 5_000
const patienceMs = 2_000
// with less the database itself may have no room for a change: a segment of its log takes 16 MB
const leastFreeBytes = 32 * 1024 ** 2

/** Asks what is missing, within seconds, however long it takes them to fail. */
export function createReadiness(
  app: Pick<App, 'config' | 'database' | 'storage' | 'stopping'>,
): () => Promise<Missing> {
  const database = createTtlCache<unknown>({ milliseconds: databaseMs, limit: 1 })
  const storage = createTtlCache<unknown>({ milliseconds: storageMs, limit: 1 })
  return async () => {
    const [databaseAnswers, storageAnswers, free] = await Promise.all([
      answers(() => database.get('', () => sql`select 1`.execute(app.database.kysely))),
      answers(() => storage.get('', () => app.storage.readClaimFile())),
      freeBytes(app.config.stateDir),
    ])
    return {
      ...(app.stopping() ? { server: 'The server is stopping.' } : {}),
      ...(databaseAnswers ? {} : { database: 'The database does not answer.' }),
      ...(storageAnswers ? {} : { storage: 'The storage of file contents does not answer.' }),
      ...(free >= leastFreeBytes
        ? {}
        : { room: 'The disk of the state folder is full: what is sent cannot be stored.' }),
    }
  }
}

/** What is free on the disk of a folder; without an answer, enough. */
const freeBytes = (folder: string): Promise<number> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Number.POSITIVE_INFINITY,
  )

/** Whether it answers without an error, and soon. */
async function answers(ask: () => unknown): Promise<boolean> {
  const over = new AbortController()
  const answered = Promise.resolve()
    .then(ask)
    .then(
      () => true,
      () => false,
    )
  const late = pause(patienceMs, false, { signal: over.signal, ref: false }).catch(() => false)
  return Promise.race([answered, late]).finally(() => over.abort())
}
