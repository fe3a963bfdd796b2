// Taking a bulk change back: each record that it changed gets its former values, unless somebody has changed them
// since.
import { checkFeatures } from '../../../identity/features/feature.ts'
import { featuresOfRoute } from '../../../identity/features/feature-routes.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import type { EachOutcome } from '../../../platform/change-each.ts'
import { conflict } from '../../../platform/errors.ts'
import { type ChangeOne, getBulkChange, idsPerPart } from '../bulk-change.ts'
import { recordsToTakeBack, takeBackRecord } from '../made.ts'
import { bulkJobs } from './keep-bulk-change.ts'

type Undone = (EachOutcome & { readonly jobId?: number }) | { readonly job: { id: number; total: number } }

/**
 * Takes back one of the actor's own, as a bulk change of its own that can be taken back as well; more than a thousand
 * records in the background. Throws not_found for those of others, conflict for one that has not finished and for one
 * of which nothing is left to take back.
 */
export async function undoBulkChange(
  app: App,
  actor: Actor,
  id: number,
  changes: ReadonlyMap<string, ChangeOne>,
): Promise<Undone> {
  const { list, finishedAt } = await getBulkChange(app.db, actor, id)
  if (finishedAt === null) throw conflict('This job has not finished: cancel it first.')
  const changeOne = changes.get(list)
  if (!changeOne) throw conflict('The records of this list cannot be changed any more.')
  checkFeatures(actor, featuresOfRoute(`/v2/${list}`))
  const undoOf = { organisationId: actor.organisationId, id }
  const ids = await recordsToTakeBack(app.db, undoOf)
  if (ids.length === 0)
    throw conflict('There is nothing to take back: nothing was changed, or it was taken back already.')
  const asked = { list, ids, change: {}, onlyEmpty: false, checkOnly: false, undoOf: id }
  if (ids.length > idsPerPart) {
    return { job: { id: await bulkJobs.start(app, actor, asked), total: ids.length } }
  }
  return bulkJobs.atOnce(app, actor, asked, (one, recordId) =>
    takeBackRecord(one, actor, { undoOf, recordId }, changeOne),
  )
}
