// Approval and the stages of a contract: what must be approved before it is signed, and what a move starts or ends.
import type { Actor } from '../../platform/actor.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import { conflict } from '../../platform/errors.ts'
import type { MayChange } from '../../platform/granted.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import type { Contract, ContractStage } from '../contract.ts'
import { type Approval, waitingSteps } from './approval.ts'
import { type AddedStep, askForApproval } from './ask-approval.ts'
import { checkAddedDeadlines } from '../../records/approvals/default-deadline.ts'
import { changesSince, namesOfChanges, otherChangesSince, readPresentContent } from './covered.ts'
import { currentApproval } from './read-approvals.ts'
import { type ApprovalRule, approvalsInOrder, type ComparedContract, rulesThatApply } from './rules.ts'
import { waitsInIntake } from './taken-on.ts'
import { endApproval } from './write-decisions.ts'

/** A step that somebody adds, and where their request names its deadline. */
export interface RequestedStep extends AddedStep {
  readonly path?: string
}

/** What somebody says who asks for approval. */
export interface ApprovalRequest {
  readonly added: readonly RequestedStep[]
  /** As the contract type says if absent. */
  readonly inOrder?: boolean
  readonly due: string | null
  readonly comment: string | null
}

interface Move {
  readonly contract: Contract & MayChange
  readonly stage: ContractStage
  readonly request: ApprovalRequest | undefined
  readonly now: Date
}

const signed: readonly ContractStage[] = ['Signing', 'Executed']

/**
 * What the move of a contract means for its approval: refuses Signing and Executed with 409 while an approval is
 * missing, asks for approval when the contract comes to Approval, and withdraws what still waits when it leaves without
 * one. Called after field values were written, because rules compare them.
 */
export async function followStage(
  tx: Tx,
  actor: Actor,
  { contract, stage, request, now }: Move,
): Promise<readonly DomainEvent[]> {
  if (request) return ask({ tx, actor, now }, contract, request)
  if (stage === contract.stage) return []
  if (signed.includes(stage)) {
    const problem = await approvalProblem(tx, contract)
    if (problem !== undefined) throw conflict(`This contract cannot become ${stage} yet. ${problem}`)
    return []
  }
  if (stage === 'Approval') return askIfNeeded({ tx, actor, now }, contract)
  if (contract.stage !== 'Approval') return []
  const current = await currentApproval(tx, contract)
  if (current?.state !== 'Waiting') return []
  return endApproval(tx, current, {
    outcome: 'Withdrawn',
    reason: `The contract was moved to ${stage}.`,
    now,
  })
}

/**
 * What is missing before the contract may be signed, as a sentence for the caller; undefined when nothing is. A
 * contract without rules and without an approval needs none.
 */
export async function approvalProblem(
  db: Reader,
  contract: ComparedContract & Pick<Contract, 'stage'>,
): Promise<string | undefined> {
  const [isWaiting, rules, current] = await Promise.all([
    waitsInIntake(db, contract),
    rulesThatApply(db, contract),
    currentApproval(db, contract),
  ])
  if (isWaiting)
    return 'The request that it was drafted for waits in intake: somebody of the legal department takes it on first.'
  if (!current) {
    return rules.length === 0
      ? undefined
      : `It needs approval (${namesOf(rules)}): move it to Approval, which asks for it.`
  }
  if (current.state === 'Waiting') return `Its approval still waits for ${namesOf(waitingSteps(current))}.`
  if (current.state === 'Declined')
    return 'Its approval was declined: ask for approval again, or withdraw the request.'
  const missing = rules.filter((rule) => !covers(current, rule))
  if (missing.length > 0) return `It also needs the approval of ${namesOf(missing)}: ask for approval again.`
  const changed = await changedSince(db, contract, current)
  return changed === undefined
    ? undefined
    : `${changed} since it was approved: ask the approvers to confirm their decisions, or ask for approval again.`
}

/** What has changed since the approval, as the beginning of a sentence. */
async function changedSince(
  db: Reader,
  contract: Pick<Contract, 'organisationId' | 'id' | 'templateId' | 'stage'>,
  approval: Approval,
): Promise<string | undefined> {
  const present = await readPresentContent(db, contract, approval.covered)
  // in Signing, the new version is the signed one
  const compare = contract.stage === 'Signing' ? otherChangesSince : changesSince
  const changes = compare(approval, present)
  if (changes.length === 0) return undefined
  return `${namesOfChanges(changes)} ${changes.length === 1 ? 'has' : 'have'} changed`
}

const namesOf = (some: readonly { readonly name: string }[]) => some.map(({ name }) => `"${name}"`).join(', ')

const covers = ({ steps }: Approval, { id }: ApprovalRule) => steps.some(({ ruleId }) => ruleId === id)

interface Asker {
  readonly tx: Tx
  readonly actor: Actor
  readonly now: Date
}

async function ask(
  asker: Asker,
  contract: Contract & MayChange,
  { added, inOrder, due, comment }: ApprovalRequest,
): Promise<readonly DomainEvent[]> {
  const { tx } = asker
  const rules = await rulesThatApply(tx, contract)
  const current = await currentApproval(tx, contract)
  if (current?.state === 'Waiting')
    throw conflict('Approval of this contract has been asked for already. Withdraw that request first.')
  if (rules.length === 0 && added.length === 0)
    throw conflict('Contracts of this type need no approval. Name the people who should approve this one.')
  await checkAddedDeadlines(tx, contract.organisationId, added)
  const order = inOrder ?? (await approvalsInOrder(tx, contract))
  return (await askForApproval(asker, contract, { rules, added, inOrder: order, due, comment })).events
}

async function askIfNeeded(asker: Asker, contract: Contract & MayChange): Promise<readonly DomainEvent[]> {
  const rules = await rulesThatApply(asker.tx, contract)
  if (rules.length === 0) return []
  const current = await currentApproval(asker.tx, contract)
  if (current?.state === 'Waiting') return []
  if (current?.state === 'Approved' && (await approvalProblem(asker.tx, contract)) === undefined) return []
  const changed = current && (await changedSince(asker.tx, contract, current))
  const againBecause = changed === undefined ? null : `${changed} since approval was asked for.`
  const inOrder = await approvalsInOrder(asker.tx, contract)
  const asking = { rules, added: [], inOrder, due: null, comment: null, againBecause }
  return (await askForApproval(asker, contract, asking)).events
}
