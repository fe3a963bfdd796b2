// Putting people on a contract, and giving it an owner.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/change.ts'
import { badInput } from '../../platform/errors.ts'
import { canJoinRecordsOf } from '../../users/people-on-records.ts'
import { getContractToChange } from '../access.ts'
import { contractMemberAdded } from '../events.ts'
import { updateContract } from './update-contract.ts'
import { insertMembers } from './create-contract.ts'

/**
 * Adds the person as a member: one of the own organisation, or of a law firm linked to it. Somebody who is a member already
 * stays one, and nothing is told.
 */
export function addContractMember(app: App, actor: Actor, contractId: number, userId: string): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const contract = await getContractToChange(tx, actor, contractId)
    if (!(await canJoinRecordsOf(tx, contract.organisationId, userId))) {
      throw badInput(
        'userId',
        'must be the id of an active person of your organisation, or of a law firm linked to it.',
      )
    }
    const added = await insertMembers(tx, contract, [userId], now)
    return { result: undefined, events: added.map((member) => contractMemberAdded(contract, member)) }
  })
}

/** Makes the person the owner, who thereby becomes a member. The owner before stays a member. */
export const assignContractOwner = (
  app: App,
  actor: Actor,
  contractId: number,
  userId: string,
): Promise<void> => updateContract(app, actor, contractId, () => ({ ownerId: userId }))
