// v2 of comparing a document with a clause: the passage that is about the same, and the differences word by word.
import Type from 'typebox'
import { idOf } from '../../../http/ids.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onGet } from '../../../http/routes.ts'
import { nullable, nullableObject, oneOf } from '../../../http/v2/references.wire.ts'
import { type ClauseComparison, compareClause } from '../../clauses/compare-clause.ts'

const kinds = ['Standard', 'Alternative', 'Fallback', 'WalkAway'] as const
const pieceKinds = ['Same', 'Removed', 'Added'] as const

const comparisonSchema = Type.Object(
  {
    passage: nullableObject(
      {
        heading: nullable<string>('string'),
        number: nullable<string>('string', { description: 'That Word writes before it.' }),
        firstParagraph: Type.Integer({ description: 'As `GET …/paragraphs` of the version counts them.' }),
        lastParagraph: Type.Integer(),
        text: Type.String({ description: 'Each line is a paragraph.' }),
      },
      { description: 'That is about the same as the clause; null if none is.' },
    ),
    version: Type.Integer({ description: 'Of the clause: the one in use, or the latest of a draft.' }),
    nearest: nullable<number>('integer', {
      description: 'Which of the positions the passage is nearest to, from 0; null without a passage.',
    }),
    positions: Type.Array(
      Type.Object({
        kind: oneOf(kinds),
        name: nullable<string>('string', { description: 'Of an alternative.' }),
        place: nullable<number>('integer', { description: 'Of a fallback position, from 1.' }),
        sameness: Type.Number({ description: 'How much of it and of the passage is the same, from 0 to 1.' }),
        pieces: Type.Array(Type.Object({ kind: oneOf(pieceKinds), text: Type.String() }), {
          description: 'From the position to the passage, by words; empty without a passage.',
        }),
      }),
    ),
  },
  {
    title: 'ClauseComparison',
    examples: [
      {
        passage: {
          heading: 'Limitation of liability',
          number: '9.2',
          firstParagraph: 87,
          lastParagraph: 87,
          text: 'Liability is limited to the fees of two years.',
        },
        version: 2,
        nearest: 0,
        positions: [
          {
            kind: 'Standard',
            name: null,
            place: null,
            sameness: 0.8,
            pieces: [
              { kind: 'Same', text: 'Liability is limited to the fees of ' },
              { kind: 'Removed', text: 'a year' },
              { kind: 'Added', text: 'two years' },
              { kind: 'Same', text: '.' },
            ],
          },
        ],
      },
    ],
  },
)

const toV2 = ({ passage, version, nearest, positions }: ClauseComparison) => ({
  passage: passage && {
    heading: passage.heading,
    number: passage.number,
    firstParagraph: passage.from,
    lastParagraph: passage.to,
    text: passage.text,
  },
  version,
  nearest,
  positions: positions.map(({ kind, name, place, sameness, pieces }) => ({
    kind,
    name,
    place,
    sameness: Math.round(sameness * 1_000) / 1_000,
    pieces: pieces.map((piece) => ({ ...piece })),
  })),
})

const whole = (description: string) => Type.String({ pattern: '^[1-9][0-9]{0,9}$', description })

export const clauseComparisonRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/clauses/:clauseId/comparison', {
    config: { access: { right: 'read-libraries' }, errors: ['conflict'] },
    operationId: 'compareClause',
    summary: 'Compare a document with a clause',
    description:
      'Finds the passage of a Word document that is about the same as the clause, by its heading and its words, and says which position it is nearest to: the standard, an alternative, a fallback or what is not accepted. With the differences word by word. Nothing is stored. 409 for what is no Word document.',
    querystring: Type.Object({
      fileId: whole('The file.'),
      version: whole('Its version.'),
    }),
    returns: comparisonSchema,
    handler: async (request) => {
      const { fileId, version } = request.query
      const ref = { fileId: idOf(fileId), version: idOf(version) }
      return toV2(await compareClause(app, actorOf(request), idOf(request.params.clauseId), ref))
    },
  })
}
