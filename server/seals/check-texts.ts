// Whether texts can be shown in a document: refused before anything is sent. Runs in a document worker.
import { missingIn } from '../platform/documents/pdf/set-text.ts'
import { badInput, sentence } from '../platform/errors.ts'

/** A text, and whose input it is. */
export interface CheckedText {
  readonly text: string
  readonly input: string
}

/** Throws bad_request for a text with characters that no font has. */
export function checkTexts(texts: readonly CheckedText[]): void {
  for (const { text, input } of texts) {
    const missing = missingIn(text).slice(0, 10).join(' ')
    if (missing === '') continue
    const which = text.length > 80 ? '' : ` of "${text}"`
    throw badInput(
      input,
      sentence(`The document cannot show these characters${which}: ${missing}. Write it in other letters.`),
    )
  }
}
