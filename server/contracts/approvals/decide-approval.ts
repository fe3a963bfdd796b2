// Approving, declining and delegating: what the people who were asked can do.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import { badInput, conflict, forbidden } from '../../platform/errors.ts'
import type { MaySee } from '../../platform/granted.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { lockToSee } from '../../records/access.ts'
import type { Involvement } from '../../records/rights/involvement.ts'
import { insertMembers } from '../../records/new-members.ts'
import { isActiveColleague } from '../../identity/users/people-on-records.ts'
import { contractKind } from '../contract-kind.ts'
import type { Contract } from '../contract.ts'
import { contractMemberAdded } from '../events.ts'
import { isEscalatedTo } from '../../records/approvals/timed-step.ts'
import { type Approval, type Approver, type Step, stepsOf } from './approval.ts'
import { removeAnswerAddresses } from './answer-addresses.ts'
import { approvalDecided, approvalDelegated } from './approval-events.ts'
import { changesSince, namesOfChanges, readPresentContent } from './covered.ts'
import { delegatesOf } from '../../identity/users/approval-delegates.ts'
import { openToDelegate } from './ask-delegates.ts'
import { checkMayBeGiven, checkMayDecideFor, type DecidedFor } from './deciders.ts'
import { holdApproval } from './read-approvals.ts'
import { goOn, supersedeEarlier } from './write-decisions.ts'

/** Which approval of which contract. */
export interface ApprovalPlace {
  readonly contractId: number
  readonly approvalId: number
}

interface Verdict {
  readonly decision: 'Approved' | 'Declined'
  readonly comment: string | null
  /** The approver for whom the actor decides, if not for themselves: as their delegate, or as an administrator. */
  readonly insteadOf?: string
  /**
   * Of an answer from a mail: the steps that its page showed. Throws if the address is not good any more for the
   * approval, which is locked.
   */
  readonly fromMail?: {
    readonly shownSteps: (tx: Tx, approval: Approval, now: Date) => Promise<readonly Step[]>
  }
}

/** The contract that the actor sees and the approval, both locked: the contract first, as every change does. */
export async function lockApproval(
  tx: Tx,
  actor: Actor,
  { contractId, approvalId }: ApprovalPlace,
  now: Date,
): Promise<{
  readonly contract: Contract & MaySee
  readonly approval: Approval
  readonly involvement: Involvement
}> {
  const { record, involvement } = await lockToSee(contractKind, { tx, actor, now }, contractId)
  return {
    contract: record,
    approval: await holdApproval(tx, record, approvalId),
    involvement,
  }
}

/**
 * Records the decision in every step that waits for it: the actor's, or that of an approver for whom they decide. When
 * a step is done the next one is asked; the approval ends with the last step, or when somebody declines. 403 for people
 * whose decision is not waited for, the owner and those who asked; 409 when what is approved has changed since, because
 * the decision would be about something else.
 */
export function decideApproval(
  app: App,
  actor: Actor,
  place: ApprovalPlace,
  { decision, comment, insteadOf = actor.userId, fromMail }: Verdict,
): Promise<void> {
  if (decision === 'Declined' && comment === null)
    throw badInput('comment', 'is missing: say why, so that it can be changed.')
  return change(app, actor, async (tx, now) => {
    const { contract, approval, involvement } = await lockApproval(tx, actor, place, now)
    const waiting = (await fromMail?.shownSteps(tx, approval, now)) ?? stepsToDecide(approval, insteadOf)
    const escalated = waiting.filter((step) => isEscalatedTo(step, actor.userId))
    const deciding = { contract, approval, involvement }
    const whose = await decidedFor(tx, approval, { approverId: insteadOf, now })
    const as = checkMayDecideFor(deciding, actor, { ...whose, isEscalated: escalated.length > 0 })
    // the approver may have more time for another step
    const steps = as === 'Escalation' ? escalated : waiting
    await checkUnchanged(tx, contract, approval)
    const decidedBy = insteadOf === actor.userId ? null : actor.userId
    const decided = { decision, comment, decidedAt: now, decidedBy }
    for (const { position } of steps) await write(tx, approval, { position, userId: insteadOf, decided })
    const after = withDecision(approval, steps, insteadOf, decided)
    const given = {
      decision,
      comment,
      ...(as === undefined ? {} : { insteadOf, as }),
      ...(fromMail ? { from: 'Mail' as const } : {}),
    }
    if (decision === 'Declined') await supersedeEarlier(tx, approval)
    const events = [
      ...steps.map(({ name }) => approvalDecided(approval, { step: name, ...given })),
      ...(await goOn(tx, { contract, approval: after, now })),
    ]
    return { result: undefined, events }
  })
}

/** Who stands in for the approver today. */
async function decidedFor(
  tx: Tx,
  { organisationId }: Approval,
  { approverId, now }: { readonly approverId: string; readonly now: Date },
): Promise<Omit<DecidedFor, 'isEscalated'>> {
  const delegates = await delegatesOf(tx, organisationId, { userIds: [approverId], now })
  return { approverId, delegateId: delegates.get(approverId) }
}

function stepsToDecide(approval: Approval, approverId: string): readonly Step[] {
  if (approval.state !== 'Waiting') throw conflict(`This approval has ended: it is ${approval.state}.`)
  const steps = stepsOf(approval, approverId)
  if (steps.length === 0) throw forbidden('This decision is not asked for now.')
  return steps
}

async function checkUnchanged(tx: Tx, contract: Contract, approval: Approval): Promise<void> {
  const changes = changesSince(approval, await readPresentContent(tx, contract, approval.covered))
  if (changes.length === 0) return
  throw conflict(
    `${namesOfChanges(changes)} ${changes.length === 1 ? 'has' : 'have'} changed since approval was asked for. The approvers must be asked again first, by somebody who may change the contract.`,
  )
}

interface Delegation {
  readonly to: string
  /** The approver who is replaced: the actor if absent. */
  readonly from?: string
  readonly comment: string | null
}

/**
 * Hands the decision to another person of the organisation, who becomes a member of the contract. Approvers do so for
 * themselves; their delegates and administrators, for somebody who is away. Nobody hands it to the owner, to the person
 * who asked, or to themselves.
 */
export function delegateApproval(
  app: App,
  actor: Actor,
  place: ApprovalPlace,
  { to, from = actor.userId, comment }: Delegation,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { contract, approval, involvement } = await lockApproval(tx, actor, place, now)
    const steps = stepsToDecide(approval, from)
    const deciding = { contract, approval, involvement }
    const whose = await decidedFor(tx, approval, { approverId: from, now })
    checkMayDecideFor(deciding, actor, { ...whose, isEscalated: false })
    checkMayBeGiven({ contract, approval }, actor, to)
    if (!(await isActiveColleague(tx, contract.organisationId, to)))
      throw badInput('to', "must be the id of a person of the contract's organisation who can sign in.")
    const events: DomainEvent[] = []
    for (const step of steps) {
      if (step.approvers.some(({ userId }) => userId === to))
        throw badInput('to', `is asked in the step "${step.name}" already.`)
      await delegate(tx, approval, { step, from, to, comment, now })
      events.push(approvalDelegated(approval, { step: step.name, from, to, comment }))
    }
    const added = await insertMembers(tx, contractKind, contract, {
      userIds: [to],
      addedBy: actor.userId,
      now,
    })
    const opened = await openToDelegate(tx, { contract, approval, steps, approverId: to, now })
    const joined = added.map((id) => contractMemberAdded(contract, id))
    return { result: undefined, events: [...joined, ...events, ...opened] }
  })
}

interface Handing {
  readonly step: Step
  readonly from: string
  readonly to: string
  readonly comment: string | null
  readonly now: Date
}

/** Writes that the approver handed the decision of a step to somebody else. */
export async function delegate(
  tx: Tx,
  approval: Approval,
  { step: { position }, from, to, comment, now }: Handing,
): Promise<void> {
  await write(tx, approval, {
    position,
    userId: from,
    decided: { decision: 'Delegated', comment, decidedAt: now, delegatedTo: to },
  })
  await tx
    .insertInto('contract_approvers')
    .values({
      organisation_id: approval.organisationId,
      approval_id: approval.id,
      position,
      user_id: to,
      asked_at: now,
    })
    .execute()
}

type Decided = Pick<Approver, 'decision' | 'comment' | 'decidedAt'> &
  Partial<Pick<Approver, 'delegatedTo' | 'decidedBy'>>

async function write(
  tx: Tx,
  { organisationId, id }: Approval,
  row: { readonly position: number; readonly userId: string; readonly decided: Decided },
): Promise<void> {
  const { decision, comment, decidedAt, delegatedTo = null, decidedBy = null } = row.decided
  await tx
    .updateTable('contract_approvers')
    .set({ decision, comment, decided_at: decidedAt, delegated_to: delegatedTo, decided_by: decidedBy })
    .where('organisation_id', '=', organisationId)
    .where('approval_id', '=', id)
    .where('position', '=', row.position)
    .where('user_id', '=', row.userId)
    .execute()
  await removeAnswerAddresses(tx, { organisationId, id }, row.userId)
}

const withDecision = (
  approval: Approval,
  decidedSteps: readonly Step[],
  userId: string,
  decided: Decided,
): Approval => ({
  ...approval,
  steps: approval.steps.map((step) =>
    decidedSteps.includes(step)
      ? {
          ...step,
          approvers: step.approvers.map((each) => (each.userId === userId ? { ...each, ...decided } : each)),
        }
      : step,
  ),
})
