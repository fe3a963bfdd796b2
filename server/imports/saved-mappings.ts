// Mappings that are kept to be used again: by the headings of a table, for other tables of the same kind.
import { checkRoom } from '../identity/organisations/limits/check-room.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { internalTransaction } from '../platform/events/change.ts'
import { notFound } from '../platform/errors.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { getImport } from './import.ts'
import { type SavedMapping, savedFrom } from './mapping.ts'
import type { ReadColumn } from './reading/columns.ts'

export interface KeptMapping {
  readonly id: number
  readonly kind: string
  readonly name: string
  readonly mapping: SavedMapping
  readonly createdAt: Date
}

const mostListed = 500

const mappingsOf = (db: Reader, { organisationId }: Actor) =>
  db
    .selectFrom('import_mappings')
    .where('organisation_id', '=', organisationId)
    .select(['id', 'kind', 'name', 'mapping', 'created_at as createdAt'])

const keptMapping = <Row extends { mapping: unknown }>(row: Row) => ({
  ...row,
  mapping: row.mapping as SavedMapping,
})

/** The kept mappings of the actor's organisation, the newest first. */
export async function listMappings(db: Reader, actor: Actor): Promise<readonly KeptMapping[]> {
  const rows = await mappingsOf(db, actor).orderBy('id', 'desc').limit(mostListed).execute()
  return rows.map(keptMapping)
}

/** One of them; not_found for those of others. */
export async function getMapping(db: Reader, actor: Actor, id: number): Promise<KeptMapping> {
  const row = await mappingsOf(db, actor).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  return keptMapping(row)
}

/** Keeps the mapping of an import under a name, in place of one that has the name; returns its id. */
export async function keepMapping(
  app: App,
  actor: Actor,
  { importId, name }: { readonly importId: number; readonly name: string },
): Promise<number> {
  const { kind, columns, mapping } = await getImport(app.db, actor, importId)
  const { organisationId } = actor
  return internalTransaction(app, async (tx, now) => {
    await tx
      .deleteFrom('import_mappings')
      .where('organisation_id', '=', organisationId)
      .where('kind', '=', kind)
      .where('name', '=', name)
      .execute()
    await checkRoom(tx, 'importMappings', actor)
    const { id } = await tx
      .insertInto('import_mappings')
      .values({
        organisation_id: organisationId,
        kind,
        name,
        mapping: JSON.stringify(savedFrom(columns, mapping)),
        created_by: actor.userId,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

/** Removes a kept mapping; not_found for those of others. */
export async function deleteMapping(app: App, { organisationId }: Actor, id: number): Promise<void> {
  const removed = await internalTransaction(app, (tx) =>
    tx
      .deleteFrom('import_mappings')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst(),
  )
  if (!removed) throw notFound()
}

/** The kept mapping of the kind that knows most headings of the table, if it knows any; of equal ones the newest. */
export async function findMappingFor(
  db: Reader,
  actor: Actor,
  kind: string,
  columns: readonly ReadColumn[],
): Promise<SavedMapping | undefined> {
  const headings = new Set(columns.map(({ heading }) => heading.toLowerCase()))
  const fits = (await listMappings(db, actor))
    .filter((each) => each.kind === kind)
    .map(({ mapping }) => ({
      mapping,
      known: mapping.columns.filter(({ heading }) => headings.has(heading.toLowerCase())).length,
    }))
    .filter(({ known }) => known > 0)
  return fits.toSorted((a, b) => b.known - a.known)[0]?.mapping
}
