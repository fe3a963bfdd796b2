// Whether fields are on the pages of a document. Runs in a document worker.
import type { PDF } from '@libpdf/core'
import { badInput, sentence } from '../../platform/errors.ts'
import { shownSize, viewOf } from './page-places.ts'
import type { NewField } from './signature-field.ts'

/**
 * Whether the signature of a signer goes on a page at the end: they have no place in the document that must have one.
 */
export const signsOnPage = (
  fields: readonly Pick<NewField, 'place' | 'kind' | 'required'>[],
  place: number,
): boolean => !fields.some((each) => each.place === place && each.kind === 'Signature' && each.required)

// rounding of those who place them
const tolerance = 0.5

interface Checked {
  readonly signers: number
  /** Whether the fields are those of the anchors, which nobody has sent. */
  readonly areAnchors: boolean
}

/** Throws bad_request for a field on a page that there is not, one that is outside of its page, and of no signer. */
export function checkFieldsOnPages(
  pdf: PDF,
  fields: readonly NewField[],
  { signers, areAnchors }: Checked,
): void {
  const pages = pdf.getPageCount()
  for (const [index, { page: number, place, x, y, width, height }] of fields.entries()) {
    if (areAnchors && place >= signers)
      throw badInput(
        'signers',
        sentence(`The text of the document has a field for signer ${place + 1}, and there are ${signers}.`),
      )
    const page = pdf.getPage(number - 1)
    if (!page) throw badInput(`fields.${index}.page`, `must be a page of the document, which has ${pages}.`)
    const shown = shownSize(viewOf(pdf, page))
    if (x + width > shown.width + tolerance || y + height > shown.height + tolerance)
      throw badInput(
        `fields.${index}`,
        sentence(
          `Field ${index + 1} is outside of page ${number}, which is ${Math.round(shown.width)} points wide and ${Math.round(shown.height)} high.`,
        ),
      )
  }
}
