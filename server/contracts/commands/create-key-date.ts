// Adding a key date to a contract.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/change.ts'
import { getContractToChange, noteContractActivity } from '../access.ts'
import { keyDateCreated } from '../events.ts'
import { checkKeyDate, type KeyDate } from '../key-date.ts'

/** Adds the key date and returns its id. Allowed for everybody who may change the contract. */
export function createKeyDate(
  app: App,
  actor: Actor,
  contractId: number,
  input: Omit<KeyDate, 'id' | 'value'> & Partial<Pick<KeyDate, 'value'>>,
): Promise<number> {
  return change(app, actor, async (tx, now) => {
    const keyDate = { value: '0', ...input, name: input.name.trim() }
    checkKeyDate(keyDate)
    const contract = await getContractToChange(tx, actor, contractId)
    const { id } = await tx
      .insertInto('contract_key_dates')
      .values({
        ...keyDate,
        organisation_id: contract.organisationId,
        contract_id: contract.id,
        created_by: actor.userId,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await noteContractActivity(tx, contract, now)
    return { result: id, events: [keyDateCreated(contract, { ...keyDate, id })] }
  })
}
