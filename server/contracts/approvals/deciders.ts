// Who decides on an approval: the approver, the person they handed it to, their delegate of the day, or an
// administrator for them; never the owner of the contract or the person who asked, and nobody hands a decision to one
// of these, or somebody else's to themselves.
import type { Actor } from '../../platform/actor.ts'
import { badInput, forbidden } from '../../platform/errors.ts'
import { type Involvement, may } from '../../records/rights/involvement.ts'
import type { Contract } from '../contract.ts'
import type { Approval } from './approval.ts'

/** The contract, and the request that somebody decides on. */
export interface Asked {
  readonly contract: Pick<Contract, 'ownerId' | 'organisationId'>
  readonly approval: Pick<Approval, 'startedBy'>
}

/** The same, with what the actor is on the contract. */
export interface Deciding extends Asked {
  readonly involvement: Involvement
}

/** Whether the approval is for the person: the contract is theirs, or they asked. */
export const isForThem = ({ contract, approval }: Asked, userId: string): boolean =>
  userId === contract.ownerId || userId === approval.startedBy

/** Whether the actor may decide for approvers, and hand their decisions on: an administrator for whom it is not. */
export const mayDecideForOthers = (asked: Deciding, actor: Actor): boolean =>
  may(asked.involvement, 'decideForApprovers') && !isForThem(asked, actor.userId)

/** The approver for whom somebody decides, who may be the actor; and who stands in for them today. */
export interface DecidedFor {
  readonly approverId: string
  readonly delegateId: string | undefined
  /** Whether the actor was asked, because the deadline of the approver has passed. */
  readonly isEscalated: boolean
}

/** As what the actor decides for the approver, undefined for themselves. Throws forbidden for those who may not. */
export function checkMayDecideFor(
  asked: Deciding,
  actor: Actor,
  { approverId, delegateId, isEscalated }: DecidedFor,
): 'Delegate' | 'Escalation' | 'Administrator' | undefined {
  if (isForThem(asked, actor.userId))
    throw forbidden(
      'You own this contract or asked for its approval, so you cannot decide on it. An administrator can decide for an approver.',
    )
  if (approverId === actor.userId) return undefined
  if (delegateId === actor.userId) return 'Delegate'
  if (mayDecideForOthers(asked, actor)) return 'Administrator'
  if (isEscalated) return 'Escalation'
  throw forbidden(
    'Only the approver, their delegate, or an administrator for them, can decide or hand the decision on; the person who is asked after the deadline can decide.',
  )
}

/** Throws 400 for a person who must not get the decision. */
export function checkMayBeGiven(asked: Asked, actor: Actor, to: string): void {
  if (isForThem(asked, to))
    throw badInput(
      'to',
      'must be neither the owner of the contract nor the person who asked for its approval.',
    )
  if (to === actor.userId) throw badInput('to', 'must be somebody else than you.')
}
