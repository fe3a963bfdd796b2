// Keeping an approval after what it covers has changed: those who approved confirm it. Nobody else can say that a
// decision is about something that the person who decided has not seen.
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import { conflict, forbidden } from '../../platform/errors.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { may } from '../../records/rights/involvement.ts'
import type { Contract } from '../contract.ts'
import { type Approval, type DocumentVersion, isPast, type Step } from './approval.ts'
import { approvalDecided, approvalKept } from './approval-events.ts'
import { changesSince, type Covered, namesOfChanges, readPresentContent } from './covered.ts'
import { type ApprovalPlace, lockApproval } from './decide-approval.ts'
import { isForThem } from './deciders.ts'
import { currentApproval, holdApproval } from './read-approvals.ts'
import { rulesThatApply } from './rules.ts'
import { goOn } from './write-decisions.ts'

/**
 * Asks those who approved to confirm their decisions for what the contract is now; what the actor approved themselves
 * is confirmed with it. People who have not decided are asked about the contract as it is now. For those who may change
 * the contract, and those who approved; conflict when nothing has changed, or when the rules now ask for somebody who
 * was not asked.
 */
export function confirmApproval(app: App, actor: Actor, place: ApprovalPlace, reason: string): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { contract, approval, involvement } = await lockApproval(tx, actor, place, now)
    const mayChange = may(involvement, 'manageApproval')
    const own = ownApprovals({ contract, approval }, actor.userId)
    if (!mayChange && own.length === 0)
      throw forbidden('Only those who approved, and those who may change the contract, can do this.')
    await checkCanBeConfirmed(tx, contract, approval)
    const present = await readPresentContent(tx, contract, approval.covered)
    const changes = changesSince(approval, present)
    const { document, covered } = present
    if (!document || changes.length === 0)
      throw conflict('Nothing that this approval covers has changed since it was asked for.')
    const names = namesOfChanges(changes)
    const againBecause = `${names} ${changes.length === 1 ? 'has' : 'have'} changed. ${reason}`
    await askAgain(tx, approval, { document, covered, againBecause })
    await resetDecisions(tx, approval, { keep: own.length > 0 ? actor.userId : null, now })
    const after = await holdApproval(tx, contract, approval.id)
    const kept = { from: approval.document.version, to: document.version, changed: names, reason }
    const events: DomainEvent[] = [
      approvalKept(approval, kept),
      ...own.map(({ name }) =>
        approvalDecided(approval, { step: name, decision: 'Approved', comment: reason }),
      ),
      ...(await goOn(tx, { contract, approval: after, now })),
    ]
    return { result: undefined, events }
  })
}

/** The steps that the person approved and can confirm. */
export const ownApprovals = (
  asked: { readonly contract: Pick<Contract, 'ownerId' | 'organisationId'>; readonly approval: Approval },
  userId: string,
): readonly Step[] =>
  isForThem(asked, userId)
    ? []
    : asked.approval.steps.filter(({ approvers }) =>
        approvers.some((each) => each.userId === userId && each.decision === 'Approved'),
      )

async function checkCanBeConfirmed(tx: Tx, contract: Contract, approval: Approval): Promise<void> {
  if (approval.state !== 'Waiting' && approval.state !== 'Approved')
    throw conflict(`This approval is ${approval.state}: ask for approval again.`)
  if (isPast(contract)) throw conflict(`A contract that is ${contract.stage} cannot be approved any more.`)
  const current = await currentApproval(tx, contract)
  if (current?.id !== approval.id)
    throw conflict('Approval has been asked for again since: that request counts.')
  const missing = (await rulesThatApply(tx, contract)).filter(
    ({ id }) => !approval.steps.some(({ ruleId }) => ruleId === id),
  )
  if (missing.length === 0) return
  const names = missing.map(({ name }) => `"${name}"`).join(', ')
  throw conflict(`It now needs the approval of ${names} as well: ask everybody again.`)
}

interface Again {
  readonly document: DocumentVersion
  readonly covered: Covered
  readonly againBecause: string
}

const askAgain = (tx: Tx, { organisationId, id }: Approval, { document, covered, againBecause }: Again) =>
  tx
    .updateTable('contract_approvals')
    .set({
      state: 'Waiting',
      ended_at: null,
      document_version: document.version,
      document_sha256: document.sha256,
      covered: JSON.stringify(covered),
      again_because: againBecause,
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()

interface Reset {
  /** Whose decision is confirmed now. */
  readonly keep: string | null
  readonly now: Date
}

/** Delegations stay; everybody else has not been asked yet, but for those whose decision is kept. */
async function resetDecisions(tx: Tx, { organisationId, id }: Approval, { keep, now }: Reset): Promise<void> {
  await sql`update contract_approvers set approved_before = case when decision = 'Approved' then decided_at else approved_before end,
      decided_at = case when user_id is not distinct from ${keep}::uuid and decision = 'Approved' then ${now}::timestamptz end,
      decided_by = null,
      comment = case when user_id is not distinct from ${keep}::uuid and decision = 'Approved' then comment end,
      asked_at = case when user_id is not distinct from ${keep}::uuid and decision = 'Approved' then asked_at end,
      decision = case when user_id is not distinct from ${keep}::uuid and decision = 'Approved' then decision end
    where organisation_id = ${organisationId} and approval_id = ${id} and decision is distinct from 'Delegated'`.execute(
    tx,
  )
}
