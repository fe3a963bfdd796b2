// Stored contents known to be missing or damaged: reported once, listed on request, and cleared when the contents are
// intact again. Nothing here removes anything.
import { sql } from 'kysely'
import { Gauge } from 'prom-client'
import type { App } from '../app.ts'
import { internalTransaction } from '../events/change.ts'
import type { Reader } from '../postgres/database.ts'
import { AppError } from '../errors.ts'
import type { RecordedContent } from './storage.ts'

export type Problem = 'missing' | 'damaged'

/** Contents that do not match their record. */
export interface Damage extends RecordedContent {
  readonly problem: Problem
  readonly foundAt: Date
  readonly checkedAt: Date
}

/** The error for contents that are missing or do not match what was stored. */
export const contentDamaged = (problem: Problem): AppError =>
  new AppError(
    'content_damaged',
    problem === 'missing'
      ? 'The stored content of this file is missing. It has been reported to the operator of this installation, who can restore it from a backup.'
      : 'The stored content of this file is damaged, so it is not sent. It has been reported to the operator of this installation, who can restore it from a backup.',
  )

/** The known problem of the contents, if any. */
export async function findProblem(
  db: Reader,
  { organisationId, key }: RecordedContent,
): Promise<Problem | undefined> {
  const found = await db
    .selectFrom('content_damages')
    .where('organisation_id', '=', organisationId)
    .where('storage_key', '=', key)
    .select('problem')
    .executeTakeFirst()
  return found?.problem as Problem | undefined
}

type Reporter = Pick<App, 'database' | 'clock' | 'log'>

/** Stores the finding; logs an error the first time. Never throws: the caller rejects the request in any case. */
export async function reportDamage(app: Reporter, content: RecordedContent, problem: Problem): Promise<void> {
  const { organisationId, key, size, sha256 } = content
  try {
    const isNew = await internalTransaction(app, async (tx, now) => {
      const found = { problem, checked_at: now }
      const inserted = await tx
        .insertInto('content_damages')
        .values({ organisation_id: organisationId, storage_key: key, size, sha256, found_at: now, ...found })
        .onConflict((conflict) => conflict.doNothing())
        .returning('storage_key')
        .executeTakeFirst()
      if (inserted) return true
      await tx
        .updateTable('content_damages')
        .set(found)
        .where('organisation_id', '=', organisationId)
        .where('storage_key', '=', key)
        .execute()
      return false
    })
    const text = 'stored content is missing or damaged: restore it from a backup (chancery files damaged)'
    if (isNew) app.log.error({ organisationId, key, problem }, text)
  } catch (error) {
    app.log.error({ err: error, organisationId, key, problem }, 'damaged content could not be reported')
  }
}

/** Clears the finding: the contents are intact again, or nothing references them any more. */
export async function clearDamage(app: Reporter, { organisationId, key }: RecordedContent): Promise<void> {
  await internalTransaction(app, (tx) =>
    tx
      .deleteFrom('content_damages')
      .where('organisation_id', '=', organisationId)
      .where('storage_key', '=', key)
      .execute(),
  )
  app.log.info({ organisationId, key }, 'stored content is intact again, or no longer needed')
}

/** All findings, least recently checked first. */
export async function listDamages(db: Reader, limit = 1_000): Promise<readonly Damage[]> {
  const { rows } = await sql<Damage>`
    /* every organisation: the operator asks for the whole installation */
    select organisation_id as "organisationId", storage_key as key, size, sha256, problem,
      found_at as "foundAt", checked_at as "checkedAt"
    from content_damages order by checked_at, organisation_id, storage_key limit ${limit}`.execute(db)
  return rows
}

let counted: (() => Promise<readonly { problem: Problem; count: number }[]>) | undefined

const damages = new Gauge({
  name: 'chancery_damaged_contents',
  help: 'Stored contents known to be missing or damaged',
  labelNames: ['problem'],
  // each process counts the same rows
  aggregator: 'max',
  async collect() {
    const rows = await counted?.().catch(() => [])
    setNone()
    for (const { problem, count } of rows ?? []) this.set({ problem }, count)
  },
})

const setNone = () => {
  for (const problem of ['missing', 'damaged'] as const) damages.set({ problem }, 0)
}

/** Exports the number of known damages as a metric of this process. */
export function countDamages({ database }: Pick<App, 'database'>): void {
  counted = async () => {
    const { rows } = await sql<{ problem: Problem; count: number }>`
      /* every organisation: the metrics are those of the whole installation */
      select problem, count(*) as count from content_damages group by problem`.execute(database.kysely)
    return rows
  }
}
