// Creates the demo's custom fields and puts them on the forms of its contract templates and matter categories.
import { createBuiltInFields } from '../../../fields/commands/create-built-in-fields.ts'
import type { FormKey } from '../../../fields/form.ts'
import type { App } from '../../../platform/app.ts'
import { systemActor } from '../../../platform/events/change.ts'
import { harbour, organisations } from '../plans/core-records.ts'
import { contractFields, type DemoField, matterFields } from '../plans/fields.ts'
import { ensureField, putFieldOnForm } from './ensure-field.ts'
import type { Made } from './seed-directory.ts'

const demo = systemActor('demo')

/** Creates whatever is missing of them; templates and categories must exist. */
export async function seedFields(app: App, made: Made): Promise<void> {
  for (const { name, type } of organisations) {
    if (type === 'Customer') await createBuiltInFields(app, demo, made.organisation(name))
  }
  const organisationId = made.organisation(harbour)
  const ofContracts = await makeFields(app, organisationId, contractFields)
  const ofMatters = await makeFields(app, organisationId, matterFields)
  for (const templateId of await listIds(app, 'contract_templates', organisationId)) {
    await fillForm(app, { organisationId, form: 'ContractDetails', templateId }, ofContracts)
    await fillForm(app, { organisationId, form: 'ContractUpload', templateId }, ofContracts.filter(isAsked))
  }
  for (const categoryId of await listIds(app, 'matter_categories', organisationId)) {
    await fillForm(app, { organisationId, form: 'MatterDetails', categoryId }, ofMatters)
    await fillForm(app, { organisationId, form: 'MatterCreate', categoryId }, ofMatters.filter(isAsked))
  }
}

interface Placed {
  readonly fieldId: number
  readonly field: DemoField
}

const isAsked = ({ field }: Placed) => field.asked !== undefined

async function makeFields(
  app: App,
  organisationId: number,
  fields: readonly DemoField[],
): Promise<readonly Placed[]> {
  const made: Placed[] = []
  for (const field of fields) {
    const { choices = [], group: _, asked: __, values: ___, ...draft } = field
    const options = choices.length > 0 ? { options: choices.map((label) => ({ label })) } : {}
    made.push({ field, fieldId: await ensureField(app, { ...draft, ...options, organisationId }) })
  }
  return made
}

/** Fields on the form for creating a record are not grouped. */
async function fillForm(app: App, key: FormKey, fields: readonly Placed[]): Promise<void> {
  const isDetails = key.form.endsWith('Details')
  for (const { fieldId, field } of fields) {
    const group = isDetails ? field.group : undefined
    await putFieldOnForm(app, key, fieldId, { group, required: !isDetails && field.asked === 'required' })
  }
}

async function listIds(
  app: App,
  table: 'contract_templates' | 'matter_categories',
  organisationId: number,
): Promise<readonly number[]> {
  const rows = await app.db
    .selectFrom(table)
    .where('organisation_id', '=', organisationId)
    .orderBy('id')
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}
