// Renames a region, or takes it out of use.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type SystemActor } from '../../platform/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { notFound } from '../../platform/errors.ts'
import { mapUniqueViolation } from '../../platform/postgres/unique-names.ts'
import { getOrganisationToChange } from '../access.ts'
import { regionEvent } from '../events.ts'
import { nameFor } from '../organisation.ts'
import { takenRegion } from './create-region.ts'

interface RegionName {
  readonly organisationId: number
  readonly id: number
}

/**
 * Gives the region another name; nothing happens when it is the one it has. For administrators. Throws not_found when there is no
 * such region, conflict when another one has the name.
 */
export async function renameRegion(
  app: App,
  actor: Actor | SystemActor,
  region: RegionName,
  given: string,
): Promise<void> {
  const name = nameFor('A region', given)
  return mapUniqueViolation(takenRegion(name), () =>
    change(app, actor, async (tx, now) => {
      const before = await holdRegion(tx, actor, region)
      if (before.name === name) return { result: undefined, events: [] }
      await regionRow(tx, region).set({ name, updated_at: now }).execute()
      const facts = { changed: { name: { from: before.name, to: name } } }
      return { result: undefined, events: [regionEvent('region.updated', region, facts)] }
    }),
  )
}

/**
 * Takes the region out of use: it can be chosen no more, and records that have it keep showing it. For administrators; not_found
 * when there is no such region.
 */
export function deleteRegion(app: App, actor: Actor | SystemActor, region: RegionName): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { name } = await holdRegion(tx, actor, region)
    await regionRow(tx, region).set({ deleted_at: now, updated_at: now }).execute()
    return { result: undefined, events: [regionEvent('region.deleted', region, { name })] }
  })
}

async function holdRegion(tx: Tx, actor: Actor | SystemActor, { organisationId, id }: RegionName) {
  await getOrganisationToChange(tx, actor, organisationId)
  const region = await tx
    .selectFrom('regions')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select('name')
    .executeTakeFirst()
  if (!region) throw notFound()
  return region
}

const regionRow = (tx: Tx, { organisationId, id }: RegionName) =>
  tx.updateTable('regions').where('organisation_id', '=', organisationId).where('id', '=', id)
