// Taking somebody off a contract.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { removeMember } from '../../records/commands/remove-member.ts'
import { contractKind } from '../contract-kind.ts'
import { contractMemberRemoved } from '../events.ts'

/**
 * Takes the person off the contract, by those who may change it or by themselves; they lose sight of it at once. The
 * owner stays until there is another one: 409. Throws not_found for somebody who is no member.
 */
export function removeContractMember(
  app: App,
  actor: Actor,
  contractId: number,
  userId: string,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const contract = await removeMember(contractKind, { tx, actor, now }, { recordId: contractId, userId })
    return { result: undefined, events: [contractMemberRemoved(contract, userId)] }
  })
}
