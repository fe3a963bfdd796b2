// Tracked changes and comments of Word documents in the shapes of v2.
import Type from 'typebox'
import { choiceIn, propertiesOf } from '../../http/v2/merge-patch.ts'
import { nullable, nullableObject, oneOf } from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import { reportedProperties } from '../../platform/documents/markup/document-properties.ts'
import type { Decisions, ListedComment, MarkupPlace } from '../../platform/documents/markup/read-markup.ts'
import { trackedKinds, trackedThings } from '../../platform/documents/markup/tracked-change.ts'
import { storyParts } from '../../platform/documents/redline/story.ts'
import type { DecidedVersion } from '../markup/decide-changes.ts'
import type { Markup } from '../markup/read-markup.ts'

const placeProperties = {
  part: oneOf(storyParts),
  paragraph: nullable<number>('integer', {
    description: 'Of the body, from 0, those in tables included and those in text boxes not. Null elsewhere.',
  }),
  clause: Type.Object({ number: nullable<string>('string'), heading: nullable<string>('string') }),
}
const moment = nullable<string>('string', { format: 'date-time' })
const author = nullable<string>('string', { description: 'As the document has it.' })
const written = { author, date: moment, text: Type.String() }

export const markupSchema = Type.Object(
  {
    isCurrent: Type.Boolean({
      description: 'Whether its changes can be decided: it is the current version.',
    }),
    total: Type.Integer({ description: 'How many tracked changes there are; the first 2,000 are listed.' }),
    changes: Type.Array(
      Type.Object({
        id: Type.Integer({ description: 'In this version, from 1 in the order of the document.' }),
        kind: oneOf(trackedKinds),
        of: oneOf(trackedThings, { description: 'Paragraph: its end, or its look.' }),
        ...written,
        place: Type.Object(placeProperties),
        from: nullableObject(placeProperties, {
          description: 'Of a move: where it was, with the clause that it stood after.',
        }),
        formatting: Type.Array(Type.String(), { description: 'What of the look changed.' }),
      }),
    ),
    comments: Type.Array(
      Type.Object({
        id: Type.Integer({ description: 'In this version, from 1.' }),
        ...written,
        isResolved: Type.Boolean(),
        quote: Type.String({ description: 'The words that it is about.' }),
        place: nullableObject(placeProperties, { description: 'Null if nothing in the text refers to it.' }),
        answers: Type.Array(Type.Object({ id: Type.Integer(), ...written })),
      }),
    ),
  },
  {
    title: 'DocumentMarkup',
    examples: [
      {
        isCurrent: true,
        total: 1,
        changes: [
          {
            id: 1,
            kind: 'Inserted',
            of: 'Text',
            author: 'Tomas Berg',
            date: '2026-03-02T09:30:00.000Z',
            text: 'within 45 days',
            place: { part: 'Body', paragraph: 12, clause: { number: '4.2', heading: 'Payment' } },
            from: null,
            formatting: [],
          },
        ],
        comments: [
          {
            id: 1,
            author: 'Ana Prior',
            date: '2026-03-02T09:30:00.000Z',
            text: 'Cap this.',
            isResolved: false,
            quote: 'without limit',
            place: { part: 'Body', paragraph: 31, clause: { number: '9', heading: 'Liability' } },
            answers: [{ id: 2, author: 'Tomas Berg', date: null, text: 'At the fees of a year?' }],
          },
        ],
      },
    ],
  },
)

const placeToV2 = ({ part, paragraph, clause }: MarkupPlace) => ({ part, paragraph, clause: { ...clause } })

/** The changes and comments of a version in the shape of v2. */
export const markupToV2 = ({ isCurrent, total, changes, comments }: Markup) => ({
  isCurrent,
  total,
  changes: changes.map(({ place, from, formatting, ...change }) => ({
    ...change,
    place: placeToV2(place),
    from: from && placeToV2(from),
    formatting: [...formatting],
  })),
  comments: comments
    .filter((comment) => comment.answers === null)
    .map(({ id, author: by, date, text, isResolved, quote, place }) => ({
      id,
      author: by,
      date,
      text,
      isResolved,
      quote,
      place: place && placeToV2(place),
      answers: comments.filter(({ answers }) => answers === id).map(answerToV2),
    })),
})

const answerToV2 = ({ id, author: by, date, text }: ListedComment) => ({ id, author: by, date, text })

const mostIds = 2_000
const ids = Type.Optional(Type.Array(Type.Integer({ minimum: 1 }), { maxItems: mostIds }))

export const decisionsSchema = Type.Object(
  {
    accept: ids,
    reject: ids,
    rest: Type.Optional(
      oneOf(['Accept', 'Reject'], {
        description: 'What happens to all others; they stay as they are without it.',
      }),
    ),
  },
  { additionalProperties: false },
)
export const decisionsExample = { accept: [1], rest: 'Reject' }

/** What is decided of the changes. */
export function decisionsFromV2(body: unknown): Decisions {
  const properties = propertiesOf(body, ['accept', 'reject', 'rest'])
  const decisions = {
    accept: idsIn('accept', properties['accept']),
    reject: idsIn('reject', properties['reject']),
    rest: choiceIn(properties, 'rest', ['Accept', 'Reject']) ?? null,
  }
  if (decisions.accept.length + decisions.reject.length === 0 && decisions.rest === null)
    throw badInput('accept', 'names no change: send ids in accept or reject, or what happens to the rest.')
  return decisions
}

function idsIn(name: string, value: unknown): readonly number[] {
  if (value === undefined || value === null) return []
  const isId = (each: unknown) => typeof each === 'number' && Number.isInteger(each) && each > 0
  if (!Array.isArray(value) || value.length > mostIds || !value.every(isId))
    throw badInput(name, `must be a list of at most ${mostIds} ids of changes such as [1, 2].`)
  return [...new Set(value as number[])]
}

export const decidedSchema = Type.Object(
  {
    id: Type.Integer({ description: 'Of the file.' }),
    version: Type.Integer({ description: 'That was made.' }),
    accepted: Type.Integer(),
    rejected: Type.Integer(),
    total: Type.Integer({ description: 'How many changes there were before.' }),
  },
  { title: 'DecidedVersion', examples: [{ id: 4711, version: 3, accepted: 2, rejected: 1, total: 12 }] },
)

/** The version that was made in the shape of v2. */
export const decidedToV2 = ({ fileId, ...decided }: DecidedVersion) => ({ id: fileId, ...decided })

export const hiddenSchema = Type.Object(
  {
    changes: Type.Integer(),
    comments: Type.Integer(),
    hiddenTexts: Type.Integer({ description: 'Passages that are formatted as hidden.' }),
    customProperties: Type.Integer({ description: 'Those that no field shows on a page.' }),
    documentVariables: Type.Integer({ description: 'Those that no field shows on a page.' }),
    customData: Type.Integer({
      description: 'Sets of data that programs keep in the document (custom XML).',
    }),
    documentProperties: Type.Array(oneOf(reportedProperties), {
      description: 'Those of its usual properties that have a value; a usual template is none.',
    }),
    authors: Type.Array(Type.String()),
  },
  {
    title: 'HiddenContent',
    examples: [
      {
        changes: 11,
        comments: 2,
        hiddenTexts: 1,
        customProperties: 3,
        documentVariables: 1,
        customData: 2,
        documentProperties: ['Company', 'Template'],
        authors: ['Ana Prior', 'Tomas Berg'],
      },
    ],
  },
)
