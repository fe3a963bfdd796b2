// What is known to be missing or damaged among stored contents: reported once, told to whoever asks for it, and forgotten when the
// contents are as they were recorded again. Nothing here removes anything.
import { sql } from 'kysely'
import { Gauge } from 'prom-client'
import type { App } from '../app.ts'
import { internalTransaction } from '../change.ts'
import type { Reader } from '../postgres/database.ts'
import { AppError } from '../errors.ts'
import type { RecordedContent } from './recorded-content.ts'

export type Problem = 'missing' | 'damaged'

/** Contents that are not as they were recorded. */
export interface Damage extends RecordedContent {
  readonly problem: Problem
  readonly foundAt: Date
  readonly checkedAt: Date
}

/** The refusal of contents that are not there, or are not what was stored. */
export const contentDamaged = (problem: Problem): AppError =>
  new AppError(
    'content_damaged',
    problem === 'missing'
      ? 'The stored content of this file is missing. It has been reported to the operator of this installation, who can bring it back from a backup.'
      : 'The stored content of this file is damaged, so it is not sent. It has been reported to the operator of this installation, who can bring it back from a backup.',
  )

/** What was found wrong with the contents, if anything. */
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

/** Keeps what was found; the log has an error the first time. Never throws: whoever asked is refused in any case. */
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
    const text = 'stored content is missing or damaged: bring it back from a backup (chancery files damaged)'
    if (isNew) app.log.error({ organisationId, key, problem }, text)
  } catch (error) {
    app.log.error({ err: error, organisationId, key, problem }, 'damaged content could not be reported')
  }
}

/** Forgets what was found: the contents are as they were recorded, or nothing names them any more. */
export async function forgetDamage(app: Reporter, { organisationId, key }: RecordedContent): Promise<void> {
  await internalTransaction(app, (tx) =>
    tx
      .deleteFrom('content_damages')
      .where('organisation_id', '=', organisationId)
      .where('storage_key', '=', key)
      .execute(),
  )
  app.log.info({ organisationId, key }, 'stored content is as it was recorded again, or needed no more')
}

/** All that was found, what was checked longest ago first. */
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
  help: 'Stored contents that are known to be missing or damaged',
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

/** Has the metrics of this process count what is known to be wrong. */
export function countDamages({ database }: Pick<App, 'database'>): void {
  counted = async () => {
    const { rows } = await sql<{ problem: Problem; count: number }>`
      /* every organisation: the metrics are those of the whole installation */
      select problem, count(*) as count from content_damages group by problem`.execute(database.kysely)
    return rows
  }
}
