// Puts people on a contract.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/change.ts'
import type { Tx } from '../../platform/database.ts'
import { badInput } from '../../platform/errors.ts'
import { getContractToChange, lockContract } from '../access.ts'
import { insertMembers } from './create-contract.ts'

/**
 * Makes the people members: of the contract's organisation, or of a law firm that works for it. Those who are members
 * already stay; nothing is told of them.
 */
export function addContractMembers(
  app: App,
  actor: Actor,
  id: number,
  userIds: readonly string[],
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    await lockContract(tx, actor, id)
    const contract = await getContractToChange(tx, actor, id)
    const { organisationId } = contract
    await checkPeople(tx, organisationId, userIds)
    // not through access.ts: who is on it already, of a contract that was granted above
    const there = await tx
      .selectFrom('contract_members')
      .where('organisation_id', '=', organisationId)
      .where('contract_id', '=', id)
      .where('user_id', 'in', [...userIds])
      .select('user_id')
      .execute()
    const added = userIds.filter((userId) => !there.some((member) => member.user_id === userId))
    await insertMembers(tx, contract, added, now)
    return {
      result: undefined,
      events: added.map((userId) => ({
        name: 'contract.memberAdded',
        organisationId,
        resource: { kind: 'contract', id },
        subject: { kind: 'contract', id } as const,
        facts: { userId },
      })),
    }
  })
}

async function checkPeople(tx: Tx, organisationId: number, userIds: readonly string[]): Promise<void> {
  const rows = await tx
    .selectFrom('users')
    .leftJoin('organisation_links as l', (join) =>
      join.onRef('l.provider_id', '=', 'users.organisation_id').on('l.customer_id', '=', organisationId),
    )
    .where('users.id', 'in', [...userIds])
    .where('users.status', 'in', ['Active', 'Invited', 'Pending'])
    .where((eb) =>
      eb.or([eb('users.organisation_id', '=', organisationId), eb('l.provider_id', 'is not', null)]),
    )
    .select('users.id')
    .execute()
  if (rows.length === new Set(userIds).size) return
  throw badInput(
    'userId',
    "userId must be the id of an active person of the contract's organisation or of a law firm that works for it.",
  )
}
