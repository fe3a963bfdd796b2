// The ends of paragraphs that came or went: where one goes, the text before it goes on in the next paragraph.
import type { Decided } from './decide-changes.ts'
import { elementIn, elementsIn, isElement, type WordElement, type WordNode } from './word-tree.ts'

/** Decides the marks of the ends of paragraphs, once all other marks are. */
export function endParagraphs(marks: readonly Decided[]): void {
  const joined: WordElement[] = []
  for (const { element, decision } of marks) {
    element.gone = 'whole'
    const goes = (decision === 'Accept') === (element.name === 'del' || element.name === 'moveFrom')
    const paragraph = element.parent?.parent?.parent
    if (goes && paragraph?.name === 'p') joined.push(paragraph)
  }
  // from the end, so that each goes on in what is left
  const once = [...new Set(joined)]
  for (const paragraph of once.toReversed()) joinToNext(paragraph)
}

function joinToNext(paragraph: WordElement): void {
  const next = nextParagraph(paragraph)
  if (next) {
    const own = contentOf(paragraph)
    // text that goes on keeps how its paragraph looks, if nothing stands in the next one
    if (isFilled(paragraph) && !isFilled(next)) takeLook(next, paragraph)
    next.taken = [...(next.taken ?? []), own, ...(paragraph.taken ?? [])]
    paragraph.gone = 'whole'
    paragraph.next = next
    return
  }
  if (!isFilled(paragraph) && isSpare(paragraph)) paragraph.gone = 'whole'
}

/** Between paragraphs: where something begins and ends. */
const isBoundary = ({ name }: WordElement): boolean => /(Start|End)$/.test(name) || name === 'proofErr'

/** The paragraph right after it; what stands between them moves into it. */
function nextParagraph(paragraph: WordElement): WordElement | undefined {
  const siblings = paragraph.parent?.children ?? []
  for (let at = paragraph.at + 1; at < siblings.length; at++) {
    const sibling = siblings[at]
    if (!isElement(sibling)) continue
    if (sibling.gone === 'whole') {
      if (sibling.next) at = sibling.next.at - 1
      continue
    }
    if (sibling.name === 'p') return sibling
    if (!isBoundary(sibling)) return undefined
  }
  return undefined
}

const contentOf = ({ children }: WordElement): WordNode[] =>
  children.filter((child) => !isElement(child) || child.name !== 'pPr')

const empty = new Set(['pPr', 'proofErr'])

/** Whether anything is left that a reader would see. */
function isFilled(paragraph: WordElement): boolean {
  const has = (nodes: readonly WordNode[]): boolean =>
    nodes.some((node) => {
      if (!isElement(node) || node.gone === 'whole' || empty.has(node.name) || isBoundary(node)) return false
      if (node.name === 'r') return elementsIn(node).some(({ name }) => name !== 'rPr')
      return node.name === 'm:oMath' || has(node.children)
    })
  return has(paragraph.children) || (paragraph.taken ?? []).some(has)
}

function takeLook(next: WordElement, from: WordElement): void {
  const look = elementIn(from, 'pPr')
  const own = elementIn(next, 'pPr')
  if (!look) return
  const section = own && elementIn(own, 'sectPr')
  look.children = look.children.filter((child) => !isElement(child) || child.name !== 'sectPr')
  if (section) look.children.push(section)
  next.children = [look, ...next.children.filter((child) => child !== own)]
  look.parent = next
}

/** Whether what it stands in has another paragraph, which every cell, text box and document must end with. */
function isSpare(paragraph: WordElement): boolean {
  const siblings = (paragraph.parent?.children ?? []).filter(isElement)
  const blocks = siblings.filter((each) => each.gone !== 'whole' && ['p', 'tbl', 'sdt'].includes(each.name))
  return blocks.length > 1 && (paragraph.parent?.name !== 'tc' || blocks.at(-1) !== paragraph)
}
