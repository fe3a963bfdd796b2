// Updating a category of matters: its name, its place, its team, its defaults for new matters.
import { getOrganisationToChange } from '../../identity/organisations/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type SystemActor } from '../../platform/events/change.ts'
import { differencesOf } from '../../platform/events/differences.ts'
import { notFound } from '../../platform/errors.ts'
import { mapUniqueViolation } from '../../platform/postgres/unique-violation.ts'
import { findUsableCategory } from '../categories.ts'
import type { NewMatterCategory } from './create-matter-category.ts'
import {
  categoryEvent,
  categoryRow,
  type CategoryDraft,
  checkCategory,
  takenCategory,
} from './write-matter-category.ts'

/** The changes: an absent property is kept, null clears it; a parent of null is the top. */
export type CategoryChanges = Partial<Omit<NewMatterCategory, 'organisationId'>>

const names = ['name', 'description', 'parentId', 'position', 'teamId', 'teamRequired'] as const

/**
 * Applies the changes; the category moves with everything below it, and matters keep it. For administrators of the
 * organisation. Throws not_found when it does not exist, 400 for a place below itself, conflict when the name is taken
 * there.
 */
export function updateMatterCategory(
  app: App,
  actor: Actor | SystemActor,
  { organisationId, id }: { readonly organisationId: number; readonly id: number },
  changes: CategoryChanges,
): Promise<void> {
  return mapUniqueViolation(takenCategory(changes.name?.trim() ?? 'so'), () =>
    change(app, actor, async (tx, now) => {
      await getOrganisationToChange(tx, actor, organisationId)
      const before = await findUsableCategory(tx, organisationId, id)
      if (!before) throw notFound()
      const next: CategoryDraft = {
        ...before,
        ...changes,
        name: changes.name?.trim() ?? before.name,
        rules: changes.rules === undefined ? before.rules : changes.rules,
      }
      const sameRules = JSON.stringify(next.rules) === JSON.stringify(before.rules)
      const changed = {
        ...differencesOf<CategoryDraft, (typeof names)[number]>(before, next, names),
        ...(sameRules ? {} : { rules: { from: before.rules, to: next.rules } }),
      }
      const which = new Set(Object.keys(changed) as (keyof CategoryDraft)[])
      if (which.size === 0) return { result: undefined, events: [] }
      await checkCategory(tx, next, { actor, organisationId, id, changed: which })
      await tx
        .updateTable('matter_categories')
        .set({ ...categoryRow(next), updated_at: now })
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .execute()
      return {
        result: undefined,
        events: [categoryEvent('matterCategory.updated', { organisationId, id, facts: { changed } })],
      }
    }),
  )
}
