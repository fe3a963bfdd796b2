// Asking for approval inside the transaction of a change: who is asked, and what is written.
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import { conflict } from '../../platform/errors.ts'
import type { MayChange } from '../../platform/granted.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { takeId } from '../../platform/postgres/take-id.ts'
import { insertMembers } from '../../records/new-members.ts'
import type { Contract } from '../contract.ts'
import { contractKind } from '../contract-kind.ts'
import { contractMemberAdded } from '../events.ts'
import type { Need } from '../../records/approval-steps.ts'
import { readDefaultDeadline } from '../../records/approvals/default-deadline.ts'
import { type Deadline, deadlineColumns, notTimed } from '../../records/approvals/timed-step.ts'
import type { Approval, Step } from './approval.ts'
import { requestSteps } from './ask-delegates.ts'
import { readPresentContent } from './covered.ts'
import type { ApprovalRule } from './rules.ts'

/** A step that somebody adds to those that the rules ask for. */
export interface AddedStep {
  readonly name: string
  readonly approverIds: readonly string[]
  readonly need: Need
  /** Null for none; that of the organisation if absent. */
  readonly deadline?: Deadline | null
}

export interface Asking {
  readonly rules: readonly ApprovalRule[]
  readonly added: readonly AddedStep[]
  readonly inOrder: boolean
  readonly due: string | null
  readonly comment: string | null
  /** Why they are asked again, if they are. */
  readonly againBecause?: string | null
}

interface By {
  readonly tx: Tx
  readonly actor: Pick<Actor, 'userId'>
  readonly now: Date
}

/**
 * Asks for approval of the contract: first the steps of the rules, then the added ones. The approvers become members,
 * so that they see what they decide on. The owner and the person who asks are left out: nobody approves for themselves.
 * Throws conflict when nobody could decide a step, or there is no document. The caller has locked the contract and
 * found no approval waiting.
 */
export async function askForApproval(
  { tx, actor, now }: By,
  contract: Contract & MayChange,
  asking: Asking,
): Promise<{ readonly id: number; readonly events: readonly DomainEvent[] }> {
  const { organisationId } = contract
  const [id, { document, covered }, steps] = await Promise.all([
    takeId(tx, 'contract_approvals'),
    readPresentContent(tx, contract),
    stepsOf(tx, { organisationId, asking, without: [contract.ownerId, actor.userId] }),
  ])
  if (!document) throw conflict('The contract has no document that could be approved. Upload one first.')
  const { inOrder, due, comment, againBecause = null } = asking
  const approval: Approval = {
    organisationId,
    id,
    contractId: contract.id,
    state: 'Waiting',
    inOrder,
    due,
    comment,
    document,
    covered,
    againBecause,
    startedBy: actor.userId,
    startedAt: now,
    endedAt: null,
    remindedAt: null,
    steps: steps.map((step, index) => asked(step, !inOrder || index === 0 ? now : null)),
  }
  await insertApproval(tx, approval)
  const userIds = steps.flatMap(({ approvers }) => approvers.map(({ userId }) => userId))
  const joined = await insertMembers(tx, contractKind, contract, { userIds, addedBy: actor.userId, now })
  const requested = await requestSteps(tx, { approval, contract, steps: approval.steps.filter(isAsked), now })
  return { id, events: [...joined.map((userId) => contractMemberAdded(contract, userId)), ...requested] }
}

const isAsked = ({ approvers }: Step) => approvers.some(({ askedAt }) => askedAt !== null)

const asked = (step: Step, askedAt: Date | null): Step => ({
  ...step,
  approvers: step.approvers.map((approver) => ({ ...approver, askedAt })),
})

interface Wanted {
  readonly organisationId: number
  readonly asking: Pick<Asking, 'rules' | 'added'>
  /** People who cannot decide, because the contract is theirs or they ask. */
  readonly without: readonly string[]
}

/** The steps with the people who can decide now: those of the team, and none who are disabled. */
async function stepsOf(
  tx: Tx,
  { organisationId, asking: { rules, added }, without }: Wanted,
): Promise<readonly Step[]> {
  const isDefaultNeeded = added.some(({ deadline }) => deadline === undefined)
  const usual = isDefaultNeeded ? await readDefaultDeadline(tx, organisationId) : null
  const wanted = [
    ...rules.map((rule) => ({ ...rule, ruleId: rule.id })),
    ...added.map(({ deadline = usual, ...step }) => ({ ...step, teamId: null, ruleId: null, deadline })),
  ]
  const steps: Step[] = []
  for (const [index, { name, need, ruleId, deadline, approverIds, teamId }] of wanted.entries()) {
    const people = await peopleOf(tx, organisationId, { approverIds, teamId })
    const userIds = people.filter((id) => !without.includes(id))
    if (userIds.length === 0) throw conflict(nobodyIn({ name, ruleId }, people.length > 0))
    const step = { position: index + 1, name, need, ruleId, deadline, ...notTimed }
    steps.push({ ...step, approvers: userIds.map(undecided) })
  }
  return steps
}

/** Until its people are asked. */
function nobodyIn({ name, ruleId }: Pick<Step, 'name' | 'ruleId'>, isTheirs: boolean): string {
  if (ruleId === null)
    return "Who is asked must be an active person of the contract's organisation, and neither its owner nor you: choose somebody else."
  return isTheirs
    ? `Nobody can decide the step "${name}": the owner of the contract and the person who asks cannot approve it. Let somebody else ask, or let an administrator add an approver to the rules of the contract type.`
    : `Nobody can decide the step "${name}": everybody in it is disabled. An administrator can change the approval rules of the contract type.`
}

/** An approver who has not been asked yet. */
const undecided = (userId: string) => ({
  userId,
  askedAt: null,
  decision: null,
  comment: null,
  decidedAt: null,
  delegatedTo: null,
  decidedBy: null,
  approvedBefore: null,
})

/** The people of a step who can decide now: those it names and those of its team, without those who are disabled. */
export async function peopleOf(
  tx: Reader,
  organisationId: number,
  { approverIds, teamId }: Pick<ApprovalRule, 'approverIds' | 'teamId'>,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`select u.id from users u
    where u.organisation_id = ${organisationId} and u.status = 'Active'
      and (u.id = any(${[...approverIds]}::uuid[]) or u.id in (select m.user_id from team_members m
        where m.organisation_id = ${organisationId} and m.team_id = ${teamId}))
    order by u.id`.execute(tx)
  return rows.map(({ id }) => id)
}

async function insertApproval(tx: Tx, approval: Approval): Promise<void> {
  const { organisationId, id, steps, document } = approval
  await tx
    .insertInto('contract_approvals')
    .values({
      organisation_id: organisationId,
      id,
      contract_id: approval.contractId,
      state: approval.state,
      in_order: approval.inOrder,
      due: approval.due,
      comment: approval.comment,
      document_version: document.version,
      document_sha256: document.sha256,
      covered: JSON.stringify(approval.covered),
      again_because: approval.againBecause,
      started_by: approval.startedBy,
      started_at: approval.startedAt,
    })
    .execute()
  await tx
    .insertInto('contract_approval_steps')
    .values(
      steps.map(({ position, name, need, ruleId, deadline }) => ({
        organisation_id: organisationId,
        approval_id: id,
        position,
        name,
        need,
        rule_id: ruleId,
        ...deadlineColumns(deadline),
      })),
    )
    .execute()
  await tx
    .insertInto('contract_approvers')
    .values(
      steps.flatMap(({ position, approvers }) =>
        approvers.map(({ userId, askedAt }) => ({
          organisation_id: organisationId,
          approval_id: id,
          position,
          user_id: userId,
          asked_at: askedAt,
        })),
      ),
    )
    .execute()
}
