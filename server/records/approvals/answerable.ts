// What somebody can answer from a mail, and for whom: for themselves, as the delegate of an approver, and for the
// approvers of a step whose deadline has passed.
import { activeAdministrators } from '../../identity/users/administrators.ts'
import { delegatesOf, standsInFor } from '../../identity/users/approval-delegates.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { isEscalatedTo, type TimedStep, undecidedIn } from './timed-step.ts'

interface Person {
  readonly userId: string
  readonly now: Date
}

/** The steps of an approval that wait for a decision now. */
export interface WaitingSteps<Step extends TimedStep = TimedStep> {
  readonly organisationId: number
  readonly steps: readonly Step[]
}

/** More would not be read in a mail: the others are decided in the app. */
const mostLate = 10

/** The approvers for whom the person decides now, themselves first. */
export async function answersFor(
  db: Reader,
  { organisationId, steps }: WaitingSteps,
  { userId, now }: Person,
): Promise<readonly string[]> {
  const undecided = steps.flatMap(undecidedIn)
  const userIds = [...new Set(undecided)]
  const delegates = await delegatesOf(db, organisationId, { userIds, now })
  const own = undecided.includes(userId) ? [userId] : []
  const late = (await lateSteps(db, { organisationId, steps }, userId)).flatMap((step) =>
    undecidedIn(step).filter((each) => each !== userId),
  )
  return [...new Set([...own, ...standsInFor(delegates, userId), ...late.slice(0, mostLate)])]
}

/** The steps that the person decides now for the approver, who may be themselves. */
export async function answeredSteps<Step extends TimedStep>(
  db: Reader,
  { organisationId, steps: waiting }: WaitingSteps<Step>,
  { userId, approverId, now }: Person & { readonly approverId: string },
): Promise<readonly Step[]> {
  const steps = waiting.filter((step) => undecidedIn(step).includes(approverId))
  if (steps.length === 0 || approverId === userId) return steps
  const delegates = await delegatesOf(db, organisationId, { userIds: [approverId], now })
  if (delegates.get(approverId) === userId) return steps
  return lateSteps(db, { organisationId, steps }, userId)
}

/** The steps whose deadline has passed, and in which the person was asked, or is asked as an administrator. */
async function lateSteps<Step extends TimedStep>(
  db: Reader,
  { organisationId, steps }: WaitingSteps<Step>,
  userId: string,
): Promise<readonly Step[]> {
  const late = steps.filter(({ escalatedAt }) => escalatedAt !== null)
  const named = late.filter((step) => isEscalatedTo(step, userId))
  if (named.length === late.length) return named
  const administrators = activeAdministrators(db, organisationId)
  return (await administrators.where('id', '=', userId).executeTakeFirst()) ? late : named
}
