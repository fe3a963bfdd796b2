// How the documents describe bodies that v2 parses itself, each with an example.
import type { DocumentedBody } from '../route.ts'

/** A body that creates or does something. */
export const jsonBody = (schema: object, example: object): readonly DocumentedBody[] => [
  { contentType: 'application/json', schema: { ...schema, examples: [example] } },
]

/** A merge patch. */
export const mergePatchBody = (schema: object, example: object): readonly DocumentedBody[] =>
  ['application/merge-patch+json', 'application/json'].map((contentType) => ({
    contentType,
    schema: { ...schema, examples: [example] },
  }))
