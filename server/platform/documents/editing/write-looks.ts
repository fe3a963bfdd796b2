// Makes stretches of a paragraph bold, italic or underlined, or not, as tracked changes. Pictures, fields and notes
// between the words stay where they are.
import {
  attributeOf,
  elementIn,
  elementsIn,
  newElement,
  prefixOf,
  refill,
  type WordElement,
  type WordNode,
} from '../markup/word-tree.ts'
import { type Look, looks as allLooks, looksOf, paragraphText, type TextRun } from './paragraph-text.ts'
import { attributePrefix, escaped, mark, type Tracking, written } from './tracked-parts.ts'

/** From a character of the text of a paragraph to before another one: how it looks from then on. */
export interface LookChange {
  readonly from: number
  readonly to: number
  readonly look: Look
  readonly on: boolean
}

/** Writes the changes in their order; what looks so already stays. Returns whether anything was changed. */
export function writeLooks(
  paragraph: WordElement,
  changes: readonly LookChange[],
  tracking: Tracking,
): boolean {
  let isChanged = false
  for (const run of paragraphText(paragraph).runs) if (rewrite(run, changes, tracking)) isChanged = true
  return isChanged
}

/** Whether the paragraph looks as the changes say. */
export function hasLooks(paragraph: WordElement, changes: readonly LookChange[]): boolean {
  return paragraphText(paragraph).runs.every(({ run, from, length }) => {
    const now = looksOf(run)
    return piecesOf(from, length, changes).every(
      (piece) => wanted(now, piece, changes).join(' ') === now.join(' '),
    )
  })
}

interface Stretch {
  readonly from: number
  readonly to: number
}

/** The stretches of a run between the places where a change begins or ends. */
function piecesOf(from: number, length: number, changes: readonly LookChange[]): readonly Stretch[] {
  const end = from + length
  const edges = changes.flatMap((change) => [change.from, change.to])
  const within = [...new Set([from, ...edges.filter((at) => at > from && at < end), end])].toSorted(
    (one, other) => one - other,
  )
  return within.slice(1).map((to, at) => ({ from: within[at] ?? from, to }))
}

/** How a stretch looks after the changes. */
function wanted(before: readonly Look[], piece: Stretch, changes: readonly LookChange[]): readonly Look[] {
  const after = new Set(before)
  for (const { from, to, look, on } of changes)
    if (from <= piece.from && piece.to <= to) {
      if (on) after.add(look)
      else after.delete(look)
    }
  return allLooks.filter((look) => after.has(look))
}

function rewrite({ run, items, from, length }: TextRun, changes: readonly LookChange[], tracking: Tracking) {
  const before = looksOf(run)
  const parts = piecesOf(from, length, changes).map((piece) => ({
    ...piece,
    after: wanted(before, piece, changes),
  }))
  const isOther = ({ after }: { readonly after: readonly Look[] }) => after.join(' ') !== before.join(' ')
  const { parent } = run
  if (!parent || !parts.some(isOther)) return false
  const nodes = new Map<Stretch, WordNode[]>(parts.map((part) => [part, []]))
  let at = from
  for (const { node, text } of items) {
    if (text === '') {
      // at the end of the run it belongs to the last stretch
      const part = parts.find((each) => at < each.to) ?? parts.at(-1)
      if (part) nodes.get(part)?.push(node)
      continue
    }
    const end = at + text.length
    for (const part of parts) {
      const [first, last] = [Math.max(at, part.from), Math.min(end, part.to)]
      if (first < last) nodes.get(part)?.push(pieceOf(node, text, { from: first - at, to: last - at }))
    }
    at = end
  }
  const own = parts.map((part) => {
    const properties = isOther(part)
      ? propertiesWith(run, { before, after: part.after, tracking })
      : elementIn(run, 'rPr')
    return newElement('r', run.head, [
      ...(properties ? [written(properties)] : []),
      ...(nodes.get(part) ?? []),
    ])
  })
  const place = parent.children.indexOf(run)
  refill(parent, [...parent.children.slice(0, place), ...own, ...parent.children.slice(place + 1)])
  return true
}

function pieceOf(node: WordElement, text: string, { from, to }: Stretch): WordNode {
  if (node.name !== 't' || to - from === text.length) return node
  const p = prefixOf(node)
  return `<${p}t xml:space="preserve">${escaped(text.slice(from, to))}</${p}t>`
}

interface Relooked {
  readonly before: readonly Look[]
  readonly after: readonly Look[]
  readonly tracking: Tracking
}

const elements = { Bold: 'b', Italic: 'i', Underline: 'u' } as const satisfies Record<Look, string>
// what the properties of a run begin with, in the order of the schema
const order = [
  'rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof snapToGrid vanish',
  'webHidden color spacing w kern position sz szCs highlight u',
]
  .join(' ')
  .split(' ')
const rankOf = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length)

/** The properties of the run with the other looks, and the change that says what they were. */
function propertiesWith(run: WordElement, { before, after, tracking }: Relooked): WordElement {
  const p = prefixOf(run)
  const found = elementIn(run, 'rPr')
  const former = found ? elementsIn(found) : []
  const change = former.find(({ name }) => name === 'rPrChange')
  let own = former.filter((each) => each !== change)
  for (const look of allLooks) {
    const isOn = after.includes(look)
    if (isOn === before.includes(look)) continue
    const name = elements[look]
    own = own.filter((each) => each.name !== name)
    const value = look === 'Underline' ? (isOn ? 'single' : 'none') : isOn ? undefined : '0'
    const at = own.findIndex((each) => rankOf(each.name) > rankOf(name))
    own.splice(at < 0 ? own.length : at, 0, property(run, name, value))
  }
  const next = newElement('rPr', `<${p}rPr`)
  delete next.isShort
  // what somebody inserts is not also changed: it was never anything else
  const isNew = isInsertedBy(run, tracking)
  refill(next, [
    ...own,
    ...(isNew ? (change ? [change] : []) : [changeOf(run, former, { change, tracking })]),
  ])
  return next
}

function property(like: WordElement, name: string, value: string | undefined): WordElement {
  const p = prefixOf(like)
  const a = attributePrefix(like)
  return newElement(name, value === undefined ? `<${p}${name}` : `<${p}${name} ${a}val="${value}"`)
}

/** Says what the properties were: before all changes, those of others as well, as Word does. */
function changeOf(
  run: WordElement,
  former: readonly WordElement[],
  { change, tracking }: { readonly change: WordElement | undefined; readonly tracking: Tracking },
): WordElement {
  const own = mark('rPrChange', run, tracking)
  delete own.isShort
  const kept = change && elementIn(change, 'rPr')
  const before = kept ?? newElement('rPr', `<${prefixOf(run)}rPr`, former)
  if (before.children.length > 0) delete before.isShort
  refill(own, [written(before)])
  return own
}

/** Whether the run is in an insertion of the same edit. */
function isInsertedBy(run: WordElement, { author, date }: Tracking): boolean {
  const { parent } = run
  return (
    parent?.name === 'ins' && attributeOf(parent, 'date') === date && attributeOf(parent, 'author') === author
  )
}
