// Fields and forms for tests, made by the commands that make them for everyone.
import type { App } from '../server/platform/app.ts'
import { systemActor } from '../server/platform/events/change.ts'
import { createField, type NewField } from '../server/fields/commands/create-field.ts'
import { placeOnForm } from '../server/fields/commands/place-on-form.ts'
import type { FormKey } from '../server/fields/form.ts'

const operator = systemActor('test')

/** A field of its own; answers its id. */
export const insertField = async (app: App, field: NewField): Promise<number> =>
  (await createField(app, operator, field)).id

interface Placed {
  readonly required?: boolean
  readonly readOnly?: boolean
  readonly label?: string
  readonly within?: number
}

/** A field that stands on the form; answers its id. */
export async function insertFieldOn(
  app: App,
  form: FormKey,
  { required, readOnly, label, within, ...field }: Omit<NewField, 'organisationId'> & Placed,
): Promise<number> {
  const fieldId = await insertField(app, { ...field, organisationId: form.organisationId })
  const placed = { required, readOnly, label, within }
  await placeOnForm(app, operator, form, { fieldId, ...given(placed) })
  return fieldId
}

/** A group on the form; answers its id. */
export const insertGroupOn = (app: App, form: FormKey, group: string, within?: number): Promise<number> =>
  placeOnForm(app, operator, form, { group, ...given({ within }) })

type Given<Some> = { [Name in keyof Some]?: Exclude<Some[Name], undefined> }

const given = <Some extends object>(some: Some): Given<Some> =>
  Object.fromEntries(Object.entries(some).filter(([, value]) => value !== undefined)) as Given<Some>

/** The ids of the choices of a field, by label, in their order. */
export async function optionIdsOf(app: App, organisationId: number, fieldId: number) {
  const rows = await app.db
    .selectFrom('field_options')
    .where('organisation_id', '=', organisationId)
    .where('field_id', '=', fieldId)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .select(['id', 'label'])
    .execute()
  return Object.fromEntries(rows.map(({ id, label }) => [label, id]))
}
