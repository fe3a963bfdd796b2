// Approvals of invoices in the shapes of v2.
import Type, { type Static } from 'typebox'
import { jsonBody } from '../../http/v2/bodies.ts'
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
import { type Step, waitingStep } from '../approvals/approval.ts'
import type { ShownApproval } from '../approvals/show-approval.ts'
import type { WaitingApproval } from '../approvals/waiting-approvals.ts'

const person = Type.Object(userReference)
const approverSchema = Type.Object({
  user: person,
  asked: nullable<string>('string', { format: 'date-time' }),
  decision: nullable<string>('string', { enum: ['Approved', 'Declined', null] }),
  comment: nullable<string>('string'),
  decided: nullable<string>('string', { format: 'date-time' }),
  decidedBy: nullableObject(userReference, {
    description: 'Their delegate, or an administrator, who decided for them.',
  }),
  delegate: nullableObject(userReference, { description: 'Who can decide for them today.' }),
})

const due = nullable<string>('string', {
  format: 'date',
  description: 'The last day of the step, once its people are asked; null without a deadline.',
})

const stepExample = {
  position: 1,
  name: 'Head of legal',
  need: 'One' as const,
  state: 'Waiting' as const,
  due: '2026-11-05',
  escalated: null,
}
const approverExample = {
  user: personExample,
  asked: '2026-11-02T09:00:00.000Z',
  decision: null,
  comment: null,
  decided: null,
  decidedBy: null,
  delegate: null,
}

export const invoiceApprovalSchema = Type.Object(
  {
    planned: Type.Array(
      Type.Object({ name: Type.String(), need: needSchema, approvers: Type.Array(person) }),
      {
        description: 'The steps that asking for approval would make now; empty when no rule applies.',
      },
    ),
    approval: nullableObject(
      {
        state: oneOf(approvalStates),
        comment: nullable<string>('string'),
        total: Type.Number({
          description:
            'With tax. If a review leaves more than this while people are asked, they are asked again.',
        }),
        currency: Type.String(),
        steps: Type.Array(
          Type.Object({
            position: Type.Integer(),
            name: Type.String(),
            need: needSchema,
            state: oneOf(['Later', 'Waiting', 'Approved', 'Declined']),
            due,
            escalated: nullable<string>('string', {
              format: 'date-time',
              description: 'When the deadline had passed and somebody else was asked.',
            }),
            approvers: Type.Array(approverSchema),
          }),
        ),
        started: Type.Object({ dateUtc: Type.String({ format: 'date-time' }), user: person }),
        ended: nullable<string>('string', { format: 'date-time' }),
      },
      { description: 'The latest request; null if approval was never asked for.' },
    ),
    can: Type.Object({
      ask: Type.Boolean(),
      decide: Type.Boolean(),
      decideFor: Type.Array(person, {
        description:
          'Those for whom you decide, as their delegate, as an administrator, or because their deadline has passed: with `for`.',
      }),
      withdraw: Type.Boolean(),
    }),
  },
  {
    title: 'InvoiceApproval',
    examples: [
      {
        planned: [],
        approval: {
          state: 'Waiting',
          comment: 'The second expert is in it.',
          total: 64_200,
          currency: 'NZD',
          steps: [{ ...stepExample, approvers: [approverExample] }],
          started: { dateUtc: '2026-11-02T09:00:00.000Z', user: personExample },
          ended: null,
        },
        can: { ask: false, decide: true, decideFor: [], withdraw: false },
      },
    ],
  },
)

export const waitingSchema = Type.Object(
  {
    invoice: Type.Object({ id: Type.Integer(), number: Type.String() }),
    providerName: Type.String({ description: 'The law firm, or another payee.' }),
    matter: Type.Object(namedReference),
    total: Type.Number({ description: 'With tax: what was asked for.' }),
    currency: Type.String(),
    step: Type.String(),
    comment: nullable<string>('string'),
    approver: Type.Object(userReference, { description: 'You, or the person for whom you decide.' }),
    startedBy: person,
    asked: Type.String({ format: 'date-time' }),
    due,
  },
  {
    title: 'WaitingInvoiceApproval',
    examples: [
      {
        invoice: { id: 402, number: 'INV-2026-17' },
        providerName: 'Ashfield LLP',
        matter: { id: 17, name: 'Harbour lease' },
        total: 64_200,
        currency: 'NZD',
        step: 'Head of legal',
        comment: null,
        approver: personExample,
        startedBy: personExample,
        asked: '2026-11-02T09:00:00.000Z',
        due: '2026-11-05',
      },
    ],
  },
)

/** What waits for somebody, as v2 shows it. */
export const waitingToV2 = (
  waiting: WaitingApproval,
  people: Parameters<typeof personIn>[0],
): Static<typeof waitingSchema> => ({
  invoice: { id: waiting.invoiceId, number: waiting.number },
  providerName: waiting.providerName,
  matter: { id: waiting.matterId, name: waiting.matterName },
  total: Number(waiting.total),
  currency: waiting.currency,
  step: waiting.step,
  comment: waiting.comment,
  approver: personIn(people, waiting.approverId),
  startedBy: personIn(people, waiting.startedBy),
  asked: waiting.askedAt.toISOString(),
  due: waiting.due,
})

const comment = Type.Optional(Type.String({ maxLength: 4_000 }))
const closed = { additionalProperties: false }

export const askBody = jsonBody(Type.Object({ comment }, closed), { comment: 'The second expert is in it.' })

export const decideBody = jsonBody(
  Type.Object(
    {
      decision: oneOf(['Approved', 'Declined']),
      comment,
      for: Type.Optional(Type.Object({ id: userReference.id })),
    },
    closed,
  ),
  { decision: 'Approved', comment: 'As discussed.' },
)

/** The approval of an invoice as v2 shows it. */
export function invoiceApprovalToV2({ invoice, planned, round, people, delegates, can }: ShownApproval) {
  const userOf = (id: string) => personIn(people, id)
  const orNull = (id: string | null | undefined) => (typeof id === 'string' ? userOf(id) : null)
  const stateOf = (step: Step) => {
    if (step.approvers.some(({ decision }) => decision === 'Declined')) return 'Declined' as const
    if (isApproved(step)) return 'Approved' as const
    return round && waitingStep(round) === step ? ('Waiting' as const) : ('Later' as const)
  }
  return {
    planned: planned.map(({ name, need, approverIds }) => ({
      name,
      need,
      approvers: approverIds.map(userOf),
    })),
    approval: round
      ? {
          state: round.state,
          comment: round.comment,
          total: Number(round.total),
          currency: invoice.currency,
          steps: round.steps.map((step) => ({
            position: step.position,
            name: step.name,
            need: step.need,
            state: stateOf(step),
            due: step.due,
            escalated: step.escalatedAt?.toISOString() ?? null,
            approvers: step.approvers.map((each) => ({
              user: userOf(each.userId),
              asked: each.askedAt?.toISOString() ?? null,
              decision: each.decision,
              comment: each.comment,
              decided: each.decidedAt?.toISOString() ?? null,
              decidedBy: orNull(each.decidedBy),
              delegate: each.decision === null ? orNull(delegates.get(each.userId)) : null,
            })),
          })),
          started: { dateUtc: round.startedAt.toISOString(), user: userOf(round.startedBy) },
          ended: round.endedAt?.toISOString() ?? null,
        }
      : null,
    can: { ...can, decideFor: can.decideFor.map(userOf) },
  }
}
