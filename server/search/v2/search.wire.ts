// The results of a search in the shapes of v2.
import { kinds, type RecordType, sortedRecordTypes } from '../../records/kinds.ts'
import Type from 'typebox'
import { sometimes } from '../../http/openapi/always-sent.ts'
import { nullable } from '../../http/v2/references.wire.ts'
import { searchTypes } from '../found.ts'
import type { Result } from '../search.ts'

const typeSchema = Type.Unsafe<Result['type']>({ type: 'string', enum: [...searchTypes] })

const passageSchema = Type.Object({
  text: Type.String({ description: 'A piece of the text; … shows where it was cut.' }),
  marks: Type.Array(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 }), {
    description:
      'What was found in it: pairs of positions in UTF-16 code units, from the first up to but not including the second.',
  }),
})

const searchResultSchema = Type.Object({
  type: typeSchema,
  id: Type.Integer(),
  title: Type.String(),
  record: Type.Unsafe<{ type: RecordType; id: number; name: string } | null>({
    type: ['object', 'null'],
    description: 'The matter or contract it is on; null for records themselves.',
    properties: {
      type: { type: 'string', enum: [...sortedRecordTypes] },
      id: { type: 'integer' },
      name: { type: 'string' },
    },
    required: ['type', 'id', 'name'],
  }),
  version: nullable<number>('integer', { description: 'The version of a file whose text was searched.' }),
  currentVersion: nullable<number>('integer', {
    description: 'Of a file that was found in an older version: the current one. Otherwise null.',
  }),
  page: nullable<number>('integer', {
    description:
      'The page of the first passage: of a PDF, the slide of a presentation, the sheet of a workbook.',
  }),
  passages: Type.Array(passageSchema),
})

export const searchResultsSchema = Type.Object(
  {
    items: Type.Array(searchResultSchema),
    counts: Type.Array(
      Type.Object({
        type: typeSchema,
        count: Type.Integer(),
        more: Type.Boolean({ description: 'Whether there are more than that, which were not counted.' }),
      }),
    ),
    nextLink: sometimes(Type.String({ description: 'The next page, if there is one.' })),
  },
  {
    examples: [
      {
        items: [
          {
            type: 'File',
            id: 4711,
            title: 'Services agreement.pdf',
            record: { type: kinds.contract.type, id: 17, name: 'Cleaning of Quay Street 7' },
            version: 2,
            currentVersion: null,
            page: 3,
            passages: [
              { text: 'The Supplier shall indemnify the Customer against all losses', marks: [[19, 28]] },
            ],
          },
        ],
        counts: [{ type: 'File', count: 1, more: false }],
      },
    ],
  },
)

/** A result in the shape of v2. */
export function searchResultToV2({
  type,
  id,
  title,
  record,
  version,
  currentVersion,
  page,
  passages,
}: Result) {
  return {
    type,
    id,
    title,
    record: record && {
      type: kinds[record.kind].type,
      id: record.id,
      name: record.name,
    },
    version: version ?? null,
    currentVersion: currentVersion ?? null,
    page,
    passages: passages.map(({ text, marks }) => ({ text, marks: marks.map((mark) => [...mark]) })),
  }
}
