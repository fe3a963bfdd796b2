// What was edited of a document, before it is saved: by paragraph, another text, nothing, or paragraphs after it. Pure.
import { diffArrays } from 'diff'
import type { DraftEdit, EditableParagraph } from './editing.ts'
import { type LookChange, shifted, withLook } from './looks.ts'
import { textOf } from './shown-changes.ts'

/** By the id of the paragraph. Nothing is kept of a paragraph that is as it was. */
export type Edits = ReadonlyMap<number, DraftEdit>

/** A paragraph of the document, or the n-th of those that were added after it. */
export interface PlaceOfText {
  readonly paragraph: number
  /** Undefined for the paragraph itself. */
  readonly added?: number | undefined
}

export const keyOf = ({ paragraph, added }: PlaceOfText): string =>
  added === undefined ? `${paragraph}` : `${paragraph}.${added}`

/** The place with this key. */
export function placeOf(key: string): PlaceOfText {
  const [paragraph = '', added] = key.split('.')
  return { paragraph: Number(paragraph), added: added === undefined ? undefined : Number(added) }
}

export const editsFrom = (list: readonly DraftEdit[]): Edits =>
  new Map(list.map((edit) => [edit.paragraph, edit]))

/** As it is sent, in the order of the document. */
export const listOf = (edits: Edits): DraftEdit[] =>
  [...edits.values()].toSorted((one, other) => one.paragraph - other.paragraph)

function withEdit(edits: Edits, edit: DraftEdit): Edits {
  const { paragraph, text, looks = [], added = [], rowRemoved = false, rowsAdded = [] } = edit
  const next = new Map(edits)
  const own = {
    paragraph,
    ...(text === undefined ? {} : { text }),
    ...(looks.length === 0 ? {} : { looks: [...looks] }),
    ...(added.length === 0 ? {} : { added: [...added] }),
    ...(rowRemoved ? { rowRemoved } : {}),
    ...(rowsAdded.length === 0 ? {} : { rowsAdded }),
  }
  if (Object.keys(own).length === 1) next.delete(paragraph)
  else next.set(paragraph, own)
  return next
}

/** Another text in a place; of the paragraph itself, what it said before is no edit. */
export function writeText(edits: Edits, place: PlaceOfText, given: { text: string; before: string }): Edits {
  const { paragraph, added } = place
  const edit = edits.get(paragraph) ?? { paragraph }
  if (added === undefined)
    return withEdit(edits, {
      ...edit,
      text: given.text === given.before ? undefined : given.text,
      looks: shifted(edit.looks ?? [], edit.text ?? given.before, given.text),
    })
  return withEdit(edits, {
    ...edit,
    added: (edit.added ?? []).map((each, at) => (at === added ? given.text : each)),
  })
}

/** Another look of a stretch of a paragraph of the document. */
export function writeLook(edits: Edits, { paragraph }: PlaceOfText, change: LookChange): Edits {
  const edit = edits.get(paragraph) ?? { paragraph }
  return withEdit(edits, { ...edit, looks: withLook(edit.looks ?? [], change) })
}

/** A new paragraph after this place. */
export function addAfter(edits: Edits, { paragraph, added }: PlaceOfText, text: string): Edits {
  const edit = edits.get(paragraph) ?? { paragraph }
  const at = added === undefined ? 0 : added + 1
  return withEdit(edits, { ...edit, added: (edit.added ?? []).toSpliced(at, 0, text) })
}

/** New paragraphs after this place, in their order; and the place of the last one. */
export function addAllAfter(
  edits: Edits,
  place: PlaceOfText,
  texts: readonly string[],
): { readonly edits: Edits; readonly last: PlaceOfText } {
  let [next, last] = [edits, place]
  for (const text of texts) {
    next = addAfter(next, last, text)
    last = { paragraph: place.paragraph, added: (last.added ?? -1) + 1 }
  }
  return { edits: next, last }
}

/** Removes what is in this place: of an added paragraph nothing is left. */
export function remove(edits: Edits, { paragraph, added }: PlaceOfText): Edits {
  const edit = edits.get(paragraph) ?? { paragraph }
  if (added === undefined) return withEdit(edits, { ...edit, text: null, looks: [] })
  return withEdit(edits, { ...edit, added: (edit.added ?? []).toSpliced(added, 1) })
}

/** Puts the text of a paragraph back; what was added after it stays. */
export function undo(edits: Edits, { paragraph }: PlaceOfText): Edits {
  const edit = edits.get(paragraph) ?? { paragraph }
  return withEdit(edits, { ...edit, text: undefined, looks: [] })
}

const rowEditOf = (edits: Edits, first: number): DraftEdit => edits.get(first) ?? { paragraph: first }

/** A new row after the one that begins with this paragraph, with so many empty cells. */
export function addRow(edits: Edits, { first, cells }: { first: number; cells: number }): Edits {
  const edit = rowEditOf(edits, first)
  const row = Array.from({ length: cells }, () => '')
  return withEdit(edits, { ...edit, rowsAdded: [row, ...(edit.rowsAdded ?? [])] })
}

/** The text of a cell of a new row. */
export function writeCell(
  edits: Edits,
  first: number,
  { row, cell, text }: { row: number; cell: number; text: string },
): Edits {
  const edit = rowEditOf(edits, first)
  const rowsAdded = (edit.rowsAdded ?? []).map((own, at) => (at === row ? own.with(cell, text) : own))
  return withEdit(edits, { ...edit, rowsAdded })
}

/** Without one of the new rows. */
export function removeAddedRow(edits: Edits, first: number, row: number): Edits {
  const edit = rowEditOf(edits, first)
  return withEdit(edits, { ...edit, rowsAdded: (edit.rowsAdded ?? []).toSpliced(row, 1) })
}

/** Removes the row that begins with this paragraph, or keeps it. */
export const setRowRemoved = (edits: Edits, first: number, rowRemoved: boolean): Edits =>
  withEdit(edits, { ...rowEditOf(edits, first), rowRemoved })

/** How many paragraphs and rows are not as they were. */
export const countOf = (edits: Edits): number =>
  [...edits.values()].reduce(
    (sum, { text, looks, added, rowRemoved, rowsAdded }) =>
      sum +
      (text === undefined && !looks?.length ? 0 : 1) +
      (added?.length ?? 0) +
      (rowRemoved ? 1 : 0) +
      (rowsAdded?.length ?? 0),
    0,
  )

/** An edit of a former version, with the text that it changed, that has no place in the later one. */
export interface LeftEdit {
  readonly before: string
  readonly after: string
}

/** Edits of one version, in the paragraphs of another one that say what they said there. */
export function carryOver(
  list: readonly DraftEdit[],
  from: readonly EditableParagraph[],
  to: readonly EditableParagraph[],
): { readonly edits: DraftEdit[]; readonly left: LeftEdit[] } {
  const places = samePlaces(from, to)
  const texts = new Map(from.map((each) => [each.id, textOf(each)]))
  const edits: DraftEdit[] = []
  const left: LeftEdit[] = []
  for (const edit of list) {
    const place = places.get(edit.paragraph)
    if (place !== undefined) edits.push({ ...edit, paragraph: place })
    else
      left.push({
        before: texts.get(edit.paragraph) ?? '',
        after: [
          ...(typeof edit.text === 'string' ? [edit.text] : []),
          ...(edit.added ?? []),
          ...(edit.rowsAdded ?? []).map((cells) => cells.join('\t')),
        ].join('\n'),
      })
  }
  return { edits, left }
}

/** The ids of paragraphs that say the same, from one version to another. */
function samePlaces(
  from: readonly EditableParagraph[],
  to: readonly EditableParagraph[],
): Map<number, number> {
  const key = (each: EditableParagraph) => `${each.part} ${textOf(each)}`
  const parts = diffArrays(from.map(key), to.map(key), { maxEditLength: 20_000 }) ?? []
  const places = new Map<number, number>()
  let [old, now] = [0, 0]
  for (const { added, removed, count } of parts) {
    const same = added || removed ? [] : from.slice(old, old + count)
    for (const [at, { id }] of same.entries()) places.set(id, to[now + at]?.id ?? 0)
    if (!added) old += count
    if (!removed) now += count
  }
  return places
}
