// Approvals as people see them: with names, whether the document has changed, and what the caller can do now.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { peopleByIds, type ShownPerson } from '../../users/people-on-records.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { AppError } from '../../platform/errors.ts'
import { getContractToChange, getContractToSee } from '../access.ts'
import type { Contract } from '../contract.ts'
import { type Approval, isSameDocument, stepsOf } from './approval.ts'
import { approvalsOf, findDocumentVersion, getApproval } from './read-approvals.ts'

/** An approval with all that is shown of it. */
export interface ShownApproval {
  readonly approval: Approval
  readonly contract: Pick<Contract, 'id' | 'name'>
  readonly people: ReadonlyMap<string, ShownPerson>
  readonly documentChanged: boolean
  readonly can: ApprovalActs
}

/** What the caller can do with an approval now. */
export interface ApprovalActs {
  readonly decide: boolean
  readonly remind: boolean
  readonly withdraw: boolean
  readonly keep: boolean
  readonly restart: boolean
}

/** The approvals of a contract that the caller sees, the latest first. */
export async function showApprovals(
  { db }: App,
  actor: Actor,
  contractId: number,
): Promise<readonly ShownApproval[]> {
  const contract = await getContractToSee(db, actor, contractId)
  return shown(db, actor, contract, await approvalsOf(db, contract))
}

/** One approval of it; the latest if none is named. */
export async function showApproval(
  { db }: App,
  actor: Actor,
  contractId: number,
  approvalId?: number,
): Promise<ShownApproval> {
  const contract = await getContractToSee(db, actor, contractId)
  const approvals =
    approvalId === undefined
      ? (await approvalsOf(db, contract)).slice(0, 1)
      : [await getApproval(db, contract, approvalId)]
  const [approval] = await shown(db, actor, contract, approvals)
  if (!approval) throw new Error('The contract has no approval')
  return approval
}

async function shown(
  db: Reader,
  actor: Actor,
  contract: Contract,
  approvals: readonly Approval[],
): Promise<readonly ShownApproval[]> {
  const userIds = approvals.flatMap(({ startedBy, steps }) => [
    startedBy,
    ...steps.flatMap(({ approvers }) => approvers.map(({ userId }) => userId)),
  ])
  const [people, document, mayChange] = await Promise.all([
    peopleByIds(db, userIds),
    findDocumentVersion(db, contract),
    isChangeable(db, actor, contract.id),
  ])
  return approvals.map((approval, index) => {
    const documentChanged = !isSameDocument(approval.document, document)
    const isCurrent = index === 0 && approval.state !== 'Withdrawn'
    return {
      approval,
      contract,
      people,
      documentChanged,
      can: actsOn(approval, actor, { isManager: mayChange && isCurrent, documentChanged }),
    }
  })
}

function actsOn(
  approval: Approval,
  { userId }: Actor,
  { isManager, documentChanged }: { readonly isManager: boolean; readonly documentChanged: boolean },
): ApprovalActs {
  const { state } = approval
  return {
    decide: !documentChanged && stepsOf(approval, userId).length > 0,
    remind: isManager && state === 'Waiting',
    withdraw: isManager && (state === 'Waiting' || state === 'Declined'),
    keep: isManager && documentChanged && (state === 'Waiting' || state === 'Approved'),
    restart: isManager,
  }
}

async function isChangeable(db: Reader, actor: Actor, contractId: number): Promise<boolean> {
  try {
    await getContractToChange(db, actor, contractId)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'forbidden') return false
    throw error
  }
}
