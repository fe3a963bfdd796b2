// Where the record of a contract and its document do not agree, as v2 shows it.
import Type from 'typebox'
import { capitalised } from '../../platform/capitalised.ts'
import { nullable, nullableObject } from '../../http/v2/references.wire.ts'
import type { Difference, DocumentDifferences } from '../document-differences/differences.ts'
import { passageSchema, placeSchema } from './document-facts.wire.ts'

const differenceSchema = Type.Object({
  field: nullableObject(
    { id: Type.String(), label: Type.String() },
    { description: 'The field whose answer went into the document; null for a fact that rules read.' },
  ),
  fact: nullableObject(
    { id: Type.String(), place: placeSchema },
    { description: 'A fact of documentFacts, and where the record says something else; null for a field.' },
  ),
  recorded: nullable<string>('string', { description: 'What the record says, as documents write it.' }),
  document: nullable<string>('string', {
    description: 'What the document says; null where the words around the answer are all that is left.',
  }),
  acceptable: Type.Boolean({ description: 'Whether what the document says can be recorded.' }),
  correctable: Type.Boolean({ description: 'Whether the document can be made to say what is recorded.' }),
  passage: passageSchema,
})

export const documentDifferencesSchema = Type.Object(
  {
    document: nullableObject({ id: Type.Integer(), version: Type.Integer() }),
    differences: Type.Array(differenceSchema),
  },
  {
    title: 'DocumentDifferences',
    examples: [
      {
        document: { id: 41, version: 2 },
        differences: [
          {
            field: { id: 'contractValue', label: 'Contract value' },
            fact: null,
            recorded: '250,000.00',
            document: '100,000.00',
            acceptable: true,
            correctable: true,
            passage: {
              text: 'The price is NZD 100,000.00.',
              mark: { start: 17, end: 27 },
              page: 2,
              paragraph: 17,
              find: '100,000.00',
            },
          },
        ],
      },
    ],
  },
)

/** The differences as v2 shows them. */
export const documentDifferencesToV2 = ({ document, differences }: DocumentDifferences) => ({
  document: document && { id: document.fileId, version: document.version },
  differences: differences.map(differenceToV2),
})

const differenceToV2 = ({ field, label, fact, recorded, document, meant, place, passage }: Difference) => ({
  field: field && { id: field.apiName, label: label ?? field.title },
  fact: fact && { id: fact.id, place: capitalised(fact.place) },
  recorded,
  document,
  acceptable: meant !== undefined,
  correctable: place !== null && recorded !== null,
  passage: { ...passage, mark: { ...passage.mark } },
})
