// How the documents show the bodies that v2 reads by hand, each with an example.
import type { DocumentedBody } from '../route.ts'

/** A body that makes or does something. */
export const jsonBody = (schema: object, example: object): readonly DocumentedBody[] => [
  { contentType: 'application/json', schema: { ...schema, examples: [example] } },
]

/** A merge patch. */
export const mergePatchBody = (schema: object, example: object): readonly DocumentedBody[] =>
  ['application/merge-patch+json', 'application/json'].map((contentType) => ({
    contentType,
    schema: { ...schema, examples: [example] },
  }))
