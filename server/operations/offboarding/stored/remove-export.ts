// Removing stored exports: on demand, at any time, and when their week is over.
import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { change, type SystemActor, systemActor } from '../../../platform/events/change.ts'
import { notFound } from '../../../platform/errors.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { getOrganisationToChange } from '../../../identity/organisations/access.ts'
import { organisationEvent } from '../../../identity/organisations/events.ts'
import { deleteBlob } from '../../../files/contents/stored-blobs.ts'
import type { ExportKey } from './stored-export.ts'

/**
 * Removes an export with what is stored of it, for administrators of its organisation; one that is being made is
 * stopped by that. Throws not_found if there is none.
 */
export async function removeStoredExport(
  app: App,
  actor: Actor | SystemActor,
  { organisationId, id }: ExportKey,
): Promise<void> {
  const keys = await change(app, actor, async (tx) => {
    await getOrganisationToChange(tx, actor, organisationId)
    // a piece that is just being recorded waits for this lock, and then finds no export
    const held = await tx
      .selectFrom('organisation_exports')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .select('state')
      .forUpdate()
      .executeTakeFirst()
    if (!held) throw notFound()
    const pieces = await tx
      .deleteFrom('organisation_export_pieces')
      .where('organisation_id', '=', organisationId)
      .where('export_id', '=', id)
      .returning('storage_key')
      .execute()
    await tx
      .deleteFrom('organisation_exports')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute()
    const facts = { exportId: id, state: held.state }
    return {
      result: pieces.map((piece) => piece.storage_key),
      events: [organisationEvent('organisation.export.deleted', organisationId, facts)],
    }
  })
  for (const key of keys) await deleteBlob(app, key)
}

const mostAtOnce = 100

/** Removes those that have expired; returns how many. */
export async function removeExpiredExports(app: App): Promise<number> {
  // not through access.ts: a job of the system, for every organisation
  const expired = await app.db
    .selectFrom('organisations as o')
    .innerJoin('organisation_exports as e', 'e.organisation_id', 'o.id')
    .where('e.expires_at', '<=', app.clock.now())
    .orderBy('e.expires_at')
    .select(['e.organisation_id as organisationId', 'e.id'])
    .limit(mostAtOnce)
    .execute()
  for (const key of expired) await removeStoredExport(app, systemActor('remove-exports'), key)
  return expired.length
}

/** Forgets all of them in a database that was restored: what is stored of exports is in no backup. */
export async function forgetStoredExports(tx: Tx): Promise<void> {
  await sql`/* every organisation: the whole installation was restored */ delete from organisation_exports`.execute(
    tx,
  )
}
