// Keeping the list of parties that contracts are made with: renaming one, merging one into another, deleting one that
// is not used.
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import { badInput, conflict, notFound } from '../../platform/errors.ts'
import type { VersionChecked } from '../../platform/version-checked.ts'
import { violates } from '../../platform/postgres/database.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { SubjectKind } from '../../platform/subject.ts'
import { moveReferences } from '../../fields/commands/move-references.ts'
import { kindNames } from '../../records/kinds.ts'

interface Entity {
  readonly id: number
  readonly name: string
  readonly version: number
}

/** Renames the party wherever it is shown; conflict when the name exists, in any case. */
export function renameEntity(
  app: App,
  actor: Actor,
  { id, checkVersion }: { readonly id: number } & VersionChecked,
  name: string,
): Promise<void> {
  return change(app, actor, async (tx) => {
    const before = await lockEntity(tx, actor, id)
    checkVersion?.(before.version)
    if (before.name === name) return { result: undefined, events: [] }
    await tx
      .updateTable('contract_entities')
      .set(({ eb }) => ({ name, version: eb('version', '+', 1) }))
      .where('organisation_id', '=', actor.organisationId)
      .where('id', '=', id)
      .execute()
    const facts = { changes: { name: { from: before.name, to: name } } }
    return { result: undefined, events: [entityEvent('contract-entity.updated', actor, id, facts)] }
  }).catch((error: unknown) => {
    if (!violates(error, 'contract_entities_name_unique')) throw error
    throw conflict(`There is a party named ${name} already.`)
  })
}

/** Deletes the party; conflict with the number of records that name it, seen by the actor or not. */
export function deleteEntity(app: App, actor: Actor, id: number): Promise<void> {
  return change(app, actor, async (tx) => {
    const { name } = await lockEntity(tx, actor, id)
    const uses = await usesOf(tx, actor, id)
    const records = new Set(uses.map(({ kind, record }) => `${kind} ${record}`)).size
    if (records > 0) {
      throw conflict(
        `${records === 1 ? '1 record names' : `${records} records name`} ${name}: merge it into another party instead.`,
      )
    }
    await deleteRow(tx, actor, id)
    return { result: undefined, events: [entityEvent('contract-entity.deleted', actor, id, { name })] }
  })
}

/**
 * Puts the other party in its place in every record that names it, whether the actor sees it or not, and takes it off
 * the list. Each record is updated, with its event. Throws not_found for the party that goes, 400 for the other one.
 */
export function mergeEntities(
  app: App,
  actor: Actor,
  { from, into }: { readonly from: number; readonly into: number },
): Promise<void> {
  if (from === into) throw badInput('into', 'must be another party.')
  return change(app, actor, async (tx, now) => {
    const [source, target] = await lockBoth(tx, actor, { from, into })
    const moved: DomainEvent[] = []
    for (const kind of kindNames) {
      const values = {
        organisationId: actor.organisationId,
        kind,
        type: 'ContractEntity',
        from,
        into,
        now,
      } as const
      moved.push(...(await moveReferences(app, tx, values)))
    }
    await deleteRow(tx, actor, from)
    const merged = { name: source.name, into: { id: into, name: target.name } }
    return {
      result: undefined,
      events: [entityEvent('contract-entity.merged', actor, from, merged), ...moved],
    }
  })
}

/** An event of a party; history only. */
export const entityEvent = (
  name: 'contract-entity.updated' | 'contract-entity.deleted' | 'contract-entity.merged',
  { organisationId }: Actor,
  id: number,
  facts: Readonly<Record<string, unknown>>,
): DomainEvent => ({ name, organisationId, resource: { kind: 'contract-entity', id }, subject: null, facts })

interface Use {
  readonly kind: SubjectKind
  readonly record: number
}

async function lockEntity(tx: Tx, { organisationId }: Actor, id: number): Promise<Entity> {
  const row = await tx
    .selectFrom('contract_entities')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .select(['id', 'name', 'version'])
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** In the order of their ids, so that two merges at the same time wait for one another. */
async function lockBoth(
  tx: Tx,
  { organisationId }: Actor,
  { from, into }: { readonly from: number; readonly into: number },
): Promise<readonly [Entity, Entity]> {
  const rows = await tx
    .selectFrom('contract_entities')
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', [from, into])
    .orderBy('id')
    .select(['id', 'name', 'version'])
    .forUpdate()
    .execute()
  const [source, target] = [from, into].map((id) => rows.find((row) => row.id === id))
  if (!source) throw notFound()
  if (!target) throw badInput('into', 'must be another party of your organisation.')
  return [source, target]
}

/** The values that name the party; those in the bin as well, which may come back. */
async function usesOf(tx: Tx, { organisationId }: Actor, id: number): Promise<readonly Use[]> {
  const { rows } = await sql<Use>`select v.record_kind as kind, v.record_id as record from field_values v
    join fields f on f.organisation_id = v.organisation_id and f.id = v.field_id and f.type = 'ContractEntity'
    where v.organisation_id = ${organisationId} and v.reference_id = ${id} order by 1, 2`.execute(tx)
  return rows
}

const deleteRow = (tx: Tx, { organisationId }: Actor, id: number) =>
  tx
    .deleteFrom('contract_entities')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
