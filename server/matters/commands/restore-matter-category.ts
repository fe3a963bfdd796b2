// Taking a category of matters into use again, and deleting one that no matter has.
import { removeForms } from '../../fields/commands/remove-forms.ts'
import { getOrganisationToChange } from '../../identity/organisations/access.ts'
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { mapUniqueViolation } from '../../platform/postgres/unique-violation.ts'
import { categoryEvent, takenCategory } from './write-matter-category.ts'

interface CategoryKey {
  readonly organisationId: number
  readonly id: number
}

/**
 * Takes the category into use again, with its forms and defaults as they were; those below it stay out of use. Nothing
 * happens if it is in use. For administrators of the organisation; not_found for an unknown one, conflict while the one
 * above it is out of use or a sibling has its name.
 */
export function restoreMatterCategory(app: App, actor: Actor, key: CategoryKey): Promise<void> {
  return mapUniqueViolation(takenCategory('that'), () =>
    change(app, actor, async (tx, now) => {
      await getOrganisationToChange(tx, actor, key.organisationId)
      const { name, parentId, isDeleted } = await getAny(tx, key)
      if (!isDeleted) return { result: undefined, events: [] }
      await checkRoom(tx, 'matterTypes', key)
      if (parentId !== null && (await getAny(tx, { ...key, id: parentId })).isDeleted)
        throw conflict('The matter type above it is out of use: turn that on first.')
      await tx
        .updateTable('matter_categories')
        .set({ deleted_at: null, updated_at: now })
        .where('organisation_id', '=', key.organisationId)
        .where('id', '=', key.id)
        .execute()
      return {
        result: undefined,
        events: [categoryEvent('matterCategory.restored', { ...key, facts: { name } })],
      }
    }),
  )
}

/**
 * Deletes the category with its forms. For administrators of the organisation; not_found for an unknown one, conflict
 * while a matter, a request type or a category below has it.
 */
export function purgeMatterCategory(app: App, actor: Actor, key: CategoryKey): Promise<void> {
  return change(app, actor, async (tx) => {
    const { organisationId, id } = key
    await getOrganisationToChange(tx, actor, organisationId)
    const { name } = await getAny(tx, key)
    await checkUnused(tx, key)
    await removeForms(tx, [
      { organisationId, form: 'MatterDetails', categoryId: id },
      { organisationId, form: 'MatterCreate', categoryId: id },
    ])
    await tx
      .deleteFrom('matter_categories')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute()
    return {
      result: undefined,
      events: [categoryEvent('matterCategory.purged', { ...key, facts: { name } })],
    }
  })
}

async function checkUnused(tx: Tx, { organisationId, id }: CategoryKey): Promise<void> {
  const [matter, requestType, below] = await Promise.all([
    // not through access.ts: a record blocks this regardless of who may see it, and nothing of it is shown
    tx
      .selectFrom('matters')
      .where('organisation_id', '=', organisationId)
      .where('category_id', '=', id)
      .limit(1)
      .select('id')
      .executeTakeFirst(),
    tx
      .selectFrom('request_types')
      .where('organisation_id', '=', organisationId)
      .where('category_id', '=', id)
      .limit(1)
      .select('title')
      .executeTakeFirst(),
    tx
      .selectFrom('matter_categories')
      .where('organisation_id', '=', organisationId)
      .where('parent_id', '=', id)
      .limit(1)
      .select('name')
      .executeTakeFirst(),
  ])
  if (matter) throw conflict('There are matters of this type: turn it off instead, and they keep it.')
  if (requestType) throw conflict(`The request type “${requestType.title}” makes matters of this type.`)
  if (below) throw conflict(`The matter type “${below.name}” is below it.`)
}

/** Whether in use or not. */
async function getAny(tx: Tx, { organisationId, id }: CategoryKey) {
  const row = await tx
    .selectFrom('matter_categories')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .select(['name', 'parent_id', 'deleted_at'])
    .executeTakeFirst()
  if (!row) throw notFound()
  return { name: row.name, parentId: row.parent_id, isDeleted: row.deleted_at !== null }
}
