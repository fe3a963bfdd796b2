// Approving, declining and delegating: what the people who were asked can do.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import { badInput, conflict, forbidden } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { insertMembers } from '../../records/new-members.ts'
import { isActivePersonOf } from '../../users/people-on-records.ts'
import { getContractToChange, getContractToSee } from '../access.ts'
import { contractKind } from '../contract-kind.ts'
import { contractMemberAdded } from '../events.ts'
import { type Approval, type Approver, isSameDocument, type Step, stepsOf } from './approval.ts'
import { approvalDecided, approvalDelegated } from './approval-events.ts'
import { findDocumentVersion, holdApproval } from './read-approvals.ts'
import { goOn } from './write-decisions.ts'

/** Which approval of which contract. */
export interface ApprovalPlace {
  readonly contractId: number
  readonly approvalId: number
}

interface Verdict {
  readonly decision: 'Approved' | 'Declined'
  readonly comment: string | null
}

/**
 * Records the actor's decision in every step that waits for it. When a step is done the next one is asked; the approval ends with
 * the last step, or when somebody declines. 403 for people whose decision is not waited for; 409 when the document has changed
 * since, because the decision would be about another text.
 */
export function decideApproval(
  app: App,
  actor: Actor,
  { contractId, approvalId }: ApprovalPlace,
  { decision, comment }: Verdict,
): Promise<void> {
  if (decision === 'Declined' && comment === null)
    throw badInput('comment', 'is missing: say why, so that it can be changed.')
  return change(app, actor, async (tx, now) => {
    const contract = await getContractToSee(tx, actor, contractId)
    const approval = await holdApproval(tx, contract, approvalId)
    const steps = stepsToDecide(approval, actor)
    if (!isSameDocument(approval.document, await findDocumentVersion(tx, contract)))
      throw conflict(
        `The document has changed since you were asked (version ${approval.document.version}). The approval must be kept or restarted first, by somebody who may change the contract.`,
      )
    const decided = { decision, comment, decidedAt: now }
    for (const { position } of steps) await write(tx, approval, { position, userId: actor.userId, decided })
    const after = withDecision(approval, steps, actor.userId, decided)
    const events = [
      ...steps.map(({ name }) => approvalDecided(approval, { step: name, decision, comment })),
      ...(await goOn(tx, after, now)),
    ]
    return { result: undefined, events }
  })
}

function stepsToDecide(approval: Approval, { userId }: Pick<Actor, 'userId'>): readonly Step[] {
  if (approval.state !== 'Waiting') throw conflict(`This approval has ended: it is ${approval.state}.`)
  const steps = stepsOf(approval, userId)
  if (steps.length === 0) throw forbidden('Your decision is not asked for now.')
  return steps
}

interface Delegation {
  readonly to: string
  /** The approver who is replaced: the actor if absent. */
  readonly from?: string
  readonly comment: string | null
}

/**
 * Hands the decision to another person of the organisation, who becomes a member of the contract. Approvers do so for
 * themselves; those who may change the contract, for somebody who is away.
 */
export function delegateApproval(
  app: App,
  actor: Actor,
  { contractId, approvalId }: ApprovalPlace,
  { to, from = actor.userId, comment }: Delegation,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const isOwn = from === actor.userId
    const contract = await (isOwn ? getContractToSee : getContractToChange)(tx, actor, contractId)
    const approval = await holdApproval(tx, contract, approvalId)
    const steps = stepsToDecide(approval, { userId: from })
    if (!(await isActivePersonOf(tx, contract.organisationId, to)))
      throw badInput('to', "must be the id of an active person of the contract's organisation.")
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
    return { result: undefined, events: [...added.map((id) => contractMemberAdded(contract, id)), ...events] }
  })
}

interface Handing {
  readonly step: Step
  readonly from: string
  readonly to: string
  readonly comment: string | null
  readonly now: Date
}

async function delegate(
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

type Decided = Pick<Approver, 'decision' | 'comment' | 'decidedAt'> & Partial<Pick<Approver, 'delegatedTo'>>

async function write(
  tx: Tx,
  { organisationId, id }: Approval,
  row: { readonly position: number; readonly userId: string; readonly decided: Decided },
): Promise<void> {
  const { decision, comment, decidedAt, delegatedTo = null } = row.decided
  await tx
    .updateTable('contract_approvers')
    .set({ decision, comment, decided_at: decidedAt, delegated_to: delegatedTo })
    .where('organisation_id', '=', organisationId)
    .where('approval_id', '=', id)
    .where('position', '=', row.position)
    .where('user_id', '=', row.userId)
    .execute()
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
