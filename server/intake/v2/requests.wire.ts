// Requests in the shapes of v2, and what is done with them.
import Type from 'typebox'
import { contractStages } from '../../contracts/contract.ts'
import { newFieldsFromV2 } from '../../fields/v2/values.wire.ts'
import { namesV2 } from '../../http/input-names.ts'
import { given, idIn, propertiesOf, textIn, truthIn, userIdIn } from '../../http/v2/merge-patch.ts'
import { nullable, nullableObject, oneOf, personExample } from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import type { NewRequest } from '../commands/make-request.ts'
import type { Assignment } from '../commands/decide-request.ts'
import type { Answer } from '../answers.ts'
import type { Message, Question, Request } from '../requests.ts'
import { longestText, nextOf, nextSteps, stepNames, stepsOf, whosTurn } from '../request.ts'

const dateTime = Type.String({ format: 'date-time' })
const reference = nullableObject({ id: Type.Integer() })
const personReference = nullableObject({ id: Type.String({ format: 'uuid' }) })

export const intakeInputNames = namesV2({
  categoryId: 'matterType',
  managerId: 'manager',
  teamId: 'team',
  typeId: 'type',
  questionId: 'question',
  templateId: 'contractType',
})

const person = Type.Object({ id: Type.String({ format: 'uuid' }), name: Type.String() })
const request = {
  id: Type.Integer({ description: 'That of its matter, if it has one.' }),
  displayId: Type.String(),
  name: Type.String(),
  type: nullableObject({ id: Type.Integer(), title: Type.String() }),
  requester: person,
  description: nullable<string>('string'),
  steps: Type.Array(
    Type.Object({
      step: oneOf(stepNames),
      done: Type.Boolean(),
      at: nullable<string>('string', { format: 'date-time' }),
    }),
  ),
  with: Type.Object(
    {
      who: oneOf(whosTurn),
      person: nullableObject({ id: Type.String({ format: 'uuid' }), name: Type.String() }),
      team: nullable<string>('string'),
    },
    { description: 'Whose turn it is.' },
  ),
  next: oneOf(nextSteps),
  due: nullable<string>('string', { format: 'date', description: 'When an answer was promised.' }),
  dueUtc: nullable<string>('string', {
    format: 'date-time',
    description: 'The moment, where an answer was promised within hours.',
  }),
  reason: nullable<string>('string', { description: 'Why it was declined.' }),
  selfService: Type.Boolean({
    description: 'Whether its contract was made at once: it has no matter, and nobody has to take it on.',
  }),
  contract: nullableObject(
    {
      id: Type.Integer(),
      name: Type.String(),
      status: oneOf(contractStages),
      statusName: Type.String({ description: 'What its organisation calls the status.' }),
      approval: nullable<'Waiting' | 'Approved' | 'Declined'>('string', {
        description: 'Waiting, Approved or Declined; null while no approval was asked for.',
      }),
      document: nullableObject({ id: Type.Integer() }),
      canOpen: Type.Boolean({ description: 'Whether you see the contract itself.' }),
    },
    { description: 'The contract that it made, as far as everybody who sees the request knows it.' },
  ),
  created: Type.Object({ dateUtc: dateTime }),
} as const

const requestExample = {
  id: 17,
  displayId: 'LW0001-0017',
  name: 'Review a contract',
  type: { id: 3, title: 'Review a contract' },
  requester: { id: personExample.id, name: 'Ana Prior' },
  description: 'The supplier wants an answer by Friday.',
  steps: [
    { step: 'Submitted', done: true, at: '2026-03-02T09:00:00.000Z' },
    { step: 'Assigned', done: false, at: null },
  ],
  with: { who: 'Intake', person: null, team: 'Commercial' },
  next: 'Assign',
  due: '2026-03-07',
  dueUtc: null,
  reason: null,
  selfService: false,
  contract: null,
  created: { dateUtc: '2026-03-02T09:00:00.000Z' },
}

export const listedRequestSchema = Type.Object(request, {
  title: 'ListedIntakeRequest',
  examples: [requestExample],
})
export const requestsSchema = Type.Object(
  { items: Type.Array(listedRequestSchema) },
  { examples: [{ items: [requestExample] }] },
)
export const requestSchema = Type.Object(
  {
    ...request,
    answers: Type.Array(
      Type.Object({
        field: Type.Object({ id: Type.String(), name: Type.String(), fieldType: Type.String() }),
        label: Type.String({ description: 'What the form called the field.' }),
        value: Type.Unknown({ description: 'As it was answered; ids of choices, people and the like.' }),
        text: Type.String({ description: 'The same as people read it.' }),
      }),
      {
        description:
          'What was answered on the form when it was asked for; the record may have changed since.',
      },
    ),
    questions: Type.Array(
      Type.Object({
        id: Type.Integer(),
        question: Type.String(),
        asked: Type.Object({ dateUtc: dateTime, by: person }),
        answer: nullable<string>('string'),
        answered: nullableObject({ dateUtc: dateTime }),
      }),
    ),
    messages: Type.Array(
      Type.Object({
        id: Type.Integer(),
        text: Type.String(),
        by: person,
        created: Type.Object({ dateUtc: dateTime }),
      }),
      { description: 'The latest of its conversation, oldest first.' },
    ),
  },
  {
    title: 'IntakeRequest',
    examples: [
      {
        ...requestExample,
        answers: [
          {
            field: { id: 'region', name: 'Region', fieldType: 'Region' },
            label: 'Where',
            value: 3,
            text: 'EMEA',
          },
        ],
        questions: [],
        messages: [],
      },
    ],
  },
)

type Names = ReadonlyMap<string, string>
const personToV2 = (id: string, names: Names) => ({ id, name: names.get(id) ?? '' })
const momentToV2 = (at: Date) => ({ dateUtc: at.toISOString() })

function withToV2(each: Request, names: Names) {
  const team = each.teamName
  const next = nextOf(each)
  if (next === 'None') return { who: 'Nobody' as const, person: null, team }
  if (next === 'Approve') return { who: 'Approvers' as const, person: null, team }
  if (next === 'Answer' || next === 'Sign' || next === 'Revise')
    return { who: 'Requester' as const, person: personToV2(each.requesterId, names), team }
  if (next === 'Assign' || each.managerId === null) return { who: 'Intake' as const, person: null, team }
  return { who: 'Manager' as const, person: personToV2(each.managerId, names), team }
}

/** A request in its v2 shape, as lists have it. */
export const listedRequestToV2 = (each: Request, names: Names) => ({
  id: each.id,
  displayId: each.displayId,
  name: each.name,
  type: each.type,
  requester: personToV2(each.requesterId, names),
  description: each.description,
  steps: stepsOf(each).map(({ step, done, at }) => ({ step, done, at: at?.toISOString() ?? null })),
  with: withToV2(each, names),
  next: nextOf(each),
  due: each.due,
  dueUtc: each.dueAt?.toISOString() ?? null,
  reason: each.reason,
  selfService: each.selfService,
  contract: each.contract && {
    id: each.contract.id,
    name: each.contract.name,
    status: each.contract.stage,
    statusName: each.contract.stageName,
    approval: each.contract.approval,
    document: each.contract.documentId === null ? null : { id: each.contract.documentId },
    canOpen: each.contract.canOpen,
  },
  created: momentToV2(each.createdAt),
})

interface Whole {
  readonly request: Request
  readonly questions: readonly Question[]
  readonly messages: readonly Message[]
  readonly answers: readonly Answer[]
  readonly names: Names
}

/** The whole request in its v2 shape. */
export const requestToV2 = ({ request: each, questions, messages, answers, names }: Whole) => ({
  ...listedRequestToV2(each, names),
  answers: answers.map(({ field, label, value, text }) => ({
    field: { id: field.apiName, name: field.title, fieldType: field.type },
    label,
    value,
    text,
  })),
  questions: questions.map(({ id, question, askedBy, askedAt, answer, answeredAt }) => ({
    id,
    question,
    asked: { ...momentToV2(askedAt), by: personToV2(askedBy, names) },
    answer,
    answered: answeredAt && momentToV2(answeredAt),
  })),
  messages: messages.map(({ id, text, userId, createdAt }) => ({
    id,
    text,
    by: personToV2(userId, names),
    created: momentToV2(createdAt),
  })),
})

export const newRequestSchema = Type.Object(
  {
    type: Type.Object({ id: Type.Integer() }),
    name: nullable<string>('string', { maxLength: 255 }),
    description: nullable<string>('string', { maxLength: longestText }),
    urgent: Type.Optional(Type.Boolean()),
    fields: Type.Optional(
      Type.Object({}, { additionalProperties: true, description: 'By name, as in POST /v2/matters.' }),
    ),
  },
  { additionalProperties: false },
)
export const newRequestExample = {
  type: { id: 3 },
  description: 'The supplier wants an answer by Friday.',
}

/** A new request; 400 without a type. */
export function newRequestFromV2(body: unknown): NewRequest {
  const properties = propertiesOf(body, ['type', 'name', 'description', 'urgent', 'fields'])
  const typeId = idIn(properties, 'type')
  if (typeof typeId !== 'number') throw badInput('type', 'is missing: the request type, such as {"id": 3}.')
  return {
    typeId,
    ...given({
      name: textIn(properties, 'name'),
      description: textIn(properties, 'description', { longest: longestText }),
      urgent: truthIn(properties, 'urgent'),
    }),
    ...(properties['fields'] === undefined ? {} : { fields: newFieldsFromV2(properties['fields']) }),
  }
}

export const assignmentSchema = Type.Object(
  { manager: personReference, team: reference },
  { additionalProperties: false },
)

/** Who is to take a request on. */
export function assignmentFromV2(body: unknown): Assignment {
  const properties = propertiesOf(body, ['manager', 'team'])
  return given({ managerId: userIdIn(properties, 'manager'), teamId: idIn(properties, 'team') })
}

/** The one text of a body. */
export const textFromV2 = (body: unknown, name: string): string =>
  textIn(propertiesOf(body, [name]), name, { longest: longestText }) ?? ''

export const answerSchema = Type.Object(
  {
    answer: Type.String({ minLength: 1, maxLength: longestText }),
    question: Type.Optional(Type.Object({ id: Type.Integer() })),
  },
  { additionalProperties: false },
)

/** An answer, and the question if it is named. */
export function answerFromV2(body: unknown) {
  const properties = propertiesOf(body, ['answer', 'question'])
  return {
    answer: textIn(properties, 'answer', { longest: longestText }) ?? '',
    questionId: idIn(properties, 'question') ?? undefined,
  }
}
