// Renaming or deleting a region.
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { change, type SystemActor } from '../../../platform/events/change.ts'
import type { Tx } from '../../../platform/postgres/database.ts'
import { notFound } from '../../../platform/errors.ts'
import type { VersionChecked } from '../../../platform/version-checked.ts'
import { mapUniqueViolation } from '../../../platform/postgres/unique-violation.ts'
import { getOrganisationToChange } from '../access.ts'
import { regionEvent } from '../events.ts'
import { nameFor } from '../organisation.ts'
import { regionNameTaken } from './create-region.ts'

interface RegionName {
  readonly organisationId: number
  readonly id: number
}

/**
 * Renames the region; does nothing if it has that name already. For administrators. Throws not_found if there is no
 * such region, and conflict if another one has the name.
 */
export async function renameRegion(
  app: App,
  actor: Actor | SystemActor,
  region: RegionName & VersionChecked,
  given: string,
): Promise<void> {
  const name = nameFor('A region', given)
  return mapUniqueViolation(regionNameTaken(name), () =>
    change(app, actor, async (tx, now) => {
      const before = await lockRegion(tx, actor, region)
      region.checkVersion?.(before.version)
      if (before.name === name) return { result: undefined, events: [] }
      await regionRow(tx, region)
        .set(({ eb }) => ({ name, version: eb('version', '+', 1), updated_at: now }))
        .execute()
      const facts = { changed: { name: { from: before.name, to: name } } }
      return { result: undefined, events: [regionEvent('region.updated', region, facts)] }
    }),
  )
}

/**
 * Deletes the region: it can no longer be chosen, but records that have it keep showing it. For administrators;
 * not_found if there is no such region.
 */
export function deleteRegion(app: App, actor: Actor | SystemActor, region: RegionName): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { name } = await lockRegion(tx, actor, region)
    await regionRow(tx, region).set({ deleted_at: now, updated_at: now }).execute()
    return { result: undefined, events: [regionEvent('region.deleted', region, { name })] }
  })
}

async function lockRegion(tx: Tx, actor: Actor | SystemActor, { organisationId, id }: RegionName) {
  await getOrganisationToChange(tx, actor, organisationId)
  const region = await tx
    .selectFrom('regions')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(['name', 'version'])
    .executeTakeFirst()
  if (!region) throw notFound()
  return region
}

const regionRow = (tx: Tx, { organisationId, id }: RegionName) =>
  tx.updateTable('regions').where('organisation_id', '=', organisationId).where('id', '=', id)
