// Changing the values of a contract's fields.
import type { FieldInput } from '../../fields/values/check.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { ContractFields } from '../fields.ts'
import { reviseContract } from './revise-contract.ts'

/** Writes the values that `decide` draws from the contract as it stands inside the transaction, all or none, as `reviseContract` does. */
export const changeContractFields = (
  app: App,
  actor: Actor,
  id: number,
  decide: (current: ContractFields) => FieldInput,
): Promise<void> => reviseContract(app, actor, id, (current) => ({ changes: {}, input: decide(current) }))
