// Approvals in the shapes of v2.
import Type from 'typebox'
import {
  namedReference,
  nullable,
  nullableObject,
  oneOf,
  personExample,
  personIn,
  userReference,
} from '../../http/v2/references.wire.ts'
import { approvalStates, isApproved } from '../../records/approval-steps.ts'
import { needSchema } from '../../records/v2/approval-steps.wire.ts'
import { type Approver, decisions, waitingSteps } from '../approvals/approval.ts'
import type { ShownApproval } from '../approvals/show-approvals.ts'

const stepStates = ['Later', 'Waiting', 'Approved', 'Declined'] as const
const moment = Type.String({ format: 'date-time' })
const person = Type.Object(userReference)

const approverSchema = Type.Object({
  user: person,
  asked: nullable<string>('string', { format: 'date-time' }),
  decision: Type.Unsafe<string | null>({ type: ['string', 'null'], enum: [...decisions, null] }),
  comment: nullable<string>('string'),
  decided: nullable<string>('string', { format: 'date-time' }),
  delegatedTo: nullableObject(userReference),
  decidedBy: nullableObject(userReference, {
    description: 'Their delegate, or an administrator, who decided for them.',
  }),
  delegate: nullableObject(userReference, { description: 'Who can decide for them today.' }),
  approvedBefore: nullable<string>('string', {
    format: 'date-time',
    description: 'When they approved what was there before it changed.',
  }),
})

const canSchema = Type.Object(
  {
    decide: Type.Boolean(),
    decideFor: Type.Array(Type.Object(userReference), {
      description:
        'Those for whom you decide today, as their delegate or because their deadline has passed: with `for`.',
    }),
    decideForOthers: Type.Boolean(),
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
  due: '2026-11-05',
  escalated: null,
  approvers: [
    {
      user: personExample,
      asked: '2026-11-02T09:00:00.000Z',
      decision: null,
      comment: null,
      decided: null,
      delegatedTo: null,
      decidedBy: null,
      delegate: null,
      approvedBefore: null,
    },
  ],
}

export const approvalSchema = Type.Object(
  {
    id: Type.Integer(),
    contract: Type.Object(namedReference),
    state: oneOf(approvalStates),
    inOrder: Type.Boolean({ description: 'Each step waits for the one before it.' }),
    due: nullable<string>('string', { format: 'date' }),
    comment: nullable<string>('string'),
    document: Type.Object({
      version: Type.Integer({ description: 'The version of the contract document that is approved.' }),
      changed: Type.Boolean({ description: 'The document has changed since: keep or restart the approval.' }),
    }),
    changes: Type.Array(
      Type.Object({
        what: oneOf(['Document', 'Type', 'Party', 'Value']),
        field: nullableObject({ id: Type.String(), name: Type.String() }),
      }),
      {
        description:
          'What is not any more as it was when approval was asked for: keep or restart the approval. Empty once the contract is signed.',
      },
    ),
    againBecause: nullable<string>('string', { description: 'Why approval was asked for again.' }),
    steps: Type.Array(
      Type.Object({
        position: Type.Integer(),
        name: Type.String(),
        need: needSchema,
        rule: nullableObject({ id: Type.Integer() }),
        state: oneOf(stepStates),
        due: nullable<string>('string', {
          format: 'date',
          description: 'The last day for its decision, if its rule has a deadline.',
        }),
        escalated: nullable<string>('string', {
          format: 'date-time',
          description: 'When the deadline had passed, and somebody else was asked.',
        }),
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
        changes: [],
        againBecause: null,
        steps: [exampleStep],
        started: { dateUtc: '2026-11-02T09:00:00.000Z', user: personExample },
        ended: null,
        can: {
          decideFor: [],
          decide: true,
          decideForOthers: false,
          remind: false,
          withdraw: false,
          keep: false,
          restart: false,
        },
      },
    ],
  },
)

/** An approval as v2 shows it. */
export function approvalToV2({ approval, contract, people, changes, delegates, can }: ShownApproval) {
  const userOf = (id: string) => personIn(people, id)
  const waiting = waitingSteps(approval)
  const delegateOf = ({ userId, decision }: Approver) => {
    const to = decision === null ? delegates.get(userId) : undefined
    return to === undefined ? null : userOf(to)
  }
  return {
    id: approval.id,
    contract: { id: contract.id, name: contract.name },
    state: approval.state,
    inOrder: approval.inOrder,
    due: approval.due,
    comment: approval.comment,
    document: {
      version: approval.document.version,
      changed: changes.some(({ what }) => what === 'Document'),
    },
    changes: changes.map(({ what, field }) => ({
      what,
      field: field === null ? null : { id: field.name, name: field.title },
    })),
    againBecause: approval.againBecause,
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
      due: step.due,
      escalated: step.escalatedAt?.toISOString() ?? null,
      approvers: step.approvers.map((each) => ({
        user: userOf(each.userId),
        asked: each.askedAt?.toISOString() ?? null,
        decision: each.decision,
        comment: each.comment,
        decided: each.decidedAt?.toISOString() ?? null,
        delegatedTo: each.delegatedTo === null ? null : userOf(each.delegatedTo),
        decidedBy: each.decidedBy === null ? null : userOf(each.decidedBy),
        delegate: delegateOf(each),
        approvedBefore: each.approvedBefore?.toISOString() ?? null,
      })),
    })),
    started: { dateUtc: approval.startedAt.toISOString(), user: userOf(approval.startedBy) },
    ended: approval.endedAt?.toISOString() ?? null,
    can: { ...can, decideFor: can.decideFor.map(userOf) },
  }
}
