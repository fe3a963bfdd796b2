// The pieces that tracked changes are written with: marks with an author, runs, and copies of how they look.
import {
  allIn,
  attributeOf,
  elementIn,
  elementsIn,
  newElement,
  prefixOf,
  refill,
  type WordElement,
  type WordTree,
  writeWordTree,
} from '../markup/word-tree.ts'

/** Whose changes they are. */
export interface Tracking {
  readonly author: string
  /** As ISO 8601. */
  readonly date: string
  /** The last number that a change has in the document; it is counted up. */
  lastId: number
}

/** The highest number of a change or another mark in these parts. */
export function lastIdIn(trees: readonly WordTree[]): number {
  let last = 0
  for (const { root } of trees)
    for (const element of allIn(root)) {
      const id = /^\d{1,9}$/.test(attributeOf(element, 'id') ?? '') ? Number(attributeOf(element, 'id')) : 0
      if (id > last && id < 2_000_000_000) last = id
    }
  return last
}

/** Text as it is written in XML. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** A mark of a change, which is numbered. */
export function mark(name: 'ins' | 'del' | 'rPrChange', like: WordElement, tracking: Tracking): WordElement {
  const prefix = prefixOf(like)
  const a = attributePrefix(like)
  tracking.lastId++
  const { author, date, lastId } = tracking
  return newElement(
    name,
    `<${prefix}${name} ${a}id="${lastId}" ${a}author="${escaped(author)}" ${a}date="${date}"`,
  )
}

/** The prefix of the attributes of new elements beside this one. */
export function attributePrefix(element: WordElement): string {
  const prefix = prefixOf(element)
  if (prefix !== '') return prefix
  // without a prefix of its own an attribute would be in no namespace
  let root = element
  while (root.parent && root.parent.name !== '') root = root.parent
  const main = /\sxmlns:([\w.-]{1,40})\s*=\s*["'][^"']*wordprocessingml[^"']*\/main["']/.exec(root.head)
  return main ? `${main[1]}:` : ''
}

/** How text typed into an empty paragraph looks: as its end. */
export function markLook(paragraph: WordElement): string {
  const properties = elementIn(elementIn(paragraph, 'pPr'), 'rPr')
  return properties ? writtenLook(properties) : ''
}

/** The names of marks. */
export const tracked = new Set(['ins', 'del', 'moveFrom', 'moveTo', 'rPrChange'])

/** The properties of a run or of the end of a paragraph, without the changes in them. */
export function writtenLook(properties: WordElement): string {
  const own = elementsIn(properties).filter(({ name }) => !tracked.has(name))
  if (own.length === 0) return ''
  return written(newElement(properties.name, properties.head, own))
}

/** An element as it is written. */
export const written = (element: WordElement): string =>
  writeWordTree({ root: { ...newElement('', ''), children: [element] }, prefix: '' })

/** A run with this text. */
export function runOf(text: string, like: WordElement, look: string): WordElement {
  const p = prefixOf(like)
  const inside = text
    .split(/(\t|\n)/)
    .filter((piece) => piece !== '')
    .map((piece) => {
      if (piece === '\t') return `<${p}tab/>`
      return piece === '\n' ? `<${p}br/>` : `<${p}t xml:space="preserve">${escaped(piece)}</${p}t>`
    })
  return newElement('r', `<${p}r`, [look, ...inside])
}

/** Runs in a mark. */
export function wrapped(
  name: 'ins' | 'del',
  runs: readonly WordElement[],
  { like, tracking }: { readonly like: WordElement; readonly tracking: Tracking },
): WordElement {
  const element = mark(name, like, tracking)
  delete element.isShort
  refill(element, runs)
  return element
}
