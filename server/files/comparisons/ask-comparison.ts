// Asking for the comparison of two versions: it is found, or made in the background.
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { AppError, badInput, notFound } from '../../platform/errors.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { flagOf } from '../../platform/job-flags.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import {
  checkSize,
  type ComparedVersion,
  type Comparison,
  getComparison,
  getVersionToCompare,
  type VersionRef,
} from './comparison.ts'

// of one organisation
const mostWaiting = 20
// ahead of indexing
const priority = -1
const mostAttempts = 5

/**
 * The comparison of two versions. Throws not_found for what the actor may not see, conflict for what is no Word
 * document, and unavailable while too many comparisons of the organisation are waiting.
 */
export async function askForComparison(
  app: App,
  actor: Actor,
  { before: earlier, after: later }: { readonly before: VersionRef; readonly after: VersionRef },
): Promise<Comparison> {
  const after = await getVersionToCompare(app, actor, later)
  const before = await getVersionToCompare(app, actor, earlier).catch((error: unknown) => {
    if (error instanceof AppError && error.status === 404)
      throw badInput('before', 'must be a version of a file that you may see.')
    throw error
  })
  if (before.organisationId !== after.organisationId)
    throw badInput('before', 'must belong to the same organisation.')
  if (before.fileId === after.fileId && before.version === after.version)
    throw badInput('before', 'must be another version.')
  checkSize(before)
  checkSize(after)
  const id = await internalTransaction(
    app,
    async (tx, now) => (await findId(tx, { before, after })) ?? (await begin(tx, { before, after }, now)),
  )
  return getComparison(app, actor, { id, ...later })
}

interface Versions {
  readonly before: ComparedVersion
  readonly after: ComparedVersion
}

async function findId(tx: Tx, { before, after }: Versions): Promise<number | undefined> {
  const row = await tx
    .selectFrom('file_comparisons')
    .where('organisation_id', '=', after.organisationId)
    .where('after_file_id', '=', after.fileId)
    .where('after_version', '=', after.version)
    .where('before_file_id', '=', before.fileId)
    .where('before_version', '=', before.version)
    .select('id')
    .executeTakeFirst()
  return row?.id
}

async function begin(tx: Tx, { before, after }: Versions, now: Date): Promise<number> {
  const { organisationId } = after
  const { waiting } = await tx
    .selectFrom('file_comparisons')
    .where('organisation_id', '=', organisationId)
    .where('state', '=', 'Working')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .executeTakeFirstOrThrow()
  if (waiting >= mostWaiting)
    throw new AppError(
      'unavailable',
      'Too many versions are being compared at the moment. Try again shortly.',
      {
        headers: { 'retry-after': '10' },
      },
    )
  const row = await tx
    .insertInto('file_comparisons')
    .values({
      organisation_id: organisationId,
      before_file_id: before.fileId,
      before_version: before.version,
      after_file_id: after.fileId,
      after_version: after.version,
      state: 'Working',
      asked_at: now,
    })
    // somebody else asks at the same time
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) {
    const id = await findId(tx, { before, after })
    if (id === undefined) throw notFound()
    return id
  }
  const payload = JSON.stringify({ organisationId, comparisonId: row.id })
  await sql`select graphile_worker.add_job('compare-versions', ${payload}::json, max_attempts => ${mostAttempts},
    priority => ${priority}, flags => array[${flagOf(organisationId)}])`.execute(tx)
  return row.id
}
