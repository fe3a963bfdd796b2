// Choices of custom fields as what rows of an import become.
import { sql } from 'kysely'
import { atomKindOf } from '../../fields/field.ts'
import { getFieldToChange } from '../../fields/access.ts'
import { deleteChoice } from '../../fields/commands/delete-choice.ts'
import { fieldOptionsAdded } from '../../fields/events.ts'
import { insertOptions } from '../../fields/options.ts'
import { AppError, conflict, notFound } from '../../platform/errors.ts'
import type { ImportKind } from '../import-kind.ts'
import { property } from './record-properties.ts'

/** Choices, each of the field that its row names. */
export const importedOptions: ImportKind = {
  name: 'options',
  label: 'Choices of fields',
  features: [],
  properties: () =>
    Promise.resolve([
      property('field', 'Field', {
        required: true,
        also: ['field id', 'field name', 'api name'],
        help: 'The id of the field, such as governingLaw.',
      }),
      property('label', 'Label', { required: true, also: ['option', 'choice', 'name', 'text'] }),
      property('value', 'Value', {
        also: ['code', 'key'],
        help: 'What integrations read; the label without one.',
      }),
    ]),
  inputNames: new Map(),
  async make({ tx, actor, now }, row) {
    const name = row.text('field')
    const field =
      name === undefined
        ? undefined
        : await getFieldToChange(tx, actor, name).catch((error: unknown) => {
            if (error instanceof AppError && error.code === 'not_found')
              return row.wrong('field', 'must be the id of a field; GET /v2/fields lists them.')
            throw error
          })
    if (field && atomKindOf(field.type) !== 'option')
      row.wrong('field', `is of the type ${field.type}, which has no choices of its own.`)
    row.refuse()
    if (!field) throw notFound()
    const value = row.text('value')
    const added = await insertOptions(
      tx,
      field,
      [{ label: row.text('label') ?? '', ...(value === undefined ? {} : { value }) }],
      now,
    )
    return { id: `${field.id} ${added[0]?.id}`, events: [fieldOptionsAdded(field, added)] }
  },
  // in use, or merged into another: `remove` refuses
  eventsOn: (made) => {
    const [fieldId, id] = made.split(' ')
    return sql`e.resource_kind = 'field' and e.resource_id = ${Number(fieldId)}
      and e.name = 'field.option.changed' and e.facts->'from'->>'id' = ${id}`
  },
  async remove(app, actor, made) {
    const [fieldId, id] = made.split(' ').map(Number)
    const option = await app.db
      .selectFrom('field_options')
      .where('organisation_id', '=', actor.organisationId)
      .where('id', '=', id ?? 0)
      .where('deleted_at', 'is', null)
      .select('value')
      .executeTakeFirst()
    if (!option) throw notFound()
    if (fieldId === undefined) throw conflict('It is of no field.')
    await deleteChoice(app, actor, fieldId, { value: option.value })
  },
}
