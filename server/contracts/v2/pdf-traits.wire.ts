// What can make a PDF look different, in the shape of v2.
import Type from 'typebox'
import { nullable, oneOf } from '../../http/v2/references.wire.ts'
import {
  type FoundTrait,
  isFixable,
  pdfTraitNames,
  pdfTraits,
  traitWords,
} from '../../platform/documents/pdf/changeable/traits.ts'

const traitSchema = Type.Object({
  trait: oneOf(pdfTraitNames),
  count: Type.Integer(),
  pages: Type.Array(Type.Integer(), { description: 'The first 20; none for what is of no page.' }),
  text: Type.String({ description: 'In words.' }),
  fixable: Type.Boolean({ description: 'Whether a copy can be made without it.' }),
  fixed: nullable<string>('string', {
    description: 'What becomes of it in the copy; null where none can be made.',
  }),
})

/** The schema of a list of traits; the description says of which document. */
export const traitsSchema = (description: string) => Type.Array(traitSchema, { description })

export const traitExample = {
  trait: 'Printed' as const,
  count: 1,
  pages: [2],
  text: 'a note that only appears in print, on page 2',
  fixable: true,
  fixed: 'removed',
}

/** Traits as v2 shows them. */
export const traitsToV2 = (traits: readonly FoundTrait[]) =>
  traits.map((each) => ({
    trait: each.trait,
    count: each.count,
    pages: [...each.pages],
    text: traitWords(each),
    fixable: isFixable(each),
    fixed: pdfTraits[each.trait].fixed,
  }))
