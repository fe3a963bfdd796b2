// Deleting a field that no record has a value of.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { conflict } from '../../platform/errors.ts'
import { type FieldName, holdFieldToChange } from '../access.ts'
import { fieldDeleted } from '../events.ts'
import { checkUnused } from '../field-usage.ts'
import { keepingDocuments } from './documents-of-field.ts'

/**
 * Deletes the field and removes it from its forms. Throws conflict with the number of records that have a value, for
 * built-in fields, and while the document of a wizard refers to it.
 */
export function deleteField(app: App, actor: Actor, name: FieldName): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const field = await holdFieldToChange(tx, actor, name)
    if (field.category === 'Lawvu')
      throw conflict('A built-in field cannot be deleted; take it off the forms.')
    await checkUnused(tx, field, 'Clear it there first, or take the field off the forms.')
    await keepingDocuments(tx, field, () =>
      tx
        .deleteFrom('form_parts')
        .where('organisation_id', '=', field.organisationId)
        .where('field_id', '=', field.id)
        .execute(),
    )
    await tx
      .updateTable('fields')
      .set({ deleted_at: now, updated_at: now, updated_by: actor.userId })
      .where('organisation_id', '=', field.organisationId)
      .where('id', '=', field.id)
      .execute()
    return { result: undefined, events: [fieldDeleted(field)] }
  })
}
