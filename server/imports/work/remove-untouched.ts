// Removing a record that an import has made, as long as nothing but imports has happened to it.
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { conflict } from '../../platform/errors.ts'
import { type PurgedKind, purgeMade } from '../../records/commands/purge-record.ts'

/** Removes the record for good. Throws conflict where somebody has done anything with it, not_found if it is gone. */
export const removeUntouched = (purged: PurgedKind, app: App, actor: Actor, id: string): Promise<void> =>
  purgeMade(purged, app, actor, {
    id: Number(id),
    async check(tx, { organisationId, id: recordId }) {
      const { rows } = await sql`select id from events
        where organisation_id = ${organisationId} and subject_kind = ${purged.kind.kind} and subject_id = ${recordId}
          and facts->>'import' is null limit 1`.execute(tx)
      if (rows.length > 0) throw conflict('Somebody has worked on it since, so it stays.')
    },
  })
