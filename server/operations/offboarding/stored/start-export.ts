// Asking for an export that is made in the background.
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { addJob } from '../../../platform/add-job.ts'
import { conflict } from '../../../platform/errors.ts'
import { change } from '../../../platform/events/change.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { storageUnavailable } from '../../../platform/storage/storage.ts'
import { getOrganisationToChange } from '../../../identity/organisations/access.ts'
import { organisationEvent } from '../../../identity/organisations/events.ts'
import { type ExportKey, mostStored } from './stored-export.ts'

/**
 * Asks for an export of the organisation, for its administrators, and returns its id. Throws conflict while another one
 * is being made or when there are three, and unavailable while the storage cannot be reached.
 */
export async function startExport(app: App, actor: Actor, organisationId: number): Promise<number> {
  await app.storage.readClaimFile().catch((error: unknown) => {
    throw storageUnavailable(error)
  })
  return change(app, actor, async (tx, now) => {
    // locks it, so that the count holds
    await getOrganisationToChange(tx, actor, organisationId)
    await checkRoomForExport(tx, organisationId, now)
    const { id } = await tx
      .insertInto('organisation_exports')
      .values({
        organisation_id: organisationId,
        state: 'Waiting',
        created_by: actor.userId,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addExportJob(tx, { organisationId, id })
    return {
      result: id,
      events: [organisationEvent('organisation.export.started', organisationId, { exportId: id })],
    }
  })
}

async function checkRoomForExport(tx: Tx, organisationId: number, now: Date): Promise<void> {
  const rows = await tx
    .selectFrom('organisation_exports')
    .where('organisation_id', '=', organisationId)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .select('finished_at')
    .execute()
  if (rows.some((row) => row.finished_at === null))
    throw conflict('An export is being made already. Wait until it is finished, or delete it.')
  if (rows.length >= mostStored)
    throw conflict(`There are ${mostStored} exports already. Delete one of them first.`)
}

/** Stores the job that makes an export. */
export const addExportJob = (tx: Tx, { organisationId, id }: ExportKey): Promise<void> =>
  addJob(tx, 'make-export', { organisationId, id }, `make-export ${organisationId} ${id}`)
