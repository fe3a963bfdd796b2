// The fields of requests to sign in the shape of v2.
import Type from 'typebox'
import { inside, needed, neverNull, propertiesOf, textIn, truthIn } from '../../http/v2/merge-patch.ts'
import { nullable, oneOf } from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import {
  fieldKinds,
  longestLabel,
  mostFields,
  type NewField,
  type SignatureField,
  smallestSide,
} from '../signing/here/fields.ts'
import { traitExample, traitsSchema, traitsToV2 } from './pdf-traits.wire.ts'
import type { FieldsRead } from '../../seals/fields/find-anchors.ts'

const points = (minimum: number, description: string) => Type.Number({ minimum, description })

const placed = {
  signer: Type.Integer({ minimum: 1, description: 'Whose field it is: their place in the list, from 1.' }),
  kind: oneOf(fieldKinds, {
    description:
      'Name and Date are filled in by themselves, with the name of the signer and the day they sign.',
  }),
  page: Type.Integer({ minimum: 1 }),
  x: points(0, 'In points from the left edge of the page as it is shown.'),
  y: points(0, 'In points from its upper edge.'),
  width: points(smallestSide, 'In points.'),
  height: points(smallestSide, 'In points.'),
}
const label = (max: number) =>
  nullable<string>('string', { maxLength: max, description: 'What the signer reads beside it.' })

/** A field, as it is placed. */
export const newFieldSchema = Type.Object(
  {
    ...placed,
    required: Type.Optional(
      Type.Boolean({ default: true, description: 'Whether the signer cannot sign while it is empty.' }),
    ),
    label: label(longestLabel),
  },
  { additionalProperties: false, title: 'NewSignatureField' },
)

/** A field, and what its signer filled in. */
export const fieldSchema = Type.Object({
  ...placed,
  required: Type.Boolean(),
  label: label(longestLabel),
  value: nullable<string>('string', {
    description:
      'What the signer filled in, `true` for what has no text. Null before, and if they left it empty.',
  }),
})

export const fieldExample = {
  signer: 1,
  kind: 'Signature',
  page: 1,
  x: 72,
  y: 640,
  width: 160,
  height: 44,
  required: true,
  label: null,
} as const

const { value: _, ...proposed } = fieldSchema.properties

export const proposedFieldsSchema = Type.Object(
  {
    pages: Type.Array(Type.Object({ width: Type.Number(), height: Type.Number() }), {
      description: 'The sizes of the pages as they are shown, in points.',
    }),
    fields: Type.Array(Type.Object(proposed)),
    traits: traitsSchema(
      'What makes it look different to others, or in print. A document with any is not sent: `fixed` of the PDF to sign makes a copy without them.',
    ),
  },
  {
    title: 'ProposedSignatureFields',
    examples: [{ pages: [{ width: 595, height: 842 }], fields: [fieldExample], traits: [traitExample] }],
  },
)

/** What the anchors of a document propose. */
export const proposedToV2 = ({ pages, fields, traits }: FieldsRead) => ({
  pages: pages.map(({ width, height }) => ({ width, height })),
  fields: fields.map(placedToV2),
  traits: traitsToV2(traits),
})

/** A field as v2 shows it. */
export const fieldToV2 = (field: SignatureField) => ({ ...placedToV2(field), value: field.value })

const placedToV2 = ({ place, kind, page, x, y, width, height, required, label: text }: NewField) => ({
  signer: place + 1,
  kind,
  page,
  x,
  y,
  width,
  height,
  required,
  label: text,
})

/** The fields that are placed; undefined if the anchors of the document are meant. */
export function fieldsIn(value: unknown): readonly NewField[] | undefined {
  if (value === undefined) return undefined
  if (!Array.isArray(value) || value.length > mostFields)
    throw badInput('fields', `must be a list of at most ${mostFields} fields.`)
  return value.map((each: unknown, index) => {
    if (typeof each !== 'object' || each === null) throw badInput(`fields.${index}`, 'must be an object.')
    return inside(`fields.${index}`, () => fieldFrom(each))
  })
}

function fieldFrom(value: unknown): NewField {
  const properties = propertiesOf(value, [
    'signer',
    'kind',
    'page',
    'x',
    'y',
    'width',
    'height',
    'required',
    'label',
  ])
  const text = needed('kind', neverNull('kind', textIn(properties, 'kind')))
  const kind = fieldKinds.find((each) => each === text)
  if (!kind) throw badInput('kind', `must be one of ${fieldKinds.join(', ')}.`)
  return {
    place: wholeIn(properties, 'signer') - 1,
    kind,
    page: wholeIn(properties, 'page'),
    x: numberIn(properties, 'x'),
    y: numberIn(properties, 'y'),
    width: numberIn(properties, 'width'),
    height: numberIn(properties, 'height'),
    required: truthIn(properties, 'required') ?? true,
    label: textIn(properties, 'label') ?? null,
  }
}

type Properties = Readonly<Record<string, unknown>>

function numberIn(properties: Properties, name: string): number {
  const value = properties[name]
  if (typeof value !== 'number' || !Number.isFinite(value))
    throw badInput(name, 'must be a number of points.')
  return Math.round(value * 100) / 100
}

function wholeIn(properties: Properties, name: string): number {
  const value = properties[name]
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 1)
    throw badInput(name, 'must be a whole number from 1.')
  return value
}
