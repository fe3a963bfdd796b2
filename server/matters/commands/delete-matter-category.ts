// Taking a category of matters out of use.
import { getOrganisationToChange } from '../../identity/organisations/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type SystemActor } from '../../platform/events/change.ts'
import { notFound } from '../../platform/errors.ts'
import { findUsableCategory } from '../categories.ts'
import { categoryEvent } from './write-matter-category.ts'

/**
 * Deletes the category and those below it: no new matter can have them, existing ones keep them. Throws not_found when
 * it does not exist or is deleted already. For administrators of the organisation.
 */
export function deleteMatterCategory(
  app: App,
  actor: Actor | SystemActor,
  { organisationId, id }: { readonly organisationId: number; readonly id: number },
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    await getOrganisationToChange(tx, actor, organisationId)
    if (!(await findUsableCategory(tx, organisationId, id))) throw notFound()
    const deleted: number[] = []
    for (let level = [id]; level.length > 0; ) {
      deleted.push(...level)
      const below = await tx
        .selectFrom('matter_categories')
        .where('organisation_id', '=', organisationId)
        .where('parent_id', 'in', level)
        .where('deleted_at', 'is', null)
        .select('id')
        .execute()
      level = below.map((category) => category.id)
    }
    await tx
      .updateTable('matter_categories')
      .set({ deleted_at: now, updated_at: now })
      .where('organisation_id', '=', organisationId)
      .where('id', 'in', deleted)
      .execute()
    return {
      result: undefined,
      events: deleted.map((each) => categoryEvent('matterCategory.deleted', { organisationId, id: each })),
    }
  })
}
