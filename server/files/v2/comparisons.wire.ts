// Comparisons of versions in the shapes of v2.
import Type from 'typebox'
import { inside, needed } from '../../http/v2/merge-patch.ts'
import { propertiesOf } from '../../http/v2/merge-patch.ts'
import { nullable, nullableObject, oneOf } from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import { changeClasses } from '../../platform/documents/redline/change-classes.ts'
import { type Block, type Change, changeKinds } from '../../platform/documents/redline/changes.ts'
import { storyParts } from '../../platform/documents/redline/story.ts'
import { redlineFormats } from '../comparisons/read-comparison.ts'
import { type Comparison, comparisonStates, type VersionRef } from '../comparisons/comparison.ts'

const compared = { fileId: Type.Integer(), version: Type.Integer() }

export const comparisonSchema = Type.Object(
  {
    id: Type.Integer(),
    state: oneOf(comparisonStates, { description: 'Failed: `reason` says why.' }),
    reason: nullable<string>('string'),
    exact: nullable<boolean>('boolean', {
      description:
        'Whether rejecting all changes of the redline gives back the earlier text, and accepting all the later one, word for word. Null until it is done.',
    }),
    canMakePdf: Type.Boolean({ description: 'Whether the installation makes PDFs of redlines.' }),
    before: Type.Object({ ...compared, name: Type.String() }),
    after: Type.Object({ ...compared, name: Type.String() }),
  },
  {
    title: 'FileComparison',
    examples: [
      {
        id: 12,
        state: 'Done',
        reason: null,
        exact: true,
        canMakePdf: true,
        before: { fileId: 4711, version: 1, name: 'Services agreement.docx' },
        after: { fileId: 4711, version: 2, name: 'Services agreement.docx' },
      },
    ],
  },
)

export const newComparisonSchema = Type.Object(
  { before: Type.Object(compared, { additionalProperties: false, description: 'The earlier text.' }) },
  { additionalProperties: false },
)
export const newComparisonExample = { before: { fileId: 4711, version: 1 } }

/** What the version in the path is compared with. */
export function comparedFromV2(body: unknown): VersionRef {
  const { before } = propertiesOf(body, ['before'])
  const given = needed('before', before)
  return inside('before', () => {
    const { fileId, version } = propertiesOf(given, ['fileId', 'version'])
    return { fileId: idIn('fileId', fileId), version: idIn('version', version) }
  })
}

function idIn(name: string, value: unknown): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > 2_147_483_647)
    throw badInput(name, 'must be a whole number from 1.')
  return value
}

/** A comparison in the shape of v2. */
export const comparisonToV2 = (
  { id, state, reason, exact, before, after }: Comparison,
  canMakePdf: boolean,
) => ({
  id,
  state,
  reason,
  exact,
  canMakePdf,
  before: { fileId: before.fileId, version: before.version, name: before.name },
  after: { fileId: after.fileId, version: after.version, name: after.name },
})

export const redlineQuery = Type.Object({
  format: Type.Optional(oneOf(redlineFormats, { description: 'Docx if it is not given.' })),
})

const part = oneOf(storyParts)
const clauseProperties = { number: nullable<string>('string'), heading: nullable<string>('string') }

export const changesQuery = Type.Object({
  class: Type.Optional(oneOf(changeClasses, { description: 'Only the changes that touch this.' })),
})

export const changesSchema = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        number: Type.Integer({ description: 'In the order of the document, from 1.' }),
        kind: oneOf(changeKinds),
        part,
        clause: Type.Object(clauseProperties, {
          description: 'The clause it stands in, with its number as Word counts it or as it is typed.',
        }),
        movedFrom: nullableObject(clauseProperties, { description: 'Of a move: the clause it stood after.' }),
        movedTo: nullableObject(clauseProperties, {
          description: 'Of a move: the clause it stands after now.',
        }),
        before: Type.String(),
        after: Type.String(),
        classes: Type.Array(oneOf(changeClasses), {
          description:
            'What it touches, by its words. NotTracked: not all of it is among the tracked changes of the later document.',
        }),
      }),
    ),
  },
  {
    examples: [
      {
        items: [
          {
            number: 1,
            kind: 'Replaced',
            part: 'Body',
            clause: { number: '4.2', heading: 'Payment' },
            movedFrom: null,
            movedTo: null,
            before: '30',
            after: '45',
            classes: ['NumbersAndDates'],
          },
        ],
      },
    ],
  },
)

/** Changes in the shape of v2: all, or those of one class. */
export const changesToV2 = (changes: readonly Change[], only: string | undefined) => ({
  items: changes
    .filter(({ classes }) => only === undefined || classes.some((each) => each === only))
    .map(({ author: _author, date: _date, classes, ...change }) => ({ ...change, classes: [...classes] })),
})

const pieceKinds = ['Same', 'Inserted', 'Deleted', 'MovedFrom', 'MovedTo', 'Formatted'] as const

export const redlineTextSchema = Type.Object(
  {
    paragraphs: Type.Array(
      Type.Object({
        part,
        number: nullable<string>('string', { description: 'That Word writes before it.' }),
        level: nullable<number>('integer', { description: 'Of a heading; 1 is the outermost.' }),
        cell: nullableObject(
          {
            table: Type.Integer({ description: 'From 1.' }),
            row: Type.Integer(),
            column: Type.Integer(),
            span: Type.Integer({ description: 'How many columns it takes.' }),
            kind: oneOf(['Same', 'Inserted', 'Deleted']),
          },
          { description: 'Of a table.' },
        ),
        pieces: Type.Array(
          Type.Object({
            kind: oneOf(pieceKinds),
            text: Type.String(),
            change: nullable<number>('integer', { description: 'The number of its change.' }),
          }),
        ),
      }),
    ),
  },
  {
    examples: [
      {
        paragraphs: [
          {
            part: 'Body',
            number: '4.2',
            level: null,
            cell: null,
            pieces: [
              { kind: 'Same', text: 'Payment is due within ', change: null },
              { kind: 'Deleted', text: '30', change: 1 },
              { kind: 'Inserted', text: '45', change: 1 },
              { kind: 'Same', text: ' days.', change: null },
            ],
          },
        ],
      },
    ],
  },
)

/** The text of a redline in the shape of v2. */
export const redlineTextToV2 = (blocks: readonly Block[]) => ({
  paragraphs: blocks.map((block) => ({ ...block, pieces: [...block.pieces] })),
})
