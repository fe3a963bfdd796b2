// Updating a key date.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/change.ts'
import { noteContractActivity } from '../access.ts'
import { keyDateUpdated } from '../events.ts'
import { getKeyDateToChange } from '../find-key-dates.ts'
import { checkKeyDate, type KeyDate, type KeyDatePlace, withCents } from '../key-date.ts'

/**
 * Applies the changes; absent properties are kept. Nothing is written, and no event stored, when they change nothing.
 */
export function updateKeyDate(
  app: App,
  actor: Actor,
  place: KeyDatePlace,
  changes: Partial<Omit<KeyDate, 'id'>>,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { contract, keyDate } = await getKeyDateToChange(tx, actor, place)
    const given = { ...keyDate, ...changes }
    checkKeyDate({ ...given, name: given.name.trim() })
    const next = { ...given, name: given.name.trim(), value: withCents(given.value) }
    const events = keyDateUpdated(contract, keyDate, next)
    if (events.length === 0) return { result: undefined, events }
    await tx
      .updateTable('contract_key_dates')
      .set({ name: next.name, date: next.date, value: next.value, updated_at: now })
      .where('organisation_id', '=', contract.organisationId)
      .where('id', '=', keyDate.id)
      .execute()
    await noteContractActivity(tx, contract, now)
    return { result: undefined, events }
  })
}
