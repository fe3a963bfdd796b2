// Taking back what a change of many has changed of one contract.
import { formerFields } from '../../fields/values/former.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { formerValues, type Made } from '../../platform/events/taken-back.ts'
import { type ContractChanges, updateContract } from './update-contract.ts'

/** By the rules of any other update. Throws conflict where something of it has been changed since. */
export const takeBackContract = (app: App, actor: Actor, id: number, made: Made): Promise<void> =>
  updateContract(app, actor, id, (contract) => {
    // the date of execution follows the stage
    const { own, fields } = formerValues(made, contract, ['executedAt'])
    const former = formerFields(fields)
    return { ...(own as ContractChanges), ...(former ? { fields: former } : {}) }
  })
