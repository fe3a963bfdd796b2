// Gives an organisation the built-in fields, on the forms of all its contracts and matters.
import type { App } from '../../platform/app.ts'
import type { SystemActor } from '../../platform/events/change.ts'
import { builtInFields } from '../built-in.ts'
import { createField } from './create-field.ts'
import { placeOnForm } from './place-on-form.ts'

/**
 * Creates the missing ones and places them; existing ones are left as they are. For customers: law firms have no
 * records.
 */
export async function createBuiltInFields(
  app: App,
  actor: SystemActor,
  organisationId: number,
): Promise<void> {
  const there = await app.db
    .selectFrom('fields')
    .where('organisation_id', '=', organisationId)
    .where('category', '=', 'Lawvu')
    .select('api_name')
    .execute()
  const names = new Set(there.map((field) => field.api_name))
  for (const { on, ...field } of builtInFields) {
    if (names.has(field.apiName)) continue
    const { id: fieldId } = await createField(app, actor, { ...field, organisationId, category: 'Lawvu' })
    for (const form of on) await placeOnForm(app, actor, { organisationId, form }, { fieldId })
  }
}
