// Adding a region to an organisation.
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { checkRoom } from '../limits/check-room.ts'
import { change, type SystemActor } from '../../../platform/events/change.ts'
import { mapUniqueViolation } from '../../../platform/postgres/unique-violation.ts'
import { getOrganisationToChange } from '../access.ts'
import { regionEvent } from '../events.ts'
import { nameFor } from '../organisation.ts'

/**
 * Creates the region and returns its id. For administrators of the organisation. Throws conflict if it already has one
 * with that name.
 */
export async function createRegion(
  app: App,
  actor: Actor | SystemActor,
  { organisationId, name: given }: { readonly organisationId: number; readonly name: string },
): Promise<number> {
  const name = nameFor('A region', given)
  return mapUniqueViolation(regionNameTaken(name), () =>
    change(app, actor, async (tx, now) => {
      await getOrganisationToChange(tx, actor, organisationId)
      await checkRoom(tx, 'regions', { organisationId })
      const { id } = await tx
        .insertInto('regions')
        .values({ organisation_id: organisationId, name, created_at: now, updated_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { result: id, events: [regionEvent('region.created', { organisationId, id }, { name })] }
    }),
  )
}

/** The conflict for a name that another region has. */
export const regionNameTaken = (name: string) => ({
  constraint: 'regions_name_unique',
  message: `There is already a region "${name}".`,
})
