// How the words of a paragraph look while it is edited: bold, italic, underlined. Pure.
import type { EditableParagraph } from './editing.ts'
import { changesOf, type ShownPiece, textOf } from './shown-changes.ts'

export type Look = EditableParagraph['pieces'][number]['look'][number]

/** From a character of the text of a paragraph to before another one: how it looks from then on. */
export interface LookChange {
  readonly from: number
  readonly to: number
  readonly look: Look
  readonly on: boolean
}

const all: readonly Look[] = ['Bold', 'Italic', 'Underline']

/** With one more change, in place of what was changed there before. */
export function withLook(changes: readonly LookChange[], next: LookChange): readonly LookChange[] {
  const others = changes.flatMap((each) => {
    if (each.look !== next.look || each.to <= next.from || each.from >= next.to) return [each]
    return [
      { ...each, to: next.from },
      { ...each, from: next.to },
    ].filter(({ from, to }) => from < to)
  })
  return [...others, next]
}

/** The changes where they are after the text has become another one. */
export function shifted(
  changes: readonly LookChange[],
  before: string,
  after: string,
): readonly LookChange[] {
  if (before === after) return changes
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start++
  let end = 0
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++
  const added = after.length - before.length
  const isTyped = end === before.length - start
  const moved = (at: number) => Math.max(start, at + added)
  // what is typed at the end of a stretch belongs to it, as in any editor
  const stays = (at: number) => at < start || (at === start && !isTyped)
  return changes
    .map((each) => ({
      ...each,
      from: stays(each.from) ? each.from : moved(each.from),
      to: stays(each.to) ? each.to : moved(each.to),
    }))
    .filter(({ from, to }) => from < to)
}

/** A piece of the text as it will be, with its look; what is removed has none. */
export interface LookedPiece extends ShownPiece {
  readonly look: readonly Look[]
  /** Whether it looks otherwise than before. */
  readonly isRelooked: boolean
}

/** The text as it will be in the document. */
export function lookedPieces(
  paragraph: Pick<EditableParagraph, 'pieces'>,
  text: string,
  changes: readonly LookChange[],
): readonly LookedPiece[] {
  const former = paragraph.pieces.flatMap(({ text: own, look }) =>
    Array.from({ length: own.length }, () => look),
  )
  const pieces: { kind: ShownPiece['kind']; text: string; look: readonly Look[]; isRelooked: boolean }[] = []
  let [old, now] = [0, 0]
  for (const { kind, text: own } of changesOf(textOf(paragraph), text)) {
    for (const character of own.split('')) {
      const base = (kind === 'added' ? former[Math.max(0, old - 1)] : former[old]) ?? []
      const look = kind === 'removed' ? [] : lookAt(base, now, changes)
      const isRelooked = kind !== 'removed' && look.join(' ') !== base.join(' ')
      const last = pieces.at(-1)
      if (last?.kind === kind && last.isRelooked === isRelooked && last.look.join(' ') === look.join(' '))
        last.text += character
      else pieces.push({ kind, text: character, look, isRelooked })
      if (kind !== 'added') old++
      if (kind !== 'removed') now++
    }
  }
  return pieces
}

function lookAt(base: readonly Look[], at: number, changes: readonly LookChange[]): readonly Look[] {
  const look = new Set(base)
  for (const { from, to, look: own, on } of changes)
    if (from <= at && at < to) {
      if (on) look.add(own)
      else look.delete(own)
    }
  return all.filter((each) => look.has(each))
}

/** Whether all of a stretch of the text as it will be looks so. */
export function looksSo(pieces: readonly LookedPiece[], from: number, to: number, look: Look): boolean {
  let at = 0
  let isSo = from < to
  for (const { kind, text, look: own } of pieces) {
    if (kind === 'removed') continue
    if (at < to && at + text.length > from && !own.includes(look)) isSo = false
    at += text.length
  }
  return isSo
}

/** What is selected; without a selection, the word there. Undefined where there is none. */
export function stretchAt(text: string, from: number, to: number): { from: number; to: number } | undefined {
  if (from < to) return { from, to }
  const isWord = (at: number) => /[\p{L}\p{N}\p{M}]/u.test(text[at] ?? ' ')
  let [first, last] = [from, to]
  while (first > 0 && isWord(first - 1)) first--
  while (last < text.length && isWord(last)) last++
  return first < last ? { from: first, to: last } : undefined
}
