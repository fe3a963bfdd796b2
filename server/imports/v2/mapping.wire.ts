// What rows can be and what columns are, in the shapes of v2.
import Type from 'typebox'
import { nullable } from '../../http/v2/references.wire.ts'
import type { ImportKind, ImportProperty, PropertyType } from '../import-kind.ts'
import { type Mapping, mostValues } from '../mapping.ts'

const closed = { additionalProperties: false } as const

const types = [
  'text',
  'day',
  'number',
  'truth',
  'person',
  'people',
  'choice',
  'choices',
  'name',
  'file',
  'files',
] as const satisfies readonly PropertyType[]

const propertySchema = Type.Object({
  name: Type.String(),
  label: Type.String(),
  type: Type.Unsafe<PropertyType>({
    type: 'string',
    enum: [...types],
    description: 'How its texts are read.',
  }),
  required: Type.Boolean({ description: 'Whether every row must have it.' }),
  help: Type.String(),
  choices: Type.Array(Type.String(), { description: 'The words of a choice; empty for anything else.' }),
})

export const kindSchema = Type.Object(
  { name: Type.String(), label: Type.String(), properties: Type.Array(propertySchema) },
  {
    examples: [
      {
        name: 'people',
        label: 'People',
        properties: [
          { name: 'email', label: 'E-mail', type: 'text', required: true, help: '', choices: [] },
          {
            name: 'role',
            label: 'Role',
            type: 'choice',
            required: false,
            help: 'Standard without one.',
            choices: ['Administrator', 'InhouseLegal'],
          },
        ],
      },
    ],
  },
)

/** A kind with the properties that the caller's organisation has. */
export const kindToV2 = ({ name, label }: ImportKind, properties: readonly ImportProperty[]) => ({
  name,
  label,
  properties: properties.map(({ also: _also, choices = [], ...property }) => ({
    ...property,
    choices: [...choices],
  })),
})

const value = Type.Object(
  {
    from: Type.String({ maxLength: 32_767, description: 'A text of the column.' }),
    to: Type.String({ maxLength: 32_767, description: 'What it means; empty for nothing.' }),
  },
  closed,
)
const text = Type.String({ minLength: 1, maxLength: 255 })

/** What a caller says of the mapping. */
export const mappingSchema = Type.Object(
  {
    columns: Type.Array(
      Type.Object(
        {
          column: Type.Integer({ minimum: 1, description: 'Its number in the table, from 1.' }),
          property: text,
          pattern: Type.Optional(
            nullable<string>('string', {
              description:
                'How its days or numbers are written; null for the way that reads all of them. Needed where the column is ambiguous.',
            }),
          ),
          values: Type.Optional(
            Type.Array(value, { maxItems: mostValues, description: 'Texts that mean something else.' }),
          ),
        },
        closed,
      ),
      { maxItems: 200 },
    ),
    always: Type.Optional(
      Type.Array(Type.Object({ property: text, text: Type.String({ maxLength: 32_767 }) }, closed), {
        maxItems: 200,
        description: 'What every row has that says nothing itself.',
      }),
    ),
  },
  {
    ...closed,
    examples: [
      {
        columns: [
          { column: 1, property: 'name' },
          { column: 2, property: 'type', values: [{ from: 'Litigation', to: 'Disputes' }] },
          { column: 3, property: 'created', pattern: 'dd/mm/yyyy' },
        ],
        always: [{ property: 'urgent', text: 'no' }],
      },
    ],
  },
)

interface MappingV2 {
  readonly columns: readonly {
    readonly column: number
    readonly property: string
    readonly pattern?: string | null
    readonly values?: readonly { readonly from: string; readonly to: string }[]
  }[]
  readonly always?: readonly { readonly property: string; readonly text: string }[]
}

/** The mapping that a body says. */
export const mappingFromV2 = ({ columns, always = [] }: MappingV2): Mapping => ({
  columns: columns.map(({ pattern = null, values = [], ...column }) => ({ ...column, pattern, values })),
  always,
})
