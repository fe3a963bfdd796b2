// What a process needs to serve, and what of it is missing at this moment.
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { createTtlCache } from '../../platform/ttl-cache.ts'

/** What is missing, with a sentence about each. */
export type Missing = Partial<Record<'server' | 'database' | 'storage', string>>

// these questions are not rate-limited, so they must not cost a statement or a call of the storage each
const databaseMs = 250
const storageMs = 5_000
const patienceMs = 2_000

/** Asks what is missing, within seconds, however long it takes them to fail. */
export function createReadiness(app: Pick<App, 'database' | 'storage' | 'stopping'>): () => Promise<Missing> {
  const database = createTtlCache<unknown>({ milliseconds: databaseMs, limit: 1 })
  const storage = createTtlCache<unknown>({ milliseconds: storageMs, limit: 1 })
  return async () => {
    const [databaseAnswers, storageAnswers] = await Promise.all([
      answers(() => database.get('', () => sql`select 1`.execute(app.database.kysely))),
      answers(() => storage.get('', () => app.storage.readClaimFile())),
    ])
    return {
      ...(app.stopping() ? { server: 'The server is stopping.' } : {}),
      ...(databaseAnswers ? {} : { database: 'The database does not answer.' }),
      ...(storageAnswers ? {} : { storage: 'The storage of file contents does not answer.' }),
    }
  }
}

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
