// Creates a field of the demo and puts it on a form, unless that has been done already.
import { createField, type NewField } from '../../../fields/commands/create-field.ts'
import { placeOnForm } from '../../../fields/commands/place-on-form.ts'
import { fieldsOfForms, type FormKey, getForm } from '../../../fields/form.ts'
import type { App } from '../../../platform/app.ts'
import { systemActor } from '../../../platform/events/change.ts'

const demo = systemActor('demo')

/** The id of the field with this name, which is created if necessary. */
export async function ensureField(app: App, field: NewField & { readonly apiName: string }): Promise<number> {
  const row = await app.db
    .selectFrom('fields')
    .where('organisation_id', '=', field.organisationId)
    .where('api_name', '=', field.apiName)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return row?.id ?? (await createField(app, demo, field)).id
}

interface Place {
  /** The title of its group, which is created if necessary. */
  readonly group?: string | undefined
  readonly required?: boolean
}

/** Puts the field at the end of the form, or of its group. */
export async function putFieldOnForm(
  app: App,
  key: FormKey,
  fieldId: number,
  { group, required = false }: Place,
): Promise<void> {
  const form = await getForm(app.db, key)
  if (fieldsOfForms([form]).some(({ field }) => field.id === fieldId)) return
  const there = form.parts.find((part) => part.kind === 'group' && part.title === group)
  const within =
    group === undefined
      ? {}
      : { within: there?.kind === 'group' ? there.id : await placeOnForm(app, demo, key, { group }) }
  await placeOnForm(app, demo, key, { fieldId, required, ...within })
}
