// What changed in the text of a paragraph, as it is shown. Pure.
import { diffArrays } from 'diff'
import type { EditableParagraph } from './editing.ts'

/** The text of a paragraph of the document. */
export const textOf = ({ pieces }: Pick<EditableParagraph, 'pieces'>): string =>
  pieces.map(({ text }) => text).join('')

/** A piece of a text as it will be in the document. */
export interface ShownPiece {
  readonly kind: 'same' | 'removed' | 'added'
  readonly text: string
}

const words = /[\p{L}\p{N}\p{M}]+|\s|[^\p{L}\p{N}\p{M}\s]/gu
const mostEdits = 600

/** What changed, by words. */
export function changesOf(before: string, after: string): readonly ShownPiece[] {
  const [old, now] = [before.match(words) ?? [], after.match(words) ?? []]
  const parts = diffArrays(old, now, { maxEditLength: mostEdits })
  if (!parts)
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ]
  return parts.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value.join(''),
  }))
}
