// Mappings that are kept to be used again: by the headings of a table, for other tables of the same kind.
import { checkRoom } from '../identity/organisations/limits/check-room.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { internalTransaction } from '../platform/events/change.ts'
import { conflict, notFound } from '../platform/errors.ts'
import type { Reader, Tx } from '../platform/postgres/database.ts'
import { mapUniqueViolation } from '../platform/postgres/unique-violation.ts'
import { getImport } from './import.ts'
import { type SavedMapping, savedFrom } from './mapping.ts'
import type { ReadColumn } from './reading/columns.ts'

export interface KeptMapping {
  readonly id: number
  readonly kind: string
  readonly name: string
  readonly mapping: SavedMapping
  readonly createdAt: Date
  readonly version: number
}

const mostListed = 500

const mappingsOf = (db: Reader, { organisationId }: Actor) =>
  db
    .selectFrom('import_mappings')
    .where('organisation_id', '=', organisationId)
    .select(['id', 'kind', 'name', 'mapping', 'created_at as createdAt', 'version'])

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
  const kept = JSON.stringify(savedFrom(columns, mapping))
  return internalTransaction(app, async (tx, now) => {
    const replaced = await tx
      .updateTable('import_mappings')
      .set((eb) => ({ mapping: kept, version: eb('version', '+', 1) }))
      .where('organisation_id', '=', organisationId)
      .where('kind', '=', kind)
      .where('name', '=', name)
      .returning('id')
      .executeTakeFirst()
    if (replaced) return replaced.id
    await checkRoom(tx, 'importMappings', actor)
    const { id } = await mapUniqueViolation(nameTaken(name), () =>
      tx
        .insertInto('import_mappings')
        .values({
          organisation_id: organisationId,
          kind,
          name,
          mapping: kept,
          created_by: actor.userId,
          created_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    return id
  })
}

const nameTaken = (name: string) => ({
  constraint: 'import_mappings_name_unique',
  message: `There is a mapping "${name}" of this kind already.`,
})

interface KeptChange {
  readonly id: number
  /** Throws when it is not in the version that was read. */
  readonly checkVersion: (version: number) => void
  readonly name?: string | undefined
  /** The import whose mapping it becomes. */
  readonly importId?: number | undefined
}

/**
 * Renames a kept mapping, or makes it that of an import of the same kind. Throws not_found, conflict for an import of
 * another kind and for a name that is taken.
 */
export async function changeMapping(
  app: App,
  actor: Actor,
  { id, checkVersion, name, importId }: KeptChange,
): Promise<void> {
  const from = importId === undefined ? undefined : await getImport(app.db, actor, importId)
  await internalTransaction(app, async (tx) => {
    const { kind } = await holdMapping(tx, actor, { id, checkVersion })
    if (from && from.kind !== kind)
      throw conflict(`The mapping is for ${kind}; the table of this import has ${from.kind}.`)
    if (name === undefined && !from) return
    await mapUniqueViolation(nameTaken(name ?? ''), () =>
      tx
        .updateTable('import_mappings')
        .set((eb) => ({
          version: eb('version', '+', 1),
          ...(name === undefined ? {} : { name }),
          ...(from ? { mapping: JSON.stringify(savedFrom(from.columns, from.mapping)) } : {}),
        }))
        .where('organisation_id', '=', actor.organisationId)
        .where('id', '=', id)
        .execute(),
    )
  })
}

/** Removes a kept mapping; not_found for those of others. */
export async function deleteMapping(
  app: App,
  actor: Actor,
  mapping: Pick<KeptChange, 'id' | 'checkVersion'>,
): Promise<void> {
  await internalTransaction(app, async (tx) => {
    await holdMapping(tx, actor, mapping)
    await tx
      .deleteFrom('import_mappings')
      .where('organisation_id', '=', actor.organisationId)
      .where('id', '=', mapping.id)
      .execute()
  })
}

/** The mapping, locked until the transaction ends, if it is in the version that was read. */
async function holdMapping(
  tx: Tx,
  actor: Actor,
  { id, checkVersion }: Pick<KeptChange, 'id' | 'checkVersion'>,
): Promise<KeptMapping> {
  const row = await mappingsOf(tx, actor).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw notFound()
  checkVersion(row.version)
  return keptMapping(row)
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
