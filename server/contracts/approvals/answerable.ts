// What somebody can answer from a mail, and for whom: for themselves, as the delegate of an approver, and for the
// approvers of a step whose deadline has passed.
import { activeAdministrators } from '../../identity/users/administrators.ts'
import { delegatesOf, standsInFor } from '../../identity/users/approval-delegates.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import {
  type Approval,
  isEscalatedTo,
  type Step,
  stepsOf,
  waitingApprovers,
  waitingSteps,
} from './approval.ts'

interface Person {
  readonly userId: string
  readonly now: Date
}

/** More would not be read in a mail: the others are decided in the app. */
const mostLate = 10

/** The approvers for whom the person decides now, themselves first. */
export async function answersFor(
  db: Reader,
  approval: Approval,
  { userId, now }: Person,
): Promise<readonly string[]> {
  const { organisationId } = approval
  const delegates = await delegatesOf(db, organisationId, { userIds: waitingApprovers(approval), now })
  const own = stepsOf(approval, userId).length > 0 ? [userId] : []
  const late = (await lateSteps(db, approval, userId)).flatMap(({ approvers }) =>
    approvers.filter((each) => each.decision === null && each.userId !== userId).map((each) => each.userId),
  )
  return [...new Set([...own, ...standsInFor(delegates, userId), ...late.slice(0, mostLate)])]
}

/** The steps that the person decides now for the approver, who may be themselves. */
export async function answeredSteps(
  db: Reader,
  approval: Approval,
  { userId, approverId, now }: Person & { readonly approverId: string },
): Promise<readonly Step[]> {
  const steps = stepsOf(approval, approverId)
  if (steps.length === 0 || approverId === userId) return steps
  const { organisationId } = approval
  const delegates = await delegatesOf(db, organisationId, { userIds: [approverId], now })
  if (delegates.get(approverId) === userId) return steps
  const late = await lateSteps(db, approval, userId)
  return steps.filter((step) => late.includes(step))
}

/** The steps whose deadline has passed, and in which the person was asked, or is asked as an administrator. */
async function lateSteps(db: Reader, approval: Approval, userId: string): Promise<readonly Step[]> {
  const late = waitingSteps(approval).filter(({ escalatedAt }) => escalatedAt !== null)
  const named = late.filter((step) => isEscalatedTo(step, userId))
  if (named.length === late.length) return named
  const administrators = activeAdministrators(db, approval.organisationId)
  return (await administrators.where('id', '=', userId).executeTakeFirst()) ? late : named
}
