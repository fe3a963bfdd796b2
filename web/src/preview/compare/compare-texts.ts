// Compares two texts: equal paragraphs first, then the words of what is between them. Pure; runs in a worker.
import { diffArrays } from 'diff'
import { type Run, startBuilding } from './comparison-rows.ts'
import type { ComparedParagraph, Comparison } from './comparison.ts'
import { paragraphKey, type Word, wordsOf } from './words.ts'

/** Bounds of the work: beyond them paragraphs are marked as a whole. */
export interface CompareLimits {
  /** Differences between the paragraphs of two documents. */
  readonly paragraphEdits: number
  /** Words that are added or removed in one part. */
  readonly wordEdits: number
}

const usualLimits: CompareLimits = { paragraphEdits: 20_000, wordEdits: 12_000 }

/** The comparison of `left`, the earlier text, with `right`. */
export function compareTexts(
  left: readonly ComparedParagraph[],
  right: readonly ComparedParagraph[],
  limits: CompareLimits = usualLimits,
): Comparison {
  const building = startBuilding(left, right)
  let coarse = false
  for (const part of partsOf(left, right, limits.paragraphEdits)) {
    const words = { left: wordsOf(left, ...part.left), right: wordsOf(right, ...part.right) }
    const runs = part.same
      ? [sameRun(words.left, words.right)]
      : wordRuns(words.left, words.right, limits.wordEdits)
    if (runs === undefined) coarse = true
    building.add(runs ?? wholeParagraphs(words.left, words.right))
  }
  return { ...building.result(), coarse }
}

interface Part {
  readonly same: boolean
  /** Paragraphs, from one to before another. */
  readonly left: readonly [number, number]
  readonly right: readonly [number, number]
}

/** Equal paragraphs one by one, and what is between them. */
function partsOf(
  left: readonly ComparedParagraph[],
  right: readonly ComparedParagraph[],
  maxEditLength: number,
): Part[] {
  const keys = (paragraphs: readonly ComparedParagraph[]) => paragraphs.map(({ text }) => paragraphKey(text))
  const diff = diffArrays(keys(left), keys(right), { maxEditLength })
  if (diff === undefined) return [{ same: false, left: [0, left.length], right: [0, right.length] }]
  const parts: Part[] = []
  let [l, r] = [0, 0]
  let [fromLeft, fromRight] = [0, 0]
  for (const { added, removed, count } of diff) {
    if (removed) l += count
    else if (added) r += count
    else {
      parts.push({ same: false, left: [fromLeft, l], right: [fromRight, r] })
      for (let at = 0; at < count; at += 1) {
        parts.push({ same: true, left: [l + at, l + at + 1], right: [r + at, r + at + 1] })
      }
      ;[l, r] = [l + count, r + count]
      ;[fromLeft, fromRight] = [l, r]
    }
  }
  return [...parts, { same: false, left: [fromLeft, l], right: [fromRight, r] }]
}

const sameRun = (left: readonly Word[], right: readonly Word[]): Run => ({ kind: 'same', left, right })

/** The words of one part; undefined if they differ too much for the limit. */
function wordRuns(left: readonly Word[], right: readonly Word[], maxEditLength: number): Run[] | undefined {
  if (left.length === 0 && right.length === 0) return []
  if (left.length === 0 || right.length === 0) return wholeParagraphs(left, right)
  const parts = diffArrays(
    left.map(({ key }) => key),
    right.map(({ key }) => key),
    { maxEditLength },
  )
  if (parts === undefined) return undefined
  let [l, r] = [0, 0]
  const runs = parts.map((part): Run => {
    const taken = { left: part.added ? 0 : part.count, right: part.removed ? 0 : part.count }
    const run = { left: left.slice(l, l + taken.left), right: right.slice(r, r + taken.right) }
    l += taken.left
    r += taken.right
    return { kind: part.removed ? 'deleted' : part.added ? 'inserted' : 'same', ...run }
  })
  return withoutConfetti(runs)
}

const wholeParagraphs = (left: readonly Word[], right: readonly Word[]): Run[] => [
  ...(left.length > 0 ? [{ kind: 'deleted' as const, left, right: [] }] : []),
  ...(right.length > 0 ? [{ kind: 'inserted' as const, left: [], right }] : []),
]

/**
 * A word or two that two different sentences happen to share ("the", a comma) say nothing and hide what changed:
 * between larger changes they count as changed.
 */
function withoutConfetti(runs: readonly Run[]): Run[] {
  const size = (run: Run | undefined) =>
    run === undefined || run.kind === 'same' ? 0 : run.left.length + run.right.length
  const changedBefore = (at: number) => size(runs[at - 1]) + size(runs[at - 2])
  const changedAfter = (at: number) => size(runs[at + 1]) + size(runs[at + 2])
  const merged: Run[] = []
  runs.forEach((run, at) => {
    const words = run.left.filter(({ key }) => /[\p{L}\p{N}]/u.test(key)).length
    const isConfetti =
      run.kind === 'same' &&
      words <= 2 &&
      at > 0 &&
      at < runs.length - 1 &&
      Math.min(changedBefore(at), changedAfter(at)) > 2 * Math.max(1, words)
    if (isConfetti)
      merged.push(
        { kind: 'deleted', left: run.left, right: [] },
        { kind: 'inserted', left: [], right: run.right },
      )
    else merged.push(run)
  })
  return inOrder(merged)
}

/** Between two runs that both sides have, first what was removed and then what was added. */
function inOrder(runs: readonly Run[]): Run[] {
  const ordered: Run[] = []
  let [left, right]: [Word[], Word[]] = [[], []]
  const flush = () => {
    ordered.push(...wholeParagraphs(left, right))
    ;[left, right] = [[], []]
  }
  for (const run of runs) {
    if (run.kind === 'same') {
      flush()
      ordered.push(run)
    } else {
      left.push(...run.left)
      right.push(...run.right)
    }
  }
  flush()
  return ordered
}
