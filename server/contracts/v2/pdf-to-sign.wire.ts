// The PDF that is made of a Word document before it is signed, in the shape of v2.
import Type from 'typebox'
import { jsonBody } from '../../http/v2/bodies.ts'
import { choiceIn, propertiesOf, truthIn } from '../../http/v2/merge-patch.ts'
import { oneOf } from '../../http/v2/references.wire.ts'
import { decisions } from '../../platform/documents/markup/decide-changes.ts'
import type { PdfToMake } from '../signing/here/make-pdf.ts'
import { versionIn } from './document-shares.wire.ts'

export const pdfBody = jsonBody(
  Type.Object(
    {
      document: Type.Object(
        { version: Type.Integer({ minimum: 1 }) },
        {
          additionalProperties: false,
          description: 'The current version of the document: a Word document (.docx), or with `fixed` a PDF.',
        },
      ),
      changes: Type.Optional(
        oneOf(decisions, {
          description:
            'What becomes of all its tracked changes; needed if it has any, or comments. Comments and names of authors are never in the PDF.',
        }),
      ),
      fixed: Type.Optional(
        Type.Boolean({
          default: false,
          description:
            'Makes a fixed copy of a PDF: what a screen shows becomes a part of its pages, and what can change or is on no page is removed.',
        }),
      ),
    },
    { additionalProperties: false, title: 'DocumentForPdf' },
  ),
  { document: { version: 2 }, changes: 'Accept' },
)

/** The version that a PDF is made of, and what becomes of its changes. */
export function pdfFromV2(body: unknown): PdfToMake {
  const properties = propertiesOf(body, ['document', 'changes', 'fixed'])
  return {
    version: versionIn(properties),
    changes: choiceIn(properties, 'changes', decisions) ?? undefined,
    fixed: truthIn(properties, 'fixed') ?? false,
  }
}
