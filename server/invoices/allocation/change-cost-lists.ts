// Adding, changing and deleting cost centres and legal entities.
import { sql } from 'kysely'
import { getOrganisationToChange } from '../../identity/organisations/access.ts'
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import { nameFor } from '../../identity/organisations/organisation.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { change, type SystemActor } from '../../platform/events/change.ts'
import { differencesOf } from '../../platform/events/differences.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { mapUniqueViolation } from '../../platform/postgres/unique-violation.ts'
import type { VersionChecked } from '../../platform/version-checked.ts'
import {
  codeFor,
  codeTaken,
  type CostList,
  costEntryEvent,
  type CostListName,
  costLists,
} from './cost-list.ts'

export interface CostEntry {
  readonly code: string
  readonly name: string
  readonly active: boolean
}

interface Kept {
  readonly organisationId: number
  readonly id: number
}

const checked = (list: CostList, given: Partial<CostEntry>): Partial<CostEntry> => ({
  ...given,
  ...(given.code === undefined ? {} : { code: codeFor(given.code) }),
  ...(given.name === undefined ? {} : { name: nameFor(list.article, given.name) }),
})

/** Adds an entry and returns its id. For administrators. Throws conflict for a code that is taken. */
export function createCostEntry(
  app: App,
  actor: Actor | SystemActor,
  of: { readonly organisationId: number; readonly list: CostListName },
  given: CostEntry,
): Promise<number> {
  const list = costLists[of.list]
  const { organisationId } = of
  const entry = { ...given, ...checked(list, given) }
  return mapUniqueViolation(codeTaken(list, entry.code), () =>
    change(app, actor, async (tx, now) => {
      await getOrganisationToChange(tx, actor, organisationId)
      await checkRoom(tx, of.list, { organisationId })
      const { id } = await tx
        .insertInto(list.table)
        .values({ organisation_id: organisationId, ...entry, created_at: now, updated_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { result: id, events: [costEntryEvent(list, 'created', { organisationId, id }, { ...entry })] }
    }),
  )
}

/** An entry, locked until the transaction ends; not_found for one of another organisation. */
async function lockEntry(tx: Tx, { table }: CostList, { organisationId, id }: Kept) {
  const row = await tx
    .selectFrom(table)
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .select(['code', 'name', 'active', 'version'])
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** Applies the changes; does nothing without a difference. Throws like `createCostEntry`, and not_found. */
export function updateCostEntry(
  app: App,
  actor: Actor,
  { list: name, id, checkVersion }: { readonly list: CostListName; readonly id: number } & VersionChecked,
  changes: Partial<CostEntry>,
): Promise<void> {
  const list = costLists[name]
  const wanted = checked(list, changes)
  return mapUniqueViolation(codeTaken(list, wanted.code ?? ''), () =>
    change(app, actor, async (tx, now) => {
      const kept = { organisationId: actor.organisationId, id }
      await getOrganisationToChange(tx, actor, kept.organisationId)
      const before = await lockEntry(tx, list, kept)
      checkVersion?.(before.version)
      const after = { ...before, ...wanted }
      const changed = differencesOf(before, after, ['code', 'name', 'active'])
      if (Object.keys(changed).length === 0) return { result: undefined, events: [] }
      await tx
        .updateTable(list.table)
        .set({
          code: after.code,
          name: after.name,
          active: after.active,
          version: before.version + 1,
          updated_at: now,
        })
        .where('organisation_id', '=', kept.organisationId)
        .where('id', '=', id)
        .execute()
      return { result: undefined, events: [costEntryEvent(list, 'updated', kept, { changed })] }
    }),
  )
}

/** Deletes an entry that nothing names. Throws not_found, and conflict while something does. */
export function deleteCostEntry(
  app: App,
  actor: Actor,
  { list: name, id }: { readonly list: CostListName; readonly id: number },
): Promise<void> {
  const list = costLists[name]
  return change(app, actor, async (tx) => {
    const kept = { organisationId: actor.organisationId, id }
    await getOrganisationToChange(tx, actor, kept.organisationId)
    const { code, name: called } = await lockEntry(tx, list, kept)
    await checkUnused(tx, list, kept)
    await tx
      .deleteFrom(list.table)
      .where('organisation_id', '=', kept.organisationId)
      .where('id', '=', id)
      .execute()
    return { result: undefined, events: [costEntryEvent(list, 'deleted', kept, { code, name: called })] }
  })
}

async function checkUnused(tx: Tx, list: CostList, { organisationId, id }: Kept): Promise<void> {
  const own = sql`organisation_id = ${organisationId} and ${sql.ref(list.column)} = ${id}`
  const rules =
    list.event === 'costCentre'
      ? sql` or exists (select 1 from invoice_approval_rules
          where organisation_id = ${organisationId} and cost_centre_ids @> array[${id}]::bigint[])
          or exists (select 1 from inside_costs where ${own})`
      : sql``
  const { rows } = await sql<{
    readonly used: boolean
  }>`select exists (select 1 from matter_allocations where ${own})
    or exists (select 1 from invoice_allocations where ${own})
    or exists (select 1 from purchase_orders where ${own})${rules} as used`.execute(tx)
  if (rows[0]?.used !== true) return
  throw conflict(`The ${list.one} is used. Replace it by another one, or set it to inactive.`)
}
