// Deletes a choice of a lookup that no record uses.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/change.ts'
import { conflict } from '../../platform/errors.ts'
import { getFieldToChange } from '../access.ts'
import { fieldOptionDeleted } from '../events.ts'
import { checkLookup } from '../queries.ts'
import { listUsesOf, lockChoice, removeChoice } from '../usage.ts'

/** Deletes the choice; new records do not begin with it any more. Throws conflict with the number of records that use it. */
export function deleteChoice(app: App, actor: Actor, fieldId: number, choiceId: number): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const field = await getFieldToChange(tx, actor, fieldId)
    checkLookup(field)
    const choice = await lockChoice(tx, field, choiceId)
    const uses = (await listUsesOf(tx, field, choice)).length
    if (uses > 0) {
      const records = uses === 1 ? '1 record uses' : `${uses} records use`
      throw conflict(`${records} this choice. Merge it into another one instead, or change them first.`)
    }
    await removeChoice(tx, field, choice, { now })
    return { result: undefined, events: [fieldOptionDeleted(field, choice)] }
  })
}
