// Adding a key date to a contract.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import { change } from '../../platform/events/change.ts'
import { getContractFor, noteContractActivity } from '../access.ts'
import { keyDateCreated } from '../events.ts'
import { checkedKeyDate, type NewKeyDate } from '../key-date.ts'
import { checkKeyDateOwner } from '../key-dates/check-owner.ts'
import { insertKeyDate } from '../key-dates/write-key-date.ts'

/** Adds the key date and returns its id. Allowed for everybody who may change the contract. */
export function createKeyDate(
  app: App,
  actor: Actor,
  contractId: number,
  input: NewKeyDate,
): Promise<number> {
  return change(app, actor, async (tx, now) => {
    const keyDate = checkedKeyDate({ ...defaults, ...input })
    const contract = await getContractFor(tx, actor, contractId, 'keyDates')
    await checkRoom(tx, 'keyDates', { organisationId: contract.organisationId, parentId: contract.id })
    if (keyDate.ownerId !== null) await checkKeyDateOwner(tx, contract, keyDate.ownerId)
    const id = await insertKeyDate(tx, contract, keyDate, { by: actor.userId, now })
    await noteContractActivity(tx, contract, now)
    return { result: id, events: [keyDateCreated(contract, { ...keyDate, id })] }
  })
}

const defaults = {
  value: '0',
  category: 'Other',
  ownerId: null,
  done: false,
  reminders: [],
  recurrence: null,
} as const
