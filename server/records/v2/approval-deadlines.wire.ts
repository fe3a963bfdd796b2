// Deadlines of the steps of approvals in the shapes of v2.
import Type from 'typebox'
import { inside, propertiesOf, userIdIn } from '../../http/v2/merge-patch.ts'
import { nullableObject, userReference } from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import type { Deadline } from '../approvals/timed-step.ts'
import { longestDeadline } from '../approvals/default-deadline.ts'

const workingDays = Type.Integer({ minimum: 1, maximum: longestDeadline })
const description =
  'How many working days the approvers have after the day on which they are asked. They are reminded on the last of them; after it, the person is asked and can decide for them, or the administrators are if it is null.'

/** A deadline as it is shown; null for none. */
export const deadlineSchema = nullableObject(
  { workingDays, escalateTo: nullableObject(userReference) },
  { description },
)

/** A deadline as it is sent. */
export const deadlineBodySchema = Type.Optional(
  nullableObject({ workingDays, escalateTo: nullableObject({ id: userReference.id }) }, { description }),
)

/** The property `deadline`: undefined if it is absent, null for none. */
export function deadlineIn({ deadline }: Readonly<Record<string, unknown>>): Deadline | null | undefined {
  if (deadline === undefined || deadline === null) return deadline
  return inside('deadline', () => {
    const properties = propertiesOf(deadline, ['workingDays', 'escalateTo'])
    const { workingDays: days } = properties
    if (typeof days !== 'number') throw badInput('workingDays', 'must be a whole number.')
    return { workingDays: days, escalateTo: userIdIn(properties, 'escalateTo') ?? null }
  })
}

/** A deadline as v2 shows it; `userOf` gives undefined for somebody who is not there any more. */
export const deadlineToV2 = <User>(deadline: Deadline | null, userOf: (userId: string) => User | undefined) =>
  deadline && {
    workingDays: deadline.workingDays,
    escalateTo: deadline.escalateTo === null ? null : (userOf(deadline.escalateTo) ?? null),
  }
