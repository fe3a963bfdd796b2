// Approvals as people see them: with names, whether the document has changed, and what the caller can do now.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { peopleByIds, type ShownPerson } from '../../users/people-on-records.ts'
import { notFound } from '../../platform/errors.ts'
import { getWithRights } from '../../records/record-rights.ts'
import { contractKind } from '../contract-kind.ts'
import type { Contract } from '../contract.ts'
import { type Approval, isSameDocument, stepsOf } from './approval.ts'
import { approvalsOf, findDocumentVersion } from './read-approvals.ts'

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
  const { record: contract, mayChange } = await getWithRights(contractKind, db, actor, contractId)
  const approvals = await approvalsOf(db, contract)
  const [people, document] = await Promise.all([
    peopleByIds(db, approvals.flatMap(userIdsIn)),
    findDocumentVersion(db, contract),
  ])
  return approvals.map((approval, index) => {
    const documentChanged = !isSameDocument(approval.document, document)
    const isCurrent = index === 0 && approval.state !== 'Withdrawn'
    const can = actsOn(approval, actor, { isManager: mayChange && isCurrent, documentChanged })
    return { approval, contract, people, documentChanged, can }
  })
}

const userIdsIn = ({ startedBy, steps }: Approval): readonly string[] => [
  startedBy,
  ...steps.flatMap(({ approvers }) => approvers.map(({ userId }) => userId)),
]

/** One approval of it, the latest if none is named; not_found if there is no such one. */
export async function showApproval(
  app: App,
  actor: Actor,
  contractId: number,
  approvalId?: number,
): Promise<ShownApproval> {
  const approvals = await showApprovals(app, actor, contractId)
  const found = approvals.find(({ approval }) => approvalId === undefined || approval.id === approvalId)
  if (!found) throw notFound()
  return found
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
