// Changing the values of a contract's fields.
import type { FieldInput } from '../../fields/check.ts'
import { changeRecordFields } from '../../fields/record-fields.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/change.ts'
import { getContractToChange, lockContract } from '../access.ts'
import { changesFrom, type ContractFields, readContractFields } from '../fields.ts'
import { writeChanges } from './change-contract.ts'

/**
 * Writes the values that `decide` draws from the contract as it stands inside the transaction, all or none. Fields that show a
 * property of the contract change that property by its rules. Throws 400 with every value that does not fit its field.
 */
export function changeContractFields(
  app: App,
  actor: Actor,
  id: number,
  decide: (current: ContractFields) => FieldInput,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    await lockContract(tx, actor, id)
    const contract = await getContractToChange(tx, actor, id)
    const fields = await readContractFields(tx, contract)
    const subject = { ...contract, kind: 'contract' } as const
    const input = decide({ contract, fields })
    const { own, changes: fieldChanges } = await changeRecordFields(tx, subject, fields, input)
    const changes = changesFrom(own)
    const events = await writeChanges(app, tx, actor, { contract, changes, fieldChanges, now })
    return { result: undefined, events }
  })
}
