// Giving the decisions that wait for a person to somebody else, who becomes a member of the contracts.
import { sql } from 'kysely'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { insertMembers } from '../../records/new-members.ts'
import { contractKind } from '../contract-kind.ts'
import { contractMemberAdded } from '../events.ts'
import { approvalDelegated } from './approval-events.ts'
import { stepsOf } from './approval.ts'
import { openToDelegate } from './ask-delegates.ts'
import { isForThem } from './deciders.ts'
import { delegate } from './decide-approval.ts'
import { holdApproval } from './read-approvals.ts'

interface Over {
  readonly organisationId: number
  readonly from: string
  readonly to: string
  readonly by: string
  readonly now: Date
}

/**
 * Gives those decisions that still wait for the former person. Answers what happened, and of the approvals that the
 * other person cannot decide on, why. The caller has the right to.
 */
export async function handOverApprovals(
  tx: Tx,
  ids: readonly number[],
  { organisationId, from, to, by, now }: Over,
): Promise<{ readonly events: readonly DomainEvent[]; readonly left: ReadonlyMap<number, string> }> {
  // not through access.ts: who hands over may not see the contracts
  const rows = await tx
    .selectFrom('contract_approvals as a')
    .innerJoin('contracts as c', (join) =>
      join.onRef('c.organisation_id', '=', 'a.organisation_id').onRef('c.id', '=', 'a.contract_id'),
    )
    .where('a.organisation_id', '=', organisationId)
    .where('a.id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .where('a.state', '=', 'Waiting')
    .select(['a.id', 'c.id as contractId', 'c.owner_id as ownerId'])
    .orderBy('a.id')
    .execute()
  const events: DomainEvent[] = []
  const left = new Map<number, string>()
  for (const { id, contractId, ownerId } of rows) {
    const contract = { organisationId, id: contractId, ownerId }
    const approval = await holdApproval(tx, contract, id)
    const steps = stepsOf(approval, from)
    if (steps.length === 0) continue
    if (isForThem({ contract, approval }, to)) {
      left.set(id, 'The other person owns the contract or asked for the approval.')
      continue
    }
    if (steps.some(({ approvers }) => approvers.some(({ userId }) => userId === to))) {
      left.set(id, 'The other person is asked already.')
      continue
    }
    for (const step of steps) {
      await delegate(tx, approval, { step, from, to, comment: null, now })
      events.push(approvalDelegated(approval, { step: step.name, from, to, comment: null }))
    }
    const joined = await insertMembers(tx, contractKind, contract, { userIds: [to], addedBy: by, now })
    events.push(
      ...joined.map((userId) => contractMemberAdded(contract, userId)),
      ...(await openToDelegate(tx, { contract, approval, steps, approverId: to, now })),
    )
  }
  return { events, left }
}
