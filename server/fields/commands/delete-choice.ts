// Deleting a choice of a field that no record uses.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { conflict } from '../../platform/errors.ts'
import { type FieldName, getFieldToChange } from '../access.ts'
import { fieldOptionDeleted } from '../events.ts'
import type { ChoiceName } from '../options.ts'
import { checkLookup, checkOffers } from '../field-details.ts'
import { listUsesOf, lockChoice, removeChoice } from '../field-usage.ts'

/** Deletes the choice, also from the default of the field. Throws conflict with the number of records that use it. */
export function deleteChoice(app: App, actor: Actor, fieldName: FieldName, name: ChoiceName): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const field = await getFieldToChange(tx, actor, fieldName)
    // v1 identifies only the choices of lookups by their ids
    if ('id' in name) checkLookup(field)
    else checkOffers(field)
    const choice = await lockChoice(tx, field, name)
    const uses = (await listUsesOf(tx, field, choice)).length
    if (uses > 0) {
      const records = uses === 1 ? '1 record uses' : `${uses} records use`
      const instead = field.type === 'Lookup' ? 'Merge it into another one instead, or change' : 'Change'
      throw conflict(`${records} this choice. ${instead} them first.`)
    }
    await removeChoice(tx, field, choice, { now })
    return { result: undefined, events: [fieldOptionDeleted(field, choice)] }
  })
}
