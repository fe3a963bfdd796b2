// What callers of v2 send about approvals: requests, decisions, delegations and reasons.
import Type from 'typebox'
import { jsonBody } from '../../http/v2/bodies.ts'
import {
  choiceIn,
  inside,
  needed,
  neverNull,
  peopleIn,
  propertiesOf,
  textIn,
  trimmedDayIn,
  truthIn,
  userIdIn,
} from '../../http/v2/merge-patch.ts'
import { nullable, personExample, userReference } from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import { needs } from '../../records/approval-steps.ts'
import type { ApprovalRequest, RequestedStep } from '../approvals/stage-approval.ts'
import { deadlineBodySchema, deadlineIn } from '../../records/v2/approval-deadlines.wire.ts'
import { needSchema } from '../../records/v2/approval-steps.wire.ts'

const closed = { additionalProperties: false }
const comment = Type.Optional(Type.String({ maxLength: 4000 }))
const people = Type.Array(Type.Object({ id: userReference.id }), { maxItems: 50 })
const addedStep = Type.Object(
  {
    name: Type.String({ maxLength: 255 }),
    need: Type.Optional(needSchema),
    approvers: people,
    deadline: deadlineBodySchema,
  },
  closed,
)

export const newApprovalBody = jsonBody(
  Type.Object(
    {
      approvers: Type.Optional(people),
      steps: Type.Optional(Type.Array(addedStep, { maxItems: 20 })),
      deadline: deadlineBodySchema,
      inOrder: Type.Optional(Type.Boolean()),
      due: nullable<string>('string', { format: 'date' }),
      comment,
    },
    closed,
  ),
  {
    approvers: [{ id: personExample.id }],
    deadline: { workingDays: 3, escalateTo: null },
    inOrder: true,
    due: '2026-11-12',
    comment: 'Rent is above budget.',
  },
)

const longestComment = { longest: 4_000 }
const mostSteps = 20

const furtherApproval = (userId: string, deadline: RequestedStep['deadline']): RequestedStep => ({
  name: 'Further approval',
  need: 'All',
  approverIds: [userId],
  ...(deadline === undefined ? {} : { deadline }),
  path: 'deadline',
})

/** A request for approval; approvers without steps are one step each. */
export function newApprovalFromV2(body: unknown): ApprovalRequest {
  const properties = propertiesOf(body ?? {}, ['approvers', 'deadline', 'steps', 'inOrder', 'due', 'comment'])
  const approvers = peopleIn(properties, 'approvers')
  const inOrder = truthIn(properties, 'inOrder')
  const deadline = deadlineIn(properties)
  const added = [...approvers.map((id) => furtherApproval(id, deadline)), ...stepsIn(properties['steps'])]
  if (added.length > mostSteps) throw badInput('steps', `can be ${mostSteps} at most.`)
  return {
    added,
    ...(inOrder === undefined ? {} : { inOrder }),
    due: trimmedDayIn(properties, 'due') ?? null,
    comment: textIn(properties, 'comment', longestComment) ?? null,
  }
}

function stepsIn(steps: unknown): readonly RequestedStep[] {
  if (steps === undefined) return []
  if (!Array.isArray(steps)) throw badInput('steps', 'must be a list of steps.')
  return steps.map((step: unknown, index) =>
    inside(`steps[${index}]`, () => {
      const properties = propertiesOf(step, ['name', 'need', 'approvers', 'deadline'])
      const deadline = deadlineIn(properties)
      const approverIds = peopleIn(properties, 'approvers')
      if (approverIds.length === 0) throw badInput('approvers', 'is missing: name at least one person.')
      return {
        name: needed('name', neverNull('name', textIn(properties, 'name'))),
        need: choiceIn(properties, 'need', needs) ?? 'All',
        approverIds,
        ...(deadline === undefined ? {} : { deadline }),
        path: `steps[${index}].deadline`,
      }
    }),
  )
}

export const decisionBody = jsonBody(
  Type.Object({ comment, for: Type.Optional(Type.Object({ id: userReference.id })) }, closed),
  { comment: 'Fine with us.' },
)
/** A decision: its comment, and the approver for whom it is made if not for the caller. */
export function decisionFromV2(body: unknown) {
  const properties = propertiesOf(body ?? {}, ['comment', 'for'])
  const insteadOf = userIdIn(properties, 'for')
  return {
    comment: textIn(properties, 'comment', longestComment) ?? null,
    ...(typeof insteadOf === 'string' ? { insteadOf } : {}),
  }
}

export const reasonBody = jsonBody(
  Type.Object({ reason: Type.Optional(Type.String({ maxLength: 4000 })) }, closed),
  { reason: 'Only a typing error was corrected.' },
)
/** The reason for an act. */
export const reasonFromV2 = (body: unknown): string | null =>
  textIn(propertiesOf(body ?? {}, ['reason']), 'reason', longestComment) ?? null

export const delegationBody = jsonBody(
  Type.Object(
    {
      to: Type.Object({ id: userReference.id }),
      from: Type.Optional(Type.Object({ id: userReference.id })),
      comment,
    },
    closed,
  ),
  { to: { id: personExample.id }, comment: 'I am away until Monday.' },
)

/** A delegation: to whom, and for whom if not for the caller. */
export function delegationFromV2(body: unknown) {
  const properties = propertiesOf(body, ['to', 'from', 'comment'])
  const from = userIdIn(properties, 'from')
  return {
    to: needed('to', neverNull('to', userIdIn(properties, 'to'))),
    ...(typeof from === 'string' ? { from } : {}),
    comment: textIn(properties, 'comment', longestComment) ?? null,
  }
}
