// Updating the label of a choice, and the properties that integrations store with it. Its value does not change.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import type { VersionChecked } from '../../platform/version-checked.ts'
import { type FieldName, getFieldToChange } from '../access.ts'
import { fieldOptionChanged } from '../events.ts'
import { type OptionProperties, checkText, writeOption } from '../options.ts'
import { checkOffers } from '../field-details.ts'
import { lockChoice } from '../field-usage.ts'

/** The changes: an absent property is kept. Properties are merged (RFC 7396): null removes one. */
interface ChoiceChanges {
  readonly label?: string
  readonly properties?: OptionProperties | null
}

/**
 * Updates the choice of the field that has the value. Throws 400 for an invalid label, and conflict when another choice
 * has it; an update that changes nothing raises no event.
 */
export function updateChoice(
  app: App,
  actor: Actor,
  choice: { readonly field: FieldName; readonly value: string } & VersionChecked,
  changes: ChoiceChanges,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const field = await getFieldToChange(tx, actor, choice.field)
    checkOffers(field)
    const { id, version, ...before } = await lockChoice(tx, field, choice)
    choice.checkVersion?.(version)
    const label = changes.label?.trim() ?? before.label
    checkText('label', label)
    const properties =
      changes.properties === undefined ? before.properties : merged(before.properties, changes.properties)
    const after = { label, properties: properties as OptionProperties | null }
    if (JSON.stringify(after) === JSON.stringify(before)) return { result: undefined, events: [] }
    await writeOption(tx, field, { id, ...after }, now)
    return { result: undefined, events: [fieldOptionChanged(field, { id, ...before }, { id, ...after })] }
  })
}

const isObject = (value: unknown): value is OptionProperties =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function merged(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const before = new Map(isObject(target) ? Object.entries(target) : [])
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) before.delete(name)
    else before.set(name, merged(before.get(name), value))
  }
  return Object.fromEntries(before)
}
