// Changing a contract and the values of its fields in one.
import type { FieldInput } from '../../fields/values/check.ts'
import { changeRecordFields } from '../../fields/record-fields.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/change.ts'
import { getContractToChange, lockContract } from '../access.ts'
import { changesFrom, type ContractFields, readContractFields } from '../fields.ts'
import { type ContractChanges, writeChanges } from './change-contract.ts'

/** What is to change, of the contract itself and of its fields. */
export interface Revision {
  readonly changes: ContractChanges
  readonly input: FieldInput
}

/**
 * Applies what `decide` draws from the contract as it stands inside the transaction, all or none, as one change. Fields that show a
 * property of the contract change that property by its rules. Throws 400 with every value that does not fit its field.
 */
export function reviseContract(
  app: App,
  actor: Actor,
  id: number,
  decide: (current: ContractFields) => Revision,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    await lockContract(tx, actor, id)
    const contract = await getContractToChange(tx, actor, id)
    const fields = await readContractFields(tx, contract)
    const subject = { ...contract, kind: 'contract' } as const
    const { changes: asked, input } = decide({ contract, fields })
    const { own, changes: fieldChanges } = await changeRecordFields(tx, subject, fields, input)
    const changes = { ...changesFrom(own), ...asked }
    const events = await writeChanges(app, tx, actor, { contract, changes, fieldChanges, now })
    return { result: undefined, events }
  })
}
