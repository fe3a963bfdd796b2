// Deadlines of the steps of approvals of contracts: written with the step, and watched in every organisation.
import { sql } from 'kysely'
import type { App } from '../../platform/app.ts'
import { change, systemActor } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import {
  startDeadlines as startEach,
  type TimeColumns,
  watchStep,
} from '../../records/approvals/deadlines.ts'
import { insertMembers } from '../../records/new-members.ts'
import { lockContractAsSystem } from '../access.ts'
import { contractKind } from '../contract-kind.ts'
import { contractMemberAdded } from '../events.ts'
import { type Approval, type Step, waitingSteps } from './approval.ts'
import { approvalEscalated, approvalReminded } from './approval-events.ts'
import { isForThem } from './deciders.ts'
import { holdApproval } from './read-approvals.ts'

/** Starts the deadlines of steps whose people are asked now. */
export const startDeadlines = (
  tx: Tx,
  { organisationId, id: approvalId }: Pick<Approval, 'organisationId' | 'id'>,
  asked: { readonly steps: readonly Step[]; readonly now: Date },
): Promise<void> =>
  startEach(tx, organisationId, asked, ({ position }, times) =>
    setStep(tx, { organisationId, approvalId, position }, times),
  )

interface StepKey {
  readonly organisationId: number
  readonly approvalId: number
  readonly position: number
}

const setStep = (tx: Tx, { organisationId, approvalId, position }: StepKey, times: TimeColumns) =>
  tx
    .updateTable('contract_approval_steps')
    .set(times)
    .where('organisation_id', '=', organisationId)
    .where('approval_id', '=', approvalId)
    .where('position', '=', position)
    .execute()

interface DueStep extends StepKey {
  readonly contractId: number
}

const batch = 500

/** Reminds and escalates where a deadline has come, in every organisation; returns how many steps. */
export async function watchDeadlines(app: App): Promise<number> {
  const now = app.clock.now()
  const { rows } = await sql<DueStep>`
    /* every organisation: work is found here and done within one */
    select s.organisation_id as "organisationId", s.approval_id as "approvalId", s.position, a.contract_id as "contractId"
    from contract_approval_steps s
    join contract_approvals a on a.organisation_id = s.organisation_id and a.id = s.approval_id
    -- not through access.ts: deadlines pass no matter who sees the contract; one in the bin may come back
    join contracts c on c.organisation_id = a.organisation_id and c.id = a.contract_id and c.deleted_at is null
    where s.remind_at <= ${now} or s.escalate_at <= ${now}
    order by s.organisation_id, s.approval_id, s.position limit ${batch}`.execute(app.db)
  let done = 0
  for (const due of rows) {
    if (app.stopping()) break
    done += await watchDue(app, due)
  }
  return done
}

const watchDue = (app: App, key: DueStep): Promise<number> =>
  change(app, systemActor('watch-approval-deadlines'), async (tx, now) => {
    const { organisationId, contractId, position } = key
    const contract = await lockContractAsSystem(tx, { organisationId, id: contractId })
    if (!contract) return { result: 0, events: [] }
    const approval = await holdApproval(tx, contract, key.approvalId)
    const { startedBy: addedBy } = approval
    return watchStep(tx, {
      organisationId,
      step: waitingSteps(approval).find((each) => each.position === position),
      now,
      isForThem: (userId) => isForThem({ contract, approval }, userId),
      write: (times) => setStep(tx, key, times),
      join: async (userId) => {
        const joined = await insertMembers(tx, contractKind, contract, { userIds: [userId], addedBy, now })
        return joined.map((id) => contractMemberAdded(contract, id))
      },
      reminded: (approverIds, delegateIds) => approvalReminded(approval, approverIds, delegateIds),
      escalated: (escalated) => approvalEscalated(approval, escalated),
    })
  })
