// Removes paragraphs of a Word document, and adds some, as tracked changes.
import {
  allIn,
  attributeOf,
  elementIn,
  elementsIn,
  insertAfter,
  isElement,
  newElement,
  prefixOf,
  refill,
  rename,
  setAttribute,
  type WordElement,
  type WordNode,
} from '../markup/word-tree.ts'
import { paragraphText } from './paragraph-text.ts'
import { mark, markLook, runOf, tracked, type Tracking, wrapped, writtenLook } from './tracked-parts.ts'

/** Whether something else than text is between paragraphs that are joined, such as the end of a section. */
const endsSection = (paragraph: WordElement): boolean =>
  elementIn(elementIn(paragraph, 'pPr'), 'sectPr') !== undefined

/** Removes all that a paragraph says, and its end where another paragraph follows. */
export function writeRemoval(paragraph: WordElement, tracking: Tracking): void {
  for (const run of removableRuns(paragraph)) {
    const { parent } = run
    if (!parent) continue
    const at = parent.children.indexOf(run)
    for (const each of allIn(run)) {
      if (each.parent !== run) continue
      if (each.name === 't') rename(each, 'delText')
      if (each.name === 'instrText') rename(each, 'delInstrText')
      if (each.name === 'delText') keepSpaces(each)
    }
    const removed = wrapped('del', [run], { like: run, tracking })
    refill(parent, [...parent.children.slice(0, at), removed, ...parent.children.slice(at + 1)])
  }
  if (endsSection(paragraph) || !nextParagraph(paragraph)) return
  markEnd(paragraph, mark('del', paragraph, tracking))
}

function keepSpaces(element: WordElement): void {
  if (attributeOf(element, 'space') === undefined)
    setAttribute(element, { name: 'space', prefix: 'xml:', value: 'preserve' })
}

function* removableRuns(parent: WordElement): Generator<WordElement> {
  for (const child of elementsIn(parent)) {
    if (child.name === 'r') yield child
    else if (!['del', 'moveFrom', 'pPr'].includes(child.name) && !child.name.startsWith('m:'))
      yield* removableRuns(child)
  }
}

/** The paragraph right after it in the same cell or part, with nothing that can be seen between them. */
function nextParagraph(paragraph: WordElement): WordElement | undefined {
  const siblings = paragraph.parent ? elementsIn(paragraph.parent) : []
  for (const sibling of siblings.slice(siblings.indexOf(paragraph) + 1)) {
    if (sibling.name === 'p') return sibling
    if (!/(Start|End)$/.test(sibling.name) && sibling.name !== 'proofErr') return undefined
  }
  return undefined
}

/** Says in the properties of its end what happened to a paragraph. Marks stand before all others there. */
export function markEnd(paragraph: WordElement, own: WordElement): void {
  const p = prefixOf(paragraph)
  let properties = elementIn(paragraph, 'pPr')
  if (!properties) {
    properties = newElement('pPr', `<${p}pPr`)
    delete paragraph.isShort
    refill(paragraph, [properties, ...paragraph.children])
  }
  let end = elementIn(properties, 'rPr')
  if (!end) {
    end = newElement('rPr', `<${p}rPr`)
    const after = elementsIn(properties).find(({ name }) => name === 'sectPr' || name === 'pPrChange')
    const at = after ? properties.children.indexOf(after) : properties.children.length
    delete properties.isShort
    refill(properties, [...properties.children.slice(0, at), end, ...properties.children.slice(at)])
  }
  delete end.isShort
  const isIns = (node: WordNode) => isElement(node) && node.name === 'ins'
  // an insertion stands before a deletion
  const at = own.name === 'del' ? end.children.findIndex(isIns) + 1 : 0
  refill(end, [...end.children.slice(0, at), own, ...end.children.slice(at)])
}

/** Adds a paragraph after another one, that looks like `like`. Returns it. */
export function writeParagraph(
  after: WordElement,
  {
    text,
    like,
    tracking,
  }: { readonly text: string; readonly like: WordElement; readonly tracking: Tracking },
): WordElement {
  const look = elementIn(like, 'pPr')
  const own = newElement('p', `<${prefixOf(after)}p`)
  delete own.isShort
  if (look) refill(own, [withoutChanges(look)])
  if (text !== '')
    refill(own, [
      ...own.children,
      wrapped('ins', [runOf(text, like, firstLook(like) || markLook(like))], { like: after, tracking }),
    ])
  const isLast = nextParagraph(after) === undefined
  insertAfter(after, own)
  // of the last paragraph of a cell or part the end stays where it is: what is new is the one before
  const isMarked = (elementIn(elementIn(after, 'pPr'), 'rPr')?.children ?? []).some(
    (node) => isElement(node) && tracked.has(node.name),
  )
  const marked = isLast && !isMarked && !endsSection(after) ? after : own
  markEnd(marked, mark('ins', after, tracking))
  return own
}

/** A copy of the properties of a paragraph, without changes and without the end of a section. */
export function withoutChanges(properties: WordElement): WordElement {
  const copy = newElement(properties.name, properties.head)
  const left = elementsIn(properties).filter(({ name }) => name !== 'pPrChange' && name !== 'sectPr')
  refill(
    copy,
    left.map((each) => (each.name === 'rPr' ? copyOf(each, tracked) : copyOf(each, new Set()))),
  )
  if (copy.children.length > 0) delete copy.isShort
  return copy
}

/** A copy of an element, without those of these names in it. */
export function copyOf(element: WordElement, without: ReadonlySet<string>): WordElement {
  const copy = newElement(element.name, element.head)
  if (!element.isShort) delete copy.isShort
  const left = element.children.filter(
    (node) => !isElement(node) || (node.gone !== 'whole' && !without.has(node.name)),
  )
  refill(
    copy,
    left.map((node) => (isElement(node) ? copyOf(node, without) : node)),
  )
  return copy
}

/** How the text of a paragraph begins to look after what is its heading: as most of it does. */
export function firstLook(paragraph: WordElement): string {
  const longest = paragraphText(paragraph).runs.toSorted((one, other) => other.length - one.length)[0]
  const properties = longest && !longest.inside ? elementIn(longest.run, 'rPr') : undefined
  return properties ? writtenLook(properties) : ''
}
