// Adding a key date to a contract.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { MayChange } from '../../platform/granted.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { Contract } from '../contract.ts'
import { getContractFor, noteContractActivity } from '../access.ts'
import { keyDateCreated } from '../events.ts'
import { checkedKeyDate, type NewKeyDate } from '../key-date.ts'
import { checkKeyDateOwner } from '../key-dates/check-owner.ts'
import { insertKeyDate } from '../key-dates/write-key-date.ts'
import { checkNotOutForSignature } from '../signing/here/request.ts'

/** Adds the key date and returns its id. Allowed for everybody who may change the contract. */
export function createKeyDate(
  app: App,
  actor: Actor,
  contractId: number,
  input: NewKeyDate,
): Promise<number> {
  return change(app, actor, async (tx, now) => {
    const { id, contract, events } = await createKeyDateWithin(tx, actor, contractId, { input, now })
    await noteContractActivity(tx, contract, now)
    return { result: id, events }
  })
}

interface Creation {
  readonly input: NewKeyDate & { readonly done?: boolean }
  readonly now: Date
}

/** The same inside a larger change, which stores the returned events; the contract is not noted as active. */
export async function createKeyDateWithin(
  tx: Tx,
  actor: Actor,
  contractId: number,
  { input, now }: Creation,
): Promise<{
  readonly id: number
  readonly contract: Contract & MayChange
  readonly events: readonly DomainEvent[]
}> {
  const keyDate = checkedKeyDate({ ...defaults, ...input })
  const contract = await getContractFor(tx, actor, contractId, 'keyDates')
  await checkNotOutForSignature(tx, contract)
  await checkRoom(tx, 'keyDates', { organisationId: contract.organisationId, parentId: contract.id })
  if (keyDate.ownerId !== null) await checkKeyDateOwner(tx, contract, keyDate.ownerId)
  const id = await insertKeyDate(tx, contract, keyDate, { by: actor.userId, now })
  return { id, contract, events: [keyDateCreated(contract, { ...keyDate, id })] }
}

const defaults = {
  value: '0',
  category: 'Other',
  ownerId: null,
  done: false,
  reminders: [],
  recurrence: null,
} as const
