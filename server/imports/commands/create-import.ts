// Beginning an import with the table that somebody sent.
import { sql } from 'kysely'
import { checkFeatures } from '../../identity/features/feature.ts'
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import { cleanName } from '../../files/uploads/file-name.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { documentTask } from '../../platform/workers/document-task.ts'
import { importEvent } from '../events.ts'
import type { ImportKey } from '../import.ts'
import type { ImportKind } from '../import-kind.ts'
import { guessMapping } from '../mapping.ts'
import type { NumberedRow, readTableFile } from '../reading/table-file.ts'
import { findMappingFor } from '../saved-mappings.ts'
import type { PackedList } from '../../platform/workers/packed-list.ts'

const readTable = documentTask<typeof readTableFile>(new URL('../reading/table-file.ts', import.meta.url), {
  name: 'readTableFile',
  called: 'The table',
})

interface NewImport {
  readonly kind: ImportKind
  readonly bytes: Buffer
  readonly fileName: string | undefined
}

/**
 * Reads the table in a worker, keeps its rows and guesses its mapping; returns the id. Throws bad_request for a table
 * that cannot be read or has too much, conflict when there are too many imports already.
 */
export async function createImport(
  app: App,
  actor: Actor,
  { kind, bytes, fileName }: NewImport,
): Promise<number> {
  checkFeatures(actor, kind.features)
  const { organisationId } = actor
  const { columns, total, rows } = await app.documents.run(
    readTable,
    { bytes },
    { organisationId, input: 'file' },
  )
  const [properties, saved] = await Promise.all([
    kind.properties(app.db, actor),
    findMappingFor(app.db, actor, kind.name, columns),
  ])
  const name = cleanName(fileName) ?? kind.name
  return change(app, actor, async (tx, now) => {
    await checkRoom(tx, 'imports', actor)
    const { id } = await tx
      .insertInto('imports')
      .values({
        organisation_id: organisationId,
        kind: kind.name,
        name,
        state: 'Mapping',
        created_by: actor.userId,
        ...callerOf(actor),
        columns: JSON.stringify(columns),
        mapping: JSON.stringify(guessMapping(columns, properties, saved)),
        total,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertRows(tx, { organisationId, id }, rows)
    const facts = { kind: kind.name, name, rows: total }
    return { result: id, events: [importEvent('import.created', { organisationId, id }, facts)] }
  })
}

/** For whom the background works. */
export const callerOf = ({ via, requestId }: Actor) => ({
  grant_id: via.kind === 'token' ? via.grantId : null,
  request_id: requestId,
})

// as text: the rows of a piece are unpacked by the database
async function insertRows(
  tx: Tx,
  { organisationId, id }: ImportKey,
  rows: PackedList<NumberedRow>,
): Promise<void> {
  for (const piece of rows) {
    const text = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString()
    await sql`insert into import_rows (organisation_id, import_id, number, place, cells)
      select ${organisationId}, ${id}, (r->>0)::int, (r->>0)::int, r->1
      from jsonb_array_elements(${text}::jsonb) as r`.execute(tx)
  }
}
