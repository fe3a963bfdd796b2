// Mappings that are kept, in the shapes of v2.
import Type from 'typebox'
import { nullable } from '../../http/v2/references.wire.ts'
import type { KeptMapping } from '../saved-mappings.ts'

const listed = {
  id: Type.Integer(),
  kind: Type.String(),
  name: Type.String(),
  headings: Type.Array(Type.String()),
  created: Type.Object({ dateUtc: Type.String({ format: 'date-time' }) }),
  version: Type.Integer({ description: 'Goes up with each change; as `If-Match: "3"` of a change.' }),
}

const listedExample = {
  id: 3,
  kind: 'people',
  name: 'People of the old system',
  headings: ['Mail', 'First name'],
  created: { dateUtc: '2026-05-06T10:00:00.000Z' },
  version: 2,
}

export const keptMappingsSchema = Type.Object(
  { items: Type.Array(Type.Object(listed)) },
  { examples: [{ items: [listedExample] }] },
)

export const keptMappingSchema = Type.Object(
  {
    ...listed,
    columns: Type.Array(
      Type.Object({
        heading: Type.String(),
        property: Type.String(),
        pattern: nullable<string>('string'),
        values: Type.Array(Type.Object({ from: Type.String(), to: Type.String() })),
      }),
    ),
    always: Type.Array(Type.Object({ property: Type.String(), text: Type.String() })),
  },
  {
    examples: [
      {
        ...listedExample,
        columns: [
          { heading: 'Mail', property: 'email', pattern: null, values: [] },
          { heading: 'First name', property: 'firstName', pattern: null, values: [] },
        ],
        always: [{ property: 'role', text: 'Standard' }],
      },
    ],
  },
)

/** A kept mapping as it is listed. */
export const keptMappingToV2 = ({ id, kind, name, mapping, createdAt, version }: KeptMapping) => ({
  id,
  kind,
  name,
  headings: mapping.columns.map(({ heading }) => heading),
  created: { dateUtc: createdAt.toISOString() },
  version,
})

/** The same with what each heading is. */
export const wholeMappingToV2 = (kept: KeptMapping) => ({
  ...keptMappingToV2(kept),
  columns: kept.mapping.columns.map(({ heading, property, pattern, values }) => ({
    heading,
    property,
    pattern,
    values: values.map(({ from, to }) => ({ from, to })),
  })),
  always: kept.mapping.always.map(({ property, text }) => ({ property, text })),
})
