// What a person is on a contract, as a whole: member, or owner.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import { addMember } from '../../records/commands/add-member.ts'
import { ownerStays } from '../../records/commands/remove-member.ts'
import { checkedNote, notifyMember } from '../../records/commands/notify-member.ts'
import { permittedMember } from '../../records/commands/permitted-member.ts'
import { lockContract } from '../access.ts'
import { contractKind } from '../contract-kind.ts'
import { contractMemberAdded } from '../events.ts'
import { updateWithin } from './update-contract.ts'

/** What somebody is to be on a contract, besides a member. */
export interface ContractRoles {
  readonly userId: string
  readonly isOwner: boolean
  /** Mailed to them, and kept with their membership. */
  readonly note?: string | null | undefined
}

/**
 * Makes the person what the roles say on the contract: a member if they are none yet. The owner stays until there is
 * another one: 409. Nothing happens when they are that already.
 */
export function setContractMember(
  app: App,
  actor: Actor,
  contractId: number,
  { userId, isOwner, note: given }: ContractRoles,
): Promise<void> {
  const note = checkedNote(given)
  return change(app, actor, async (tx, now) => {
    const { contract: record, involvement } = await lockContract({ tx, actor, now }, contractId)
    const contract = await permittedMember(
      tx,
      actor,
      { kind: contractKind, record, involvement },
      { userId, role: isOwner ? 'roles' : undefined },
    )
    const wasOwner = contract.ownerId === userId
    if (wasOwner && !isOwner) throw ownerStays('contract')
    const events: DomainEvent[] = []
    if (await addMember(contractKind, { tx, actor, now }, contract, userId)) {
      events.push(contractMemberAdded(contract, userId, note))
    }
    if (isOwner && !wasOwner) {
      const assigned = { id: contractId, decide: () => ({ ownerId: userId }), now }
      events.push(...(await updateWithin(app, tx, actor, assigned)))
    }
    if (note !== null) {
      const words = {
        subject: contract.name,
        text: `the contract ${contract.name}`,
        page: 'contracts',
      } as const
      await notifyMember(app, tx, actor, {
        kind: contractKind,
        record: { ...contract, ...words },
        userId,
        note,
        now,
      })
    }
    return { result: undefined, events }
  })
}
