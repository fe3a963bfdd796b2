// Deleting a field that no record has a value of.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { keyOfName } from '../../platform/documents/docx-names.ts'
import { conflict } from '../../platform/errors.ts'
import { type FieldName, holdFieldToChange } from '../access.ts'
import { fieldDeleted } from '../events.ts'
import { type Field, namesInDocuments } from '../field.ts'
import { checkUnused } from '../field-usage.ts'

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
    await checkDocuments(tx, field)
    await tx
      .deleteFrom('form_parts')
      .where('organisation_id', '=', field.organisationId)
      .where('field_id', '=', field.id)
      .execute()
    await tx
      .updateTable('fields')
      .set({ deleted_at: now, updated_at: now, updated_by: actor.userId })
      .where('organisation_id', '=', field.organisationId)
      .where('id', '=', field.id)
      .execute()
    return { result: undefined, events: [fieldDeleted(field)] }
  })
}

/** A wizard whose document refers to a deleted field could no longer be used. */
async function checkDocuments(tx: Tx, field: Field): Promise<void> {
  const wizards = await tx
    .selectFrom('form_parts as p')
    .innerJoin('contract_templates as t', (join) =>
      join.onRef('t.organisation_id', '=', 'p.organisation_id').onRef('t.id', '=', 'p.template_id'),
    )
    .where('p.organisation_id', '=', field.organisationId)
    .where('p.field_id', '=', field.id)
    .where('p.form', '=', 'ContractWizard')
    .where('t.deleted_at', 'is', null)
    .select(['t.name', 't.wizard_names'])
    .execute()
  const own = new Set(namesInDocuments(field).map(keyOfName))
  const used = wizards.find(({ wizard_names: names }) => names?.some((each) => own.has(keyOfName(each))))
  if (used)
    throw conflict(`The document of the contract type ${used.name} speaks of it. Change the document first.`)
}
