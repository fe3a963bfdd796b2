// Writes another text into a paragraph of a Word document as tracked changes. What stays keeps how it looks.
import {
  elementIn,
  insertAfter,
  isElement,
  newElement,
  prefixOf,
  refill,
  type WordElement,
  type WordNode,
} from '../markup/word-tree.ts'
import { type ParagraphText, paragraphText, type TextRun } from './paragraph-text.ts'
import { type TextChange, textChanges } from './text-changes.ts'
import { escaped, markLook, runOf, type Tracking, wrapped, written, writtenLook } from './tracked-parts.ts'

/** Changes the text of a paragraph into another one. */
export function writeText(paragraph: WordElement, text: string, tracking: Tracking): void {
  const read = paragraphText(paragraph)
  const changes = textChanges(read.text, text)
  const byRun = new Map<TextRun, TextChange[]>()
  for (const change of changes) place(change, { paragraph, read, tracking, byRun })
  for (const [run, own] of byRun) rewriteRun(run, own, tracking)
}

interface Placing {
  readonly paragraph: WordElement
  readonly read: ParagraphText
  readonly tracking: Tracking
  /** What changes in each run, in order; places count from the start of the paragraph. */
  readonly byRun: Map<TextRun, TextChange[]>
}

function place(change: TextChange, placing: Placing): void {
  const { at, remove, insert } = change
  const { read, byRun } = placing
  const note = (run: TextRun, own: TextChange) => byRun.set(run, [...(byRun.get(run) ?? []), own])
  let rest = insert
  for (const run of read.runs) {
    const from = Math.max(at, run.from)
    const to = Math.min(at + remove, run.from + run.length)
    if (from >= to) continue
    note(run, { at: from, remove: to - from, insert: rest })
    rest = ''
  }
  if (rest === '') return
  const { runs } = read
  const left = runs.findLast(({ from }) => from < at)
  const right = runs.find(({ from, length }) => from + length > at)
  const isWithin = left !== undefined && left.inside !== undefined && left.inside === right?.inside
  if (left && (!left.inside || isWithin)) note(left, change)
  else if (right && !right.inside) note(right, change)
  else insertBetween(left, right, insert, placing)
}

/** Beside links and fields, and in a paragraph without text. */
function insertBetween(
  left: TextRun | undefined,
  right: TextRun | undefined,
  text: string,
  { paragraph, tracking }: Placing,
): void {
  const inserted = wrapped('ins', [runOf(text, paragraph, markLook(paragraph))], {
    like: paragraph,
    tracking,
  })
  const end = left?.inside?.end
  if (end?.parent) return insertAfter(end, inserted)
  const { children } = paragraph
  const start = right?.inside?.start
  const top = start && topIn(paragraph, start)
  const at = top ? children.indexOf(top) : children.length
  inserted.parent = paragraph
  delete paragraph.isShort
  children.splice(at, 0, inserted)
}

function topIn(paragraph: WordElement, element: WordElement): WordElement {
  let each = element
  while (each.parent && each.parent !== paragraph) each = each.parent
  return each
}

/** Puts a run with changes in the place of one without. */
function rewriteRun({ run, items, from }: TextRun, changes: readonly TextChange[], tracking: Tracking): void {
  const properties = elementIn(run, 'rPr')
  const look = properties ? writtenLook(properties) : ''
  const nodes: WordElement[] = []
  let [kept, removed]: [WordNode[], WordNode[]] = [[], []]
  const part = (content: readonly WordNode[]) =>
    newElement('r', run.head, [properties ? written(properties) : '', ...content])
  const close = () => {
    if (kept.length > 0) nodes.push(part(kept))
    if (removed.length > 0) nodes.push(wrapped('del', [part(removed)], { like: run, tracking }))
    kept = []
    removed = []
  }
  const insert = (text: string) => {
    if (text === '') return
    close()
    nodes.push(wrapped('ins', [runOf(text, run, look)], { like: run, tracking }))
  }
  let at = from
  let todo = [...changes]
  for (const { node, text } of items) {
    if (text === '') {
      close()
      kept.push(node)
      continue
    }
    for (let done = 0; done < text.length; ) {
      const [next] = todo
      if (next && next.remove === 0 && next.at <= at) {
        insert(next.insert)
        todo = todo.slice(1)
        continue
      }
      const isRemoved = next !== undefined && next.at <= at && at < next.at + next.remove
      const stop = Math.min(
        text.length,
        done + (next ? (isRemoved ? next.at + next.remove : next.at) - at : text.length),
      )
      const piece = pieceOf(node, { text, from: done, to: stop, isRemoved })
      if (isRemoved !== removed.length > 0) close()
      ;(isRemoved ? removed : kept).push(piece)
      at += stop - done
      done = stop
      if (next && isRemoved && at >= next.at + next.remove) {
        insert(next.insert)
        todo = todo.slice(1)
      }
    }
  }
  close()
  for (const { insert: text } of todo) insert(text)
  replace(run, nodes)
}

/** A part of the text of an element, as it is written in a run. */
function pieceOf(
  node: WordElement,
  {
    text,
    from,
    to,
    isRemoved,
  }: { readonly text: string; readonly from: number; readonly to: number; readonly isRemoved: boolean },
): WordNode {
  // tabs, breaks and hyphens are one character, and are written the same when they are removed
  if (node.name !== 't' || (!isRemoved && to - from === text.length)) return node
  const p = prefixOf(node)
  const name = isRemoved ? 'delText' : 't'
  return `<${p}${name} xml:space="preserve">${escaped(text.slice(from, to))}</${p}${name}>`
}

/** Puts these in the place of a run; what somebody else inserted is divided around what is inserted in it. */
function replace(run: WordElement, nodes: readonly WordElement[]): void {
  const { parent } = run
  if (!parent) return
  const at = parent.children.indexOf(run)
  refill(parent, [...parent.children.slice(0, at), ...nodes, ...parent.children.slice(at + 1)])
  if (!['ins', 'moveTo'].includes(parent.name) || !parent.parent) return
  const parts: WordElement[] = []
  let own: WordNode[] = []
  const close = () => {
    if (own.some(isElement)) {
      const part = newElement(parent.name, parent.head)
      delete part.isShort
      refill(part, own)
      parts.push(part)
    }
    own = []
  }
  for (const child of parent.children) {
    if (!isElement(child) || child.name !== 'ins') own.push(child)
    else {
      close()
      parts.push(child)
    }
  }
  close()
  const outer = parent.parent
  const place = outer.children.indexOf(parent)
  refill(outer, [...outer.children.slice(0, place), ...parts, ...outer.children.slice(place + 1)])
}
