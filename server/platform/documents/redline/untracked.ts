// Which changes from one text to the next were not tracked: what is left when those that the later document tracks are
// rejected. Places are counted in the characters of the earlier text, without spaces and ends of paragraphs.
import { diffArrays } from 'diff'
import { textChanges } from '../editing/text-changes.ts'
import type { Block, Change } from './changes.ts'
import { isAfter, isBefore, type Mark, type StoryParagraph } from './story.ts'

interface Range {
  readonly start: number
  readonly end: number
}

/** What makes a paragraph longer than this many edits from another is one change. */
const mostEdits = 2_000

/**
 * Where text was changed without tracking. Both stories are read with what was removed inside insertions. A change that
 * the earlier document tracks already counts as its text, in both.
 */
export function untrackedRanges(
  before: readonly StoryParagraph[],
  after: readonly StoryParagraph[],
): readonly Range[] {
  const known = markedTexts(before)
  // of one person's changes at one time, as of all in a document without names and dates, the words say which are new
  const isKept = (mark: Mark, text: string): boolean =>
    known.get(keyOf(mark))?.includes(closed(text)) === true ? isAfter(mark) : isBefore(mark)
  const old = linesOf(before, isAfter)
  const now = linesOf(after, isKept)
  const ranges: Range[] = []
  let at = 0
  const parts = diffArrays(old, now, { maxEditLength: mostEdits }) ?? [
    { value: old, removed: true, added: false },
    { value: now, removed: false, added: true },
  ]
  for (let place = 0; place < parts.length; place++) {
    const part = parts[place]
    if (!part) continue
    if (!part.removed && !part.added) {
      at += lengthOf(part.value.join(''))
      continue
    }
    const next = parts[place + 1]
    const isPair = part.removed && next?.added
    const removed = part.removed ? part.value.join('\n') : ''
    const added = isPair ? next.value.join('\n') : part.added ? part.value.join('\n') : ''
    if (isPair) place++
    for (const { at: from, remove, insert } of textChanges(removed, added)) {
      const start = at + lengthOf(removed.slice(0, from))
      const end = start + lengthOf(removed.slice(from, from + remove))
      if (end > start || lengthOf(insert) > 0) ranges.push({ start, end })
    }
    at += lengthOf(removed)
  }
  return ranges
}

/** The numbers of the changes of a redline at these places; each place is that of the change nearest to it. */
export function changesAt(blocks: readonly Block[], ranges: readonly Range[]): ReadonlySet<number> {
  const places = placesOf(blocks)
  const found = new Set<number>()
  for (const range of ranges) {
    const own = places.filter((each) => distance(each, range) === 0)
    const nearest = places.reduce<(typeof places)[number] | undefined>(
      (best, each) => (best && distance(best, range) <= distance(each, range) ? best : each),
      undefined,
    )
    for (const { change } of own.length > 0 || !nearest ? own : [nearest]) found.add(change)
  }
  return found
}

/** Marks the changes that were not tracked. */
export const withUntracked = (changes: readonly Change[], numbers: ReadonlySet<number>): readonly Change[] =>
  changes.map((change) =>
    numbers.has(change.number) ? { ...change, classes: [...change.classes, 'NotTracked'] } : change,
  )

function placesOf(blocks: readonly Block[]) {
  const places: (Range & { readonly change: number })[] = []
  let at = 0
  for (const { kind, text, change } of blocks.flatMap(({ pieces }) => pieces)) {
    const start = at
    if (kind !== 'Inserted' && kind !== 'MovedTo') at += lengthOf(text)
    if (change !== null && kind !== 'Formatted') places.push({ start, end: at, change })
  }
  return places
}

/** 0 where they have something in common; next to one another they have nothing, unless one is a place only. */
function distance(one: Range, other: Range): number {
  const gap = Math.max(one.start, other.start) - Math.min(one.end, other.end)
  const isPlace = one.start === one.end || other.start === other.end
  return gap < 0 || (gap === 0 && isPlace) ? 0 : gap + 1
}

// the redline shows the end of a paragraph so
const closed = (text: string): string => text.replaceAll(/[\s¶]/g, '')
const lengthOf = (text: string): number => closed(text).length

const keyOf = ({ kind, author, date }: Mark): string => `${kind}\n${author}\n${date}`

/** The text that is tracked in a story, by kind, author and date of its marks. */
function markedTexts(story: readonly StoryParagraph[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  const add = (mark: Mark | undefined, text: string) => {
    if (mark) texts.set(keyOf(mark), `${texts.get(keyOf(mark)) ?? ''}${closed(text)}`)
  }
  for (const { pieces, cell } of story)
    for (const { mark, text } of pieces) for (const each of [cell?.mark, mark, mark?.within]) add(each, text)
  return texts
}

function linesOf(story: readonly StoryParagraph[], isIn: (mark: Mark, text: string) => boolean): string[] {
  const isThere = (mark: Mark | undefined, text: string): boolean => mark === undefined || isIn(mark, text)
  return story
    .map(({ pieces, cell }) =>
      pieces
        .filter(({ mark, text }) => [cell?.mark, mark, mark?.within].every((each) => isThere(each, text)))
        .map(({ text }) => text)
        .join(''),
    )
    .filter((line) => lengthOf(line) > 0)
}
