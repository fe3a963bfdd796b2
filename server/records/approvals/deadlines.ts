// Deadlines of the steps of approvals: so many working days, by the calendar of the organisation. On the last of them
// the approvers are reminded; when it is over the step is escalated: the person whom the deadline names is asked, or
// the administrators, and can decide for the approvers.
import { activeAdministrators } from '../../identity/users/administrators.ts'
import { delegatesOf } from '../../identity/users/approval-delegates.ts'
import { isActiveColleague } from '../../identity/users/people-on-records.ts'
import { workDeadlines } from '../../identity/organisations/work-deadlines.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { addDays } from '../../platform/time/local-time.ts'
import { type StepTimes, type TimedStep, undecidedIn } from './timed-step.ts'

/** The columns of a step that change with its deadline. */
export interface TimeColumns {
  readonly due?: string
  readonly remind_at?: Date | null
  readonly escalate_at?: Date | null
  readonly escalated_at?: Date | null
}

/** Starts the deadlines of steps whose people are asked now; `write` stores what changes of a step. */
export async function startDeadlines<Step extends Pick<TimedStep, 'deadline'>>(
  tx: Tx,
  organisationId: number,
  { steps, now }: { readonly steps: readonly Step[]; readonly now: Date },
  write: (step: Step, times: TimeColumns) => Promise<unknown>,
): Promise<void> {
  const timed = steps.filter(({ deadline }) => deadline !== null)
  if (timed.length === 0) return
  const { dayAfter, morningOf } = await workDeadlines(tx, organisationId, now)
  for (const step of timed) {
    const due = dayAfter(step.deadline?.workingDays ?? 0)
    const [remindAt, escalateAt] = [morningOf(due), morningOf(addDays(due, 1))]
    await write(step, { due, remind_at: remindAt, escalate_at: escalateAt, escalated_at: null })
  }
}

/** That the deadline of a step has passed: `to` can decide for its approvers, or the administrators if it is null. */
export interface Escalated extends Pick<StepTimes, 'due'> {
  readonly step: string
  readonly to: string | null
  /** Who is notified that they can decide. */
  readonly toIds: readonly string[]
  readonly approverIds: readonly string[]
}

/** A step whose time has come, and what its kind of approvals does about it. */
export interface Watched {
  readonly organisationId: number
  /** Undefined if it does not wait any more. */
  readonly step: TimedStep | undefined
  readonly now: Date
  /** Whether the person must not decide, such as who asked. */
  readonly isForThem: (userId: string) => boolean
  readonly write: (times: TimeColumns) => Promise<unknown>
  /** Lets the person see what is approved. */
  readonly join: (userId: string) => Promise<readonly DomainEvent[]>
  readonly reminded: (approverIds: readonly string[], delegateIds: readonly string[]) => DomainEvent
  readonly escalated: (escalated: Escalated) => DomainEvent
}

/** Reminds, or escalates, if the time of the step has come; answers whether it did. The step is locked. */
export async function watchStep(
  tx: Tx,
  watched: Watched,
): Promise<{ readonly result: 0 | 1; readonly events: readonly DomainEvent[] }> {
  const { organisationId, step, now, write, reminded } = watched
  if (!step) {
    // it was decided or withdrawn
    await write({ remind_at: null, escalate_at: null })
    return { result: 0, events: [] }
  }
  if (step.escalateAt !== null && step.escalateAt <= now)
    return { result: 1, events: await escalate(tx, watched, step) }
  // another process was faster
  if (step.remindAt === null || step.remindAt > now) return { result: 0, events: [] }
  await write({ remind_at: null })
  const userIds = undecidedIn(step)
  const delegates = await delegatesOf(tx, organisationId, { userIds, now })
  return { result: 1, events: [reminded(userIds, [...new Set(delegates.values())])] }
}

async function escalate(
  tx: Tx,
  { organisationId, now, isForThem, write, join, escalated }: Watched,
  step: TimedStep,
): Promise<readonly DomainEvent[]> {
  const named = step.deadline?.escalateTo ?? null
  const canDecide =
    named !== null && !isForThem(named) && (await isActiveColleague(tx, organisationId, named))
  const to = canDecide ? named : null
  await write({ remind_at: null, escalate_at: null, escalated_at: now })
  const joined = to === null ? [] : await join(to)
  // of administrators those who see the record are notified, and decide for approvers as ever
  const administrators =
    to === null ? await activeAdministrators(tx, organisationId).orderBy('id').execute() : []
  const others = administrators.map(({ id }) => id).filter((id) => !isForThem(id))
  const toIds = to === null ? others : [to]
  const { name, due } = step
  return [...joined, escalated({ step: name, due, to, toIds, approverIds: undecidedIn(step) })]
}
