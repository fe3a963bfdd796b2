// Adding a choice to a field: people who fill in forms may do so where a lookup allows it.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { type FieldName, getFieldToContribute } from '../access.ts'
import { fieldOptionsAdded } from '../events.ts'
import type { FieldOption } from '../field.ts'
import { insertOptions, type NewOption } from '../options.ts'
import { checkLookup, checkOffers } from '../field-details.ts'

interface NewChoice extends Pick<NewOption, 'label' | 'properties'> {
  /** Whether the lookup accepts several choices; if absent, the field may be of any type with choices. */
  readonly multiple?: boolean
}

/**
 * Adds the choice at the end and returns it. Throws conflict when the field has one with this label, in any case; 400
 * when the lookup is of the other kind.
 */
export function addChoice(
  app: App,
  actor: Actor,
  name: FieldName,
  { multiple, ...option }: NewChoice,
): Promise<FieldOption> {
  return change(app, actor, async (tx, now) => {
    const field = await getFieldToContribute(tx, actor, name)
    if (multiple === undefined) checkOffers(field)
    else checkLookup(field, multiple)
    const added = await insertOptions(tx, field, [option], now)
    const [choice] = added
    if (!choice) throw new Error('No choice was added')
    return { result: choice, events: [fieldOptionsAdded(field, added)] }
  })
}
