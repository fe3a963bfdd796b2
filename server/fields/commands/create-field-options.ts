// Adds choices to a field.
import type { App } from '../../platform/app.ts'
import { change, type SystemActor } from '../../platform/events/change.ts'
import { badInput } from '../../platform/errors.ts'
import { fieldOptionsAdded } from '../events.ts'
import { atomKindOf, type FieldType } from '../field.ts'
import { insertOptions, type NewOption } from '../options.ts'

/**
 * Adds the choices at the end, all or none, and returns their ids. Throws conflict when the field already has one with
 * that label.
 */
export function createFieldOptions(
  app: App,
  actor: SystemActor,
  { organisationId, fieldId }: { readonly organisationId: number; readonly fieldId: number },
  options: readonly NewOption[],
): Promise<readonly number[]> {
  return change(app, actor, async (tx, now) => {
    const field = await tx
      .selectFrom('fields')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', fieldId)
      .where('deleted_at', 'is', null)
      .select('type')
      .executeTakeFirst()
    const type = field?.type as FieldType | undefined
    if (type === undefined || atomKindOf(type) !== 'option') {
      throw badInput('fieldId', 'must be the id of a field with choices.')
    }
    const key = { organisationId, id: fieldId, type }
    const added = await insertOptions(tx, key, options, now)
    return { result: added.map(({ id }) => id), events: [fieldOptionsAdded(key, added)] }
  })
}
