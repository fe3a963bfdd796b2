// Storing a bulk change, for the background to carry out.
import type { Actor } from '../../../platform/actor.ts'
import { addJob } from '../../../platform/add-job.ts'
import type { App } from '../../../platform/app.ts'
import { internalTransaction } from '../../../platform/events/change.ts'
import { checkRoom } from '../../../identity/organisations/limits/check-room.ts'
import { idsPerPart } from '../bulk-change.ts'

/** What is asked for. The change must have been read successfully: it is read again for each record. */
export interface NewBulkChange {
  readonly list: string
  readonly ids: readonly number[]
  readonly change: unknown
  readonly onlyEmpty: boolean
  readonly checkOnly: boolean
  /** The bulk change that this one takes back. */
  readonly undoOf?: number
}

/** Stores it and returns its id. Throws conflict while ten others of the actor have not finished. */
export function startBulkChange(app: App, actor: Actor, asked: NewBulkChange): Promise<number> {
  const { organisationId } = actor
  return internalTransaction(app, async (tx, now) => {
    await checkRoom(tx, 'unfinishedJobs', actor)
    const { id } = await tx
      .insertInto('bulk_changes')
      .values({ ...rowOf(actor, asked, now), state: 'Waiting' })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (let part = 0; part * idsPerPart < asked.ids.length; part++) {
      const ids = asked.ids.slice(part * idsPerPart, (part + 1) * idsPerPart)
      await tx
        .insertInto('bulk_change_ids')
        .values({ organisation_id: organisationId, bulk_change_id: id, part, ids })
        .execute()
    }
    await addJob(tx, 'change-many', { organisationId, id }, `change-many ${organisationId} ${id}`)
    return id
  })
}

/** The row of a bulk change, without its state. */
export const rowOf = (actor: Actor, asked: NewBulkChange, now: Date) => ({
  organisation_id: actor.organisationId,
  created_by: actor.userId,
  client_id: actor.via.kind === 'token' ? actor.via.clientId : null,
  grant_id: actor.via.kind === 'token' ? actor.via.grantId : null,
  request_id: actor.requestId,
  list: asked.list,
  change: JSON.stringify(asked.change),
  only_empty: asked.onlyEmpty,
  check_only: asked.checkOnly,
  undo_of: asked.undoOf ?? null,
  total: asked.ids.length,
  refusals: '[]',
  created_at: now,
})
