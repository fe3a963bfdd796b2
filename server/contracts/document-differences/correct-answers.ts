// Writes values into the places of a document that say something else, as tracked changes. Runs in a document worker.
import type { AnswerPlace } from '../../platform/documents/answer-places.ts'
import { editDocument, readEditable } from '../../platform/documents/editing/edit-document.ts'
import { conflict } from '../../platform/errors.ts'
import { type Compared, saidIn } from './compared.ts'
import { findPlaces } from './find-places.ts'

export interface Correction {
  readonly place: AnswerPlace
  readonly field: Compared
  /** The name of the field, for errors. */
  readonly called: string
  /** What the document is to say. */
  readonly text: string
}

interface Correcting {
  readonly document: Uint8Array
  readonly corrections: readonly Correction[]
  readonly author: string
  /** As ISO 8601. */
  readonly date: string
}

/** The document with the corrections. Throws conflict where one has no place that can be edited. */
export async function correctAnswers({ document, corrections, author, date }: Correcting) {
  const paragraphs = await readEditable(document)
  const texts = paragraphs.map(({ pieces }) => pieces.map(({ text }) => text).join(''))
  const found = findPlaces({ paragraphs: texts, places: corrections.map(({ place }) => place) })
  const spans = corrections.map(({ field, called, text }, index) => {
    const place = found[index]
    const paragraph = place && paragraphs[place.paragraph]
    if (!place || !paragraph?.isEditable || place.text.includes('\n'))
      throw conflict(`The document has no place any more for ${called}: edit it there.`)
    const said = saidIn(field, place.text)
    const [start, end] = [place.start + said.start, place.start + said.end]
    return {
      paragraph: place.paragraph,
      start,
      end,
      text: isAlone(texts[place.paragraph], start) ? text : ` ${text}`,
    }
  })
  const edits = [...new Set(spans.map(({ paragraph }) => paragraph))].map((at) => ({
    paragraph: paragraphs[at]?.id ?? 0,
    text: spans
      .filter(({ paragraph }) => paragraph === at)
      .toSorted((one, other) => other.start - one.start)
      .reduce(
        (text, { start, end, text: own }) => text.slice(0, start) + own + text.slice(end),
        texts[at] ?? '',
      ),
  }))
  return editDocument({ document, edits, author, date })
}

/** Whether nothing but space is before the position. */
const isAlone = (text = '', at: number): boolean => at === 0 || /\s|[("'“‘]/u.test(text.charAt(at - 1))
