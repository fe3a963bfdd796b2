// Imports in the shapes of v2.
import Type from 'typebox'
import { nullable, nullableObject } from '../../http/v2/references.wire.ts'
import type { Import, ImportFiles, ImportState } from '../import.ts'
import { importStates } from '../import.ts'
import type { ImportProperty } from '../import-kind.ts'
import { patternOf } from '../mapping.ts'
import { type Outcome, outcomes, type RowOutcome } from '../result.ts'
import type { ProblemGroup } from '../work/problems.ts'

const moment = { dateUtc: Type.String({ format: 'date-time' }) }
const momentToV2 = (at: Date | null) => (at === null ? null : { dateUtc: at.toISOString() })

const columnSchema = Type.Object({
  column: Type.Integer(),
  heading: Type.String(),
  samples: Type.Array(Type.String(), { description: 'The first different texts.' }),
  filled: Type.Integer({ description: 'How many rows have a text.' }),
  property: nullable<string>('string', { description: 'What the column is; null for one that is left out.' }),
  pattern: nullable<string>('string', {
    description: 'How its days or numbers are read; null for other columns, and while that is ambiguous.',
  }),
  ambiguous: Type.Boolean({ description: 'Whether the pattern must be chosen.' }),
  patterns: Type.Array(Type.String(), {
    description: 'The ways in which all its days or numbers can be read.',
  }),
  values: Type.Array(Type.Object({ from: Type.String(), to: Type.String() })),
})

const example = {
  id: 7,
  kind: 'people',
  name: 'people.csv',
  state: 'Checked',
  columns: [
    {
      column: 1,
      heading: 'Mail',
      samples: ['jane.roe@harbour.example'],
      filled: 12,
      property: 'email',
      pattern: null,
      ambiguous: false,
      patterns: [],
      values: [],
    },
  ],
  always: [{ property: 'role', text: 'Standard' }],
  total: 12,
  done: 0,
  made: 0,
  skipped: 0,
  undone: 0,
  wrong: 0,
  warned: 0,
  failure: null,
  files: { count: 0, bytes: 0, archives: 0, buckets: 0, failure: null },
  created: { dateUtc: '2026-05-06T10:00:00.000Z' },
  started: null,
  finished: null,
} as const

const listed = {
  id: Type.Integer(),
  kind: Type.String(),
  name: Type.String({ description: 'Of the table.' }),
  state: Type.Unsafe<ImportState>({
    type: 'string',
    enum: [...importStates],
    description:
      'Checking, Running and Undoing go on in the background. Mapping: to be checked, for the first time or again.',
  }),
  total: Type.Integer({ description: 'How many rows the table has.' }),
  done: Type.Integer({ description: 'How many of them the check, run or undo has gone through.' }),
  made: Type.Integer(),
  skipped: Type.Integer({ description: 'Rows that could not be made; the result says why.' }),
  undone: Type.Integer(),
  wrong: nullable<number>('integer', { description: 'How many rows have problems, by the last check.' }),
  warned: nullable<number>('integer', {
    description:
      'How many other rows have warnings, or belong to such a row: so many more are left out with SkipRows.',
  }),
  failure: nullable<string>('string', { description: 'Why it stopped by itself.' }),
  created: Type.Object(moment),
  started: nullableObject(moment),
  finished: nullableObject(moment),
}

export const importSchema = Type.Object(
  {
    ...listed,
    columns: Type.Array(columnSchema),
    always: Type.Array(Type.Object({ property: Type.String(), text: Type.String() })),
    files: Type.Object({
      count: Type.Integer(),
      bytes: Type.Integer(),
      archives: Type.Integer({ description: 'How many archives are still to be unpacked.' }),
      buckets: Type.Integer({ description: 'How many buckets are still to be fetched.' }),
      failure: nullable<string>('string', {
        description: 'Why an archive could not be unpacked, or a bucket not fetched.',
      }),
    }),
  },
  { examples: [example] },
)
const { columns: _columns, always: _always, files: _files, ...listedExample } = example
export const importsSchema = Type.Object(
  { items: Type.Array(Type.Object(listed)) },
  { examples: [{ items: [listedExample] }] },
)

const listedOf = (one: Import) => ({
  id: one.id,
  kind: one.kind,
  name: one.name,
  state: one.state,
  total: one.total,
  done: one.done,
  made: one.made,
  skipped: one.skipped,
  undone: one.undone,
  wrong: one.wrong,
  warned: one.warned,
  failure: one.failure,
  created: { dateUtc: one.createdAt.toISOString() },
  started: momentToV2(one.startedAt),
  finished: momentToV2(one.finishedAt),
})

/** An import as it is listed. */
export const listedToV2 = (one: Import) => listedOf(one)

/** An import with its columns, each with what it is by the mapping. */
export function importToV2(one: Import, files: ImportFiles, properties: readonly ImportProperty[]) {
  const typeOf = new Map(properties.map(({ name, type }) => [name, type]))
  const columns = one.columns.map((column, index) => {
    const mapped = one.mapping.columns.find((each) => each.column === index + 1)
    const type = typeOf.get(mapped?.property ?? '')
    const ways = type === 'day' ? column.dates : type === 'number' ? column.numbers : undefined
    const pattern = mapped && type && ways ? patternOf(mapped, column, type) : undefined
    return {
      column: index + 1,
      heading: column.heading,
      samples: [...column.samples],
      filled: column.filled,
      property: mapped?.property ?? null,
      pattern: pattern ?? null,
      ambiguous: ways !== undefined && pattern === undefined,
      patterns: [...(ways?.patterns ?? [])],
      values: (mapped?.values ?? []).map(({ from, to }) => ({ from, to })),
    }
  })
  const always = one.mapping.always.map(({ property, text: words }) => ({ property, text: words }))
  return { ...listedOf(one), columns, always, files }
}

const problemSchema = Type.Object(
  {
    property: nullable<string>('string'),
    column: nullable<number>('integer', { description: 'Null for a row as a whole.' }),
    found: Type.String({ description: 'The text as it is in the table.' }),
    problem: Type.String({ description: 'What is wrong, and what would be right.' }),
    suggestions: Type.Array(Type.String(), { description: 'Texts that could be meant.' }),
    warning: Type.Boolean({
      description:
        'Whether the rows can be made all the same: a value has no place, or an answer is missing.',
    }),
    count: Type.Integer({ description: 'How many rows have the problem.' }),
    rows: Type.Array(Type.Integer(), { description: 'The first ten of them, by their numbers in the file.' }),
  },
  {
    examples: [
      {
        property: 'role',
        column: 4,
        found: 'Boss',
        problem: 'Role must be one of Administrator, InhouseLegal.',
        suggestions: ['Administrator', 'InhouseLegal'],
        warning: false,
        count: 2,
        rows: [3, 9],
      },
    ],
  },
)
export const problemsSchema = Type.Object(
  { items: Type.Array(problemSchema) },
  { examples: [{ items: [...((problemSchema as { examples?: unknown[] }).examples ?? [])] }] },
)

/** A problem with its rows. */
export const problemToV2 = ({ suggestions, rows, ...problem }: ProblemGroup) => ({
  ...problem,
  suggestions: [...suggestions],
  rows: [...rows],
})

const outcomeExample = {
  row: 9,
  outcome: 'Kept',
  made: '41',
  reason: 'Somebody has worked on it since, so it stays.',
  title: 'R-7',
} as const
const outcomeSchema = Type.Object({
  row: Type.Integer({ description: 'Its number in the file.' }),
  outcome: Type.Unsafe<Outcome>({ type: 'string', enum: [...outcomes] }),
  made: nullable<string>('string', { description: 'The id of what was made.' }),
  reason: nullable<string>('string', { description: 'Why it was not made, or is kept.' }),
  title: Type.String({ description: 'The name or number in the row.' }),
})
export const outcomesSchema = Type.Object(
  { items: Type.Array(outcomeSchema) },
  { examples: [{ items: [outcomeExample] }] },
)

/** What has become of a row. */
export const outcomeToV2 = (row: RowOutcome) => ({ ...row })
