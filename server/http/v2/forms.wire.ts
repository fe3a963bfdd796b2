// Forms in the shape of v2: of contract types, of matter types, and those shared by all contracts or all matters.
import Type from 'typebox'
import { sometimes } from '../openapi/always-sent.ts'
import { jsonBody } from './bodies.ts'
import { nullable } from './references.wire.ts'

const group = Type.Object(
  { id: Type.Optional(Type.Integer({ description: 'Omitted for a new group.' })), title: Type.String() },
  { description: 'A group of parts, which may themselves be groups.' },
)
const parts = Type.Unsafe<Record<string, unknown>[]>({
  type: 'array',
  items: { type: 'object', additionalProperties: true },
  description: 'Of a group: its parts, in order, in this same shape.',
})

const shownField = Type.Object(
  {
    id: Type.String(),
    number: Type.Integer({ description: 'What v1 calls it: field_<number>.' }),
    name: Type.String(),
    description: nullable<string>('string'),
    fieldType: Type.String(),
    meaning: nullable<string>('string', {
      description:
        'What its value means for the record; an administrator says so in the definition of the field.',
    }),
  },
  { additionalProperties: true },
)

const operators = ['filled', 'eq', 'ne', 'ge', 'gt', 'le', 'lt'] as const

/** When a part of a form is shown. */
export const formConditionSchema = Type.Optional(
  Type.Unsafe<{ field: string; operator: (typeof operators)[number]; value: string | null } | null>({
    type: ['object', 'null'],
    properties: {
      field: { type: 'string', description: 'The id of a field that stands above it on the form.' },
      operator: { type: 'string', enum: [...operators] },
      value: {
        type: ['string', 'null'],
        description: 'A number, true or false, or the value of a choice; null of filled.',
      },
    },
    required: ['field', 'operator', 'value'],
    description:
      'It is shown while this is so, and neither required nor accepted otherwise. Without an answer only ne is met. Null: it is always shown.',
  }),
)

const place = {
  label: nullable<string>('string', {
    description: 'The label of the field in this form, if different from its name.',
  }),
  required: Type.Optional(Type.Boolean()),
  requiredBefore: Type.Optional(
    nullable<string>('string', {
      description:
        'The state that a record cannot move to, nor to a later one, without a value: Scoping, Review, Active or Complete of matters; Negotiating, Approval, Signing or Executed of contracts. Not together with required, and on forms only that records show.',
    }),
  ),
  readOnly: Type.Optional(Type.Boolean()),
  help: nullable<string>('string', {
    description: 'What this form says about the field, in place of its description.',
  }),
  when: formConditionSchema,
}

const field = {
  id: 'governingLaw',
  number: 12,
  name: 'Governing law',
  description: null,
  fieldType: 'Dropdown',
  meaning: null,
  range: null,
  options: [{ label: 'Norway', value: 'Norway' }],
  default: null,
}

/** A form as returned. */
export const formSchemaV2 = Type.Object(
  {
    parts: Type.Array(
      Type.Object({
        field: sometimes(shownField),
        label: sometimes(place.label),
        required: sometimes(place.required),
        requiredBefore: sometimes(place.requiredBefore),
        readOnly: sometimes(place.readOnly),
        help: sometimes(place.help),
        when: sometimes(place.when),
        group: sometimes(group),
        parts: sometimes(parts),
      }),
    ),
  },
  {
    examples: [
      {
        parts: [
          {
            field,
            label: 'Governing law',
            required: true,
            requiredBefore: null,
            readOnly: false,
            help: null,
            when: null,
          },
          { group: { id: 3, title: 'Money' }, parts: [], when: null },
        ],
      },
    ],
  },
)

/** How the documents describe a form being replaced. */
export const formBody = jsonBody(
  Type.Object(
    {
      parts: Type.Array(
        Type.Object({
          field: Type.Optional(
            Type.Unsafe({
              type: ['string', 'integer', 'object'],
              description: 'The id of a field, or the field as returned.',
            }),
          ),
          ...place,
          group: Type.Optional(group),
          parts: Type.Optional(parts),
        }),
      ),
    },
    { additionalProperties: false },
  ),
  {
    parts: [
      { field: 'governingLaw', required: true, help: 'Ask us if it is not ours.' },
      {
        group: { title: 'Money' },
        parts: [{ field: 'rent', label: 'Rent per month' }],
        when: { field: 'governingLaw', operator: 'filled', value: null },
      },
    ],
  },
)
