// The PDF that is made of a Word document before it is signed, in the shape of v2.
import Type from 'typebox'
import { jsonBody } from '../../http/v2/bodies.ts'
import { propertiesOf } from '../../http/v2/merge-patch.ts'
import { versionIn } from './document-shares.wire.ts'

export const pdfBody = jsonBody(
  Type.Object(
    {
      document: Type.Object(
        { version: Type.Integer({ minimum: 1 }) },
        {
          additionalProperties: false,
          description: 'The current version of the document, which is a Word document (.docx).',
        },
      ),
    },
    { additionalProperties: false, title: 'DocumentForPdf' },
  ),
  { document: { version: 2 } },
)

/** The version that a PDF is made of. */
export const pdfFromV2 = (body: unknown): number => versionIn(propertiesOf(body, ['document']))
