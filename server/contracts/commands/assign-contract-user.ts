// Adding people to a contract, and assigning its owner.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { badInput } from '../../platform/errors.ts'
import { canJoinRecordsOf } from '../../identity/users/people-on-records.ts'
import { insertMembers } from '../../records/new-members.ts'
import { getInvolved } from '../../records/access.ts'
import { permittedMember } from '../../records/commands/permitted-member.ts'
import { contractKind } from '../contract-kind.ts'
import { contractMemberAdded } from '../events.ts'
import { updateContract } from './update-contract.ts'

/**
 * Adds the person as a member: somebody of the same organisation, or of a law firm linked to it. Nothing happens, and
 * no event is stored, when they are already a member.
 */
export function addContractMember(app: App, actor: Actor, contractId: number, userId: string): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const involved = await getInvolved(contractKind, tx, actor, contractId)
    const contract = await permittedMember(tx, actor, { ...involved, kind: contractKind }, { userId })
    if (!(await canJoinRecordsOf(tx, contract.organisationId, userId))) {
      throw badInput(
        'userId',
        'must be the id of an active person of your organisation, or of a law firm linked to it.',
      )
    }
    const added = await insertMembers(tx, contractKind, contract, {
      userIds: [userId],
      addedBy: actor.userId,
      now,
    })
    return { result: undefined, events: added.map((member) => contractMemberAdded(contract, member)) }
  })
}

/** Makes the person the owner, and so a member. The previous owner remains a member. */
export const assignContractOwner = (
  app: App,
  actor: Actor,
  contractId: number,
  userId: string,
): Promise<void> => updateContract(app, actor, contractId, () => ({ ownerId: userId }))
