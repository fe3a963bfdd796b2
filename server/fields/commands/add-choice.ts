// Adds a choice to a lookup, as those who fill forms may where the field allows it.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/change.ts'
import { getFieldToContribute } from '../access.ts'
import { fieldOptionsAdded } from '../events.ts'
import type { FieldOption } from '../field.ts'
import { insertOptions } from '../options.ts'
import { checkLookup } from '../queries.ts'

/**
 * Adds the choice and answers it. Throws conflict when the lookup has one with this label, in any case; 400 when the lookup is of
 * the other kind.
 */
export function addChoice(
  app: App,
  actor: Actor,
  fieldId: number,
  { label, multiple }: { readonly label: string; readonly multiple: boolean },
): Promise<FieldOption> {
  return change(app, actor, async (tx, now) => {
    const field = await getFieldToContribute(tx, actor, fieldId)
    checkLookup(field, multiple)
    const added = await insertOptions(tx, field, [{ label }], now)
    const [choice] = added
    if (!choice) throw new Error('No choice was added')
    return { result: choice, events: [fieldOptionsAdded(field, added)] }
  })
}
