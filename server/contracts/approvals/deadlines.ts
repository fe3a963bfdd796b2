// Deadlines of the steps of approvals: so many working days, by the calendar of the organisation. On the last of them
// the approvers are reminded; when it is over the step is escalated: the person whom the deadline names is asked, or
// the administrators, and can decide for the approvers.
import { sql } from 'kysely'
import { activeAdministrators } from '../../identity/users/administrators.ts'
import { isActiveColleague } from '../../identity/users/people-on-records.ts'
import { delegatesOf } from '../../identity/users/approval-delegates.ts'
import { workDeadlines } from '../../identity/organisations/work-deadlines.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent, systemActor } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { addDays } from '../../platform/time/local-time.ts'
import { insertMembers } from '../../records/new-members.ts'
import { lockContractAsSystem } from '../access.ts'
import type { Contract } from '../contract.ts'
import { contractKind } from '../contract-kind.ts'
import { contractMemberAdded } from '../events.ts'
import { type Approval, type Step, waitingSteps } from './approval.ts'
import { approvalEscalated, approvalReminded } from './approval-events.ts'
import { isForThem } from './deciders.ts'
import { holdApproval } from './read-approvals.ts'

/** Starts the deadlines of steps whose people are asked now. */
export async function startDeadlines(
  tx: Tx,
  { organisationId, id }: Pick<Approval, 'organisationId' | 'id'>,
  { steps, now }: { readonly steps: readonly Step[]; readonly now: Date },
): Promise<void> {
  const timed = steps.filter(({ deadline }) => deadline !== null)
  if (timed.length === 0) return
  const { dayAfter, morningOf } = await workDeadlines(tx, organisationId, now)
  for (const { position, deadline } of timed) {
    const due = dayAfter(deadline?.workingDays ?? 0)
    await setStep(
      tx,
      { organisationId, approvalId: id, position },
      {
        due,
        remind_at: morningOf(due),
        escalate_at: morningOf(addDays(due, 1)),
        escalated_at: null,
      },
    )
  }
}

interface StepKey {
  readonly organisationId: number
  readonly approvalId: number
  readonly position: number
}

interface StepTimes {
  readonly due?: string
  readonly remind_at?: Date | null
  readonly escalate_at?: Date | null
  readonly escalated_at?: Date | null
}

const setStep = (tx: Tx, { organisationId, approvalId, position }: StepKey, times: StepTimes) =>
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
    done += await watchStep(app, due)
  }
  return done
}

const watchStep = (app: App, key: DueStep): Promise<number> =>
  change(app, systemActor('watch-approval-deadlines'), async (tx, now) => {
    const { organisationId } = key
    const contract = await lockContractAsSystem(tx, { organisationId, id: key.contractId })
    if (!contract) return { result: 0, events: [] }
    const approval = await holdApproval(tx, contract, key.approvalId)
    const step = waitingSteps(approval).find(({ position }) => position === key.position)
    if (!step) {
      // it was decided or withdrawn
      await setStep(tx, key, { remind_at: null, escalate_at: null })
      return { result: 0, events: [] }
    }
    const of = { contract, approval, step, now }
    if (step.escalateAt !== null && step.escalateAt <= now)
      return { result: 1, events: await escalate(tx, of) }
    // another process was faster
    if (step.remindAt === null || step.remindAt > now) return { result: 0, events: [] }
    await setStep(tx, key, { remind_at: null })
    const userIds = undecidedIn(step)
    const delegates = await delegatesOf(tx, organisationId, { userIds, now })
    return { result: 1, events: [approvalReminded(approval, userIds, [...new Set(delegates.values())])] }
  })

const undecidedIn = ({ approvers }: Step): readonly string[] =>
  approvers.filter(({ decision }) => decision === null).map(({ userId }) => userId)

interface Late {
  readonly contract: Contract
  readonly approval: Approval
  readonly step: Step
  readonly now: Date
}

async function escalate(tx: Tx, { contract, approval, step, now }: Late): Promise<readonly DomainEvent[]> {
  const { organisationId, id: approvalId } = approval
  const { position, deadline, due } = step
  const named = deadline?.escalateTo ?? null
  const canDecide =
    named !== null &&
    !isForThem({ contract, approval }, named) &&
    (await isActiveColleague(tx, organisationId, named))
  const to = canDecide ? named : null
  await setStep(
    tx,
    { organisationId, approvalId, position },
    {
      remind_at: null,
      escalate_at: null,
      escalated_at: now,
    },
  )
  const joined =
    to === null
      ? []
      : await insertMembers(tx, contractKind, contract, { userIds: [to], addedBy: approval.startedBy, now })
  // of administrators those who see the contract are notified, and decide for approvers as ever
  const administrators =
    to === null ? await activeAdministrators(tx, organisationId).orderBy('id').execute() : []
  const others = administrators.map(({ id }) => id).filter((id) => !isForThem({ contract, approval }, id))
  const toIds = to === null ? others : [to]
  return [
    ...joined.map((userId) => contractMemberAdded(contract, userId)),
    approvalEscalated(approval, { step: step.name, due, to, toIds, approverIds: undecidedIn(step) }),
  ]
}
