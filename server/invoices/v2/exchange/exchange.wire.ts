// What passes between payer and law firm during a review, in the shapes of v2.
import Type from 'typebox'
import {
  choiceIn,
  dayIn,
  decimalIn,
  inside,
  needed,
  neverNull,
  propertiesOf,
  textIn,
} from '../../../http/v2/merge-patch.ts'
import {
  createdExample,
  doneBy,
  nullable,
  nullableObject,
  auditedByUser,
} from '../../../http/v2/references.wire.ts'
import { badInput } from '../../../platform/errors.ts'
import type { DecidedAppeal, DecidedWhole } from '../../exchange/decide-appeals.ts'
import {
  appealOutcomes,
  appealsIn,
  type Exchange,
  type ExchangeLine,
  longestText,
} from '../../exchange/exchange.ts'
import type { ShownExchange } from '../../exchange/show-exchange.ts'
import type { TextOnLine } from '../../exchange/texts-on-lines.ts'
import { mostLines } from '../../lines.ts'
import { answerFileToV2, filesSchema } from './files.wire.ts'

const made = nullableObject(auditedByUser)
const due = Type.String({ format: 'date', description: 'The last day for the law firm.' })
const number = Type.Integer({ description: 'Of the line.' })
const outcome = nullable<(typeof appealOutcomes)[number]>('string', {
  enum: [...appealOutcomes, null],
  description: 'Null until it is decided.',
})

export const exchangeSchema = Type.Object(
  {
    waitsFor: nullable<'Firm' | 'Payer'>('string', {
      enum: ['Firm', 'Payer', null],
      description: 'Who is to answer; null where the review goes on.',
    }),
    questions: nullableObject({
      due,
      sent: made,
      answered: made,
      lines: Type.Array(Type.Object({ number, question: Type.String(), answer: nullable<string>('string') })),
    }),
    decisions: nullableObject(
      {
        due,
        note: nullable<string>('string'),
        sent: made,
        outcome: nullable<'Accepted' | 'Appealed'>('string', { enum: ['Accepted', 'Appealed', null] }),
        answered: made,
        decided: nullableObject(auditedByUser, { description: 'When the appeals were decided.' }),
        appeals: Type.Array(
          Type.Object({ number, reason: Type.String(), outcome, note: nullable<string>('string') }),
        ),
        reductionAppeal: nullableObject(
          { reason: Type.String(), outcome, note: nullable<string>('string') },
          { description: 'The appeal against the reduction of the whole invoice.' },
        ),
      },
      { description: 'The decisions of the review that were sent before the approval.' },
    ),
    files: filesSchema,
    can: Type.Object({
      ask: Type.Boolean(),
      answer: Type.Boolean(),
      sendDecisions: Type.Boolean(),
      accept: Type.Boolean({ description: 'Or appeal.' }),
      decideAppeals: Type.Boolean(),
    }),
  },
  {
    title: 'InvoiceExchange',
    examples: [
      {
        waitsFor: 'Firm',
        questions: {
          due: '2026-10-12',
          sent: createdExample,
          answered: null,
          lines: [{ number: 1, question: 'Who was at the meeting?', answer: null }],
        },
        decisions: null,
        files: [],
        can: { ask: false, answer: true, sendDecisions: false, accept: false, decideAppeals: false },
      },
    ],
  },
)

/** What was asked, sent and answered. */
export function exchangeToV2({ questions, decisions, waitsFor, people, files, can }: ShownExchange) {
  const madeBy = (userId: string | null, at: Date | null) =>
    userId === null || at === null ? null : { dateUtc: at.toISOString(), ...doneBy(people.get(userId)) }
  const sentBy = ({ due: day, sentBy: userId, sentAt, answeredBy, answeredAt }: Exchange) => ({
    due: day,
    sent: madeBy(userId, sentAt),
    answered: madeBy(answeredBy, answeredAt),
  })
  return {
    waitsFor,
    questions: questions
      ? {
          ...sentBy(questions),
          lines: questions.lines.map((line) => ({
            number: line.number,
            question: line.asked,
            answer: line.reply,
          })),
        }
      : null,
    decisions: decisions
      ? {
          ...sentBy(decisions),
          note: decisions.note,
          outcome: decisions.outcome === 'Answered' ? null : decisions.outcome,
          decided: madeBy(decisions.decidedBy, decisions.decidedAt),
          appeals: appealsIn(decisions).onLines.map((line) => ({
            number: line.number,
            ...appealToV2(line),
          })),
          reductionAppeal: reductionAppealOf(decisions),
        }
      : null,
    files: files.map((file) => answerFileToV2(file, people)),
    can,
  }
}

const appealToV2 = ({ asked, outcome: decided, reply }: ExchangeLine) => ({
  reason: asked,
  outcome: decided,
  note: reply,
})

function reductionAppealOf(decisions: Exchange) {
  const { onWhole } = appealsIn(decisions)
  return onWhole ? appealToV2(onWhole) : null
}

const closed = { additionalProperties: false }
const written = Type.String({ minLength: 1, maxLength: longestText })
const listOf = (properties: Type.TProperties) =>
  Type.Array(Type.Object({ number, ...properties }, closed), { minItems: 1, maxItems: mostLines })
const lastDay = nullable<string>('string', {
  format: 'date',
  description: 'The last day for the law firm; default: after the working days of the setting.',
})

export const questionsSchema = Type.Object({ lines: listOf({ question: written }), due: lastDay }, closed)
export const answersSchema = Type.Object({ lines: listOf({ answer: written }) }, closed)
export const appealsSchema = Type.Object(
  {
    lines: Type.Optional(listOf({ reason: written })),
    reduction: nullableObject(
      { reason: written },
      { description: 'Against the reduction of the whole invoice; with it, `lines` may be left out.' },
    ),
  },
  closed,
)
export const sendSchema = Type.Object(
  { due: lastDay, note: nullable<string>('string', { maxLength: longestText }) },
  closed,
)
const decidedOutcome = Type.Unsafe<(typeof appealOutcomes)[number]>({
  type: 'string',
  enum: [...appealOutcomes],
})

export const decidedSchema = Type.Object(
  {
    reduction: nullableObject(
      {
        outcome: decidedOutcome,
        amount: nullable<number>('number', {
          description: 'Of PartlyRestored: what is taken off the invoice now, without tax.',
        }),
        note: nullable<string>('string', {
          maxLength: longestText,
          description: 'Why; needed unless it is restored. The firm sees it.',
        }),
      },
      { description: 'Needed where the firm appeals against the reduction of the whole invoice.' },
    ),
    lines: Type.Optional(
      listOf({
        outcome: decidedOutcome,
        approvedAmount: nullable<number>('number', { description: 'Of PartlyRestored, without tax.' }),
        note: nullable<string>('string', {
          maxLength: longestText,
          description: 'Why; needed unless the line is restored. The firm sees it.',
        }),
      }),
    ),
  },
  closed,
)

type Sent = ReturnType<typeof propertiesOf>

function linesIn<One>(
  sent: Sent,
  names: readonly string[],
  read: (line: Sent, number: number) => One,
): readonly One[] {
  const { lines } = sent
  if (!Array.isArray(lines) || lines.length === 0 || lines.length > mostLines) {
    throw badInput('lines', `must be a list of 1 to ${mostLines} lines.`)
  }
  return lines.map((each, index) =>
    inside(`lines[${index}]`, () => {
      const line = propertiesOf(each, ['number', ...names])
      const { number: of } = line
      if (typeof of !== 'number' || !Number.isSafeInteger(of)) {
        throw badInput('number', 'must be the number of a line.')
      }
      return read(line, of)
    }),
  )
}

const longTextIn = (sent: Sent, name: string) => textIn(sent, name, { longest: longestText }) ?? null

/** Texts on lines in a body, under the name that they have there. */
export const textsFromV2 = (sent: Sent, name: string): readonly TextOnLine[] =>
  linesIn(sent, [name], (line, of) => ({
    number: of,
    text: needed(name, neverNull(name, longTextIn(line, name))),
  }))

/** Questions in a body. */
export function questionsFromV2(body: unknown) {
  const sent = propertiesOf(body, ['lines', 'due'])
  return { questions: textsFromV2(sent, 'question'), due: dayIn(sent, 'due') ?? null }
}

/** How decisions are sent. */
export function sendingFromV2(body: unknown) {
  const sent = propertiesOf(body ?? {}, ['due', 'note'])
  return { due: dayIn(sent, 'due') ?? null, note: longTextIn(sent, 'note') }
}

/** The appeals in a body: on lines, and why against the reduction of the whole invoice. */
export function appealsFromV2(body: unknown) {
  const sent = propertiesOf(body, ['lines', 'reduction'])
  const { lines, reduction } = sent
  const whole =
    reduction === undefined || reduction === null
      ? null
      : inside('reduction', () => {
          const reason = longTextIn(propertiesOf(reduction, ['reason']), 'reason')?.trim() ?? ''
          if (reason === '') throw badInput('reason', 'is missing: why the invoice should be paid whole.')
          return reason
        })
  return { appeals: whole !== null && lines === undefined ? [] : textsFromV2(sent, 'reason'), whole }
}

/** What is decided on appeals. */
export function decidedFromV2(body: unknown) {
  const sent = propertiesOf(body, ['lines', 'reduction'])
  const { lines, reduction } = sent
  const whole: DecidedWhole | null =
    reduction === undefined || reduction === null
      ? null
      : inside('reduction', () => {
          const given = propertiesOf(reduction, ['outcome', 'amount', 'note'])
          return {
            outcome: needed('outcome', choiceIn(given, 'outcome', appealOutcomes)),
            amount: decimalIn(given, 'amount') ?? null,
            note: longTextIn(given, 'note'),
          }
        })
  return { decided: whole !== null && lines === undefined ? [] : decidedLinesIn(sent), whole }
}

const decidedLinesIn = (sent: Sent): readonly DecidedAppeal[] =>
  linesIn(sent, ['outcome', 'approvedAmount', 'note'], (line, of) => ({
    number: of,
    outcome: needed('outcome', choiceIn(line, 'outcome', appealOutcomes)),
    approvedAmount: decimalIn(line, 'approvedAmount') ?? null,
    note: longTextIn(line, 'note'),
  }))
