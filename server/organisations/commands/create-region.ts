// Adds a region to an organisation.
import type { App } from '../../platform/app.ts'
import { change, type SystemActor } from '../../platform/change.ts'
import { violates } from '../../platform/database.ts'
import { badInput, conflict } from '../../platform/errors.ts'

/** Makes the region and answers its id. Throws conflict when the organisation has one of that name. */
export async function createRegion(
  app: App,
  actor: SystemActor,
  { organisationId, name }: { readonly organisationId: number; readonly name: string },
): Promise<number> {
  if (name.trim() === '') throw badInput('name', 'A region needs a name.')
  try {
    return await change(app, actor, async (tx, now) => {
      const { id } = await tx
        .insertInto('regions')
        .values({ organisation_id: organisationId, name: name.trim(), created_at: now, updated_at: now })
        .returning('id')
        .executeTakeFirstOrThrow()
      const event = {
        name: 'region.created',
        organisationId,
        resource: { kind: 'region', id },
        subject: null,
        facts: { name: name.trim() },
      }
      return { result: id, events: [event] }
    })
  } catch (error) {
    if (!violates(error, 'regions_name_unique')) throw error
    throw conflict(`There is already a region "${name.trim()}".`)
  }
}
