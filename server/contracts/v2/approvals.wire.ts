// Approvals and approval rules in the shapes of v2.
import Type from 'typebox'
import { jsonBody } from '../../http/v2/bodies.ts'
import {
  choiceIn,
  inside,
  needed,
  neverNull,
  propertiesOf,
  textIn,
  truthIn,
  userIdIn,
} from '../../http/v2/merge-patch.ts'
import {
  namedReference,
  nullable,
  nullableObject,
  personExample,
  userReference,
} from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import { readLocalTime } from '../../platform/time/local-time.ts'
import { approvalStates, decisions, isApproved, needs, waitingSteps } from '../approvals/approval.ts'
import type { AddedStep } from '../approvals/ask-approval.ts'
import type { ShownApproval } from '../approvals/show-approvals.ts'
import type { ApprovalRequest } from '../approvals/stage-approval.ts'

const word = <const Word extends string>(words: readonly Word[], more: object = {}) =>
  Type.Unsafe<Word>({ type: 'string', enum: [...words], ...more })

const stepStates = ['Later', 'Waiting', 'Approved', 'Declined'] as const
const moment = Type.String({ format: 'date-time' })
const person = Type.Object(userReference)

export const needSchema = word(needs, {
  description: 'Whether one of the approvers is enough, or all must approve.',
})

const approverSchema = Type.Object({
  user: person,
  asked: nullable<string>('string', { format: 'date-time' }),
  decision: Type.Unsafe<string | null>({ type: ['string', 'null'], enum: [...decisions, null] }),
  comment: nullable<string>('string'),
  decided: nullable<string>('string', { format: 'date-time' }),
  delegatedTo: nullableObject(userReference),
})

const canSchema = Type.Object(
  {
    decide: Type.Boolean(),
    remind: Type.Boolean(),
    withdraw: Type.Boolean(),
    keep: Type.Boolean(),
    restart: Type.Boolean(),
  },
  { description: 'What you can do with it now.' },
)

const exampleStep = {
  position: 1,
  name: 'Finance',
  need: 'One' as const,
  rule: { id: 4 },
  state: 'Waiting' as const,
  approvers: [
    {
      user: personExample,
      asked: '2026-11-02T09:00:00.000Z',
      decision: null,
      comment: null,
      decided: null,
      delegatedTo: null,
    },
  ],
}

export const approvalSchema = Type.Object(
  {
    id: Type.Integer(),
    contract: Type.Object(namedReference),
    state: word(approvalStates),
    inOrder: Type.Boolean({ description: 'Each step waits for the one before it.' }),
    due: nullable<string>('string', { format: 'date' }),
    comment: nullable<string>('string'),
    document: Type.Object({
      version: Type.Integer({ description: 'The version of the contract document that is approved.' }),
      changed: Type.Boolean({ description: 'The document has changed since: keep or restart the approval.' }),
    }),
    steps: Type.Array(
      Type.Object({
        position: Type.Integer(),
        name: Type.String(),
        need: needSchema,
        rule: nullableObject({ id: Type.Integer() }),
        state: word(stepStates),
        approvers: Type.Array(approverSchema),
      }),
    ),
    started: Type.Object({ dateUtc: moment, user: person }),
    ended: nullable<string>('string', { format: 'date-time' }),
    can: canSchema,
  },
  {
    examples: [
      {
        id: 12,
        contract: { id: 17, name: 'Harbour lease' },
        state: 'Waiting',
        inOrder: true,
        due: '2026-11-12',
        comment: 'Rent is above budget.',
        document: { version: 2, changed: false },
        steps: [exampleStep],
        started: { dateUtc: '2026-11-02T09:00:00.000Z', user: personExample },
        ended: null,
        can: { decide: true, remind: false, withdraw: false, keep: false, restart: false },
      },
    ],
  },
)

/** An approval as v2 shows it. */
export function approvalToV2({ approval, contract, people, documentChanged, can }: ShownApproval) {
  const userOf = (id: string) => {
    const { organisationId, ...rest } = people.get(id) ?? nobody(id)
    return { ...rest, organizationId: organisationId }
  }
  const waiting = waitingSteps(approval)
  return {
    id: approval.id,
    contract: { id: contract.id, name: contract.name },
    state: approval.state,
    inOrder: approval.inOrder,
    due: approval.due,
    comment: approval.comment,
    document: { version: approval.document.version, changed: documentChanged },
    steps: approval.steps.map((step) => ({
      position: step.position,
      name: step.name,
      need: step.need,
      rule: step.ruleId === null ? null : { id: step.ruleId },
      state: step.approvers.some(({ decision }) => decision === 'Declined')
        ? ('Declined' as const)
        : isApproved(step)
          ? ('Approved' as const)
          : waiting.includes(step)
            ? ('Waiting' as const)
            : ('Later' as const),
      approvers: step.approvers.map((each) => ({
        user: userOf(each.userId),
        asked: each.askedAt?.toISOString() ?? null,
        decision: each.decision,
        comment: each.comment,
        decided: each.decidedAt?.toISOString() ?? null,
        delegatedTo: each.delegatedTo === null ? null : userOf(each.delegatedTo),
      })),
    })),
    started: { dateUtc: approval.startedAt.toISOString(), user: userOf(approval.startedBy) },
    ended: approval.endedAt?.toISOString() ?? null,
    can,
  }
}

const nobody = (id: string) => ({ id, email: '', firstName: '', lastName: '', organisationId: 0 })

const closed = { additionalProperties: false }
const comment = Type.Optional(Type.String({ maxLength: 4000 }))
const people = Type.Array(Type.Object({ id: userReference.id }), { maxItems: 50 })
const addedStep = Type.Object(
  { name: Type.String({ maxLength: 255 }), need: Type.Optional(needSchema), approvers: people },
  closed,
)

export const newApprovalBody = jsonBody(
  Type.Object(
    {
      approvers: Type.Optional(people),
      steps: Type.Optional(Type.Array(addedStep, { maxItems: 20 })),
      inOrder: Type.Optional(Type.Boolean()),
      due: nullable<string>('string', { format: 'date' }),
      comment,
    },
    closed,
  ),
  {
    approvers: [{ id: personExample.id }],
    inOrder: true,
    due: '2026-11-12',
    comment: 'Rent is above budget.',
  },
)

const longestComment = { longest: 4_000 }
const mostSteps = 20

/** A request for approval; approvers without steps are one step each. */
export function newApprovalFromV2(body: unknown): ApprovalRequest {
  const properties = propertiesOf(body ?? {}, ['approvers', 'steps', 'inOrder', 'due', 'comment'])
  const approvers = peopleIn(properties, 'approvers')
  const inOrder = truthIn(properties, 'inOrder')
  const added = [
    ...approvers.map((id): AddedStep => ({ name: 'Further approval', need: 'All', approverIds: [id] })),
    ...stepsIn(properties['steps']),
  ]
  if (added.length > mostSteps) throw badInput('steps', `can be ${mostSteps} at most.`)
  return {
    added,
    ...(inOrder === undefined ? {} : { inOrder }),
    due: dayIn(properties, 'due'),
    comment: textIn(properties, 'comment', longestComment) ?? null,
  }
}

function stepsIn(steps: unknown): readonly AddedStep[] {
  if (steps === undefined) return []
  if (!Array.isArray(steps)) throw badInput('steps', 'must be a list of steps.')
  return steps.map((step: unknown, index) =>
    inside(`steps[${index}]`, () => {
      const properties = propertiesOf(step, ['name', 'need', 'approvers'])
      const approverIds = peopleIn(properties, 'approvers')
      if (approverIds.length === 0) throw badInput('approvers', 'is missing: name at least one person.')
      return {
        name: needed('name', neverNull('name', textIn(properties, 'name'))),
        need: choiceIn(properties, 'need', needs) ?? 'All',
        approverIds,
      }
    }),
  )
}

type Given = Readonly<Record<string, unknown>>

/** A list of references to people. */
export function peopleIn(properties: Given, name: string): readonly string[] {
  const list = properties[name]
  if (list === undefined || list === null) return []
  if (!Array.isArray(list)) throw badInput(name, 'must be a list of references to people.')
  return list.map((user: unknown, index) => {
    const path = `${name}[${index}]`
    return needed(path, neverNull(path, userIdIn({ [path]: user }, path)))
  })
}

function dayIn(properties: Given, name: string): string | null {
  const day = textIn(properties, name) ?? null
  if (day === null || (/^\d{4}-\d\d-\d\d$/.test(day) && readLocalTime(day) !== undefined)) return day
  throw badInput(name, 'must be a day such as 2026-05-06.')
}

export const commentBody = jsonBody(Type.Object({ comment }, closed), { comment: 'Fine with us.' })
/** The comment of a decision. */
export const commentFromV2 = (body: unknown): string | null =>
  textIn(propertiesOf(body ?? {}, ['comment']), 'comment', longestComment) ?? null

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
