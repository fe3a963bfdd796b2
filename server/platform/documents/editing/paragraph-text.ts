// The text of a paragraph as a person edits it: what it says if all tracked changes are accepted, with the place of
// each character in the document.
import { attributeOf, decoded, elementIn, elementsIn, type WordElement } from '../markup/word-tree.ts'

/** A link or a field: what is typed beside it does not become part of it. */
interface Enclosure {
  start: WordElement
  /** Undefined while it is open; of a field that ends in another paragraph it stays so. */
  end: WordElement | undefined
}

/** A part of a run: text, or something that stays where it is. */
export interface RunItem {
  readonly node: WordElement
  /** Empty for what has no text, such as a picture. */
  readonly text: string
}

/** A run that a reader sees, with its items. */
export interface TextRun {
  readonly run: WordElement
  readonly items: readonly RunItem[]
  /** Its first character in the text of the paragraph. */
  readonly from: number
  readonly length: number
  readonly inside: Enclosure | undefined
}

export interface ParagraphText {
  readonly text: string
  readonly runs: readonly TextRun[]
  /** Whether there is something besides text, such as a picture or a reference to a note. */
  readonly hasOthers: boolean
}

// what surrounds runs without a meaning of its own for the text
const containers = new Set(['ins', 'moveTo', 'smartTag', 'sdt', 'sdtContent', 'customXml', 'dir', 'bdo'])
const enclosures = new Set(['hyperlink', 'fldSimple'])
const silent = new Set(['rPr', 'lastRenderedPageBreak', 'instrText', 'delInstrText', 'fldChar', 'proofErr'])
const unseen = new Set(['commentReference', 'annotationRef'])

interface Reading {
  text: string
  hasOthers: boolean
  readonly runs: TextRun[]
  /** The outermost link or field that is open, and how many fields are. */
  inside: Enclosure | undefined
  fields: number
}

/** Reads a paragraph, without the paragraphs of text boxes in it. */
export function paragraphText(paragraph: WordElement): ParagraphText {
  const reading: Reading = { text: '', hasOthers: false, runs: [], inside: undefined, fields: 0 }
  readAll(reading, paragraph)
  const { text, runs, hasOthers } = reading
  const isOpen = ({ inside }: TextRun) => inside !== undefined && inside.end === undefined
  return { text, hasOthers, runs: runs.map((run) => (isOpen(run) ? { ...run, inside: undefined } : run)) }
}

function readAll(reading: Reading, parent: WordElement): void {
  for (const child of elementsIn(parent)) {
    const { name } = child
    if (name === 'r') readRun(reading, child)
    else if (containers.has(name)) readAll(reading, child)
    else if (enclosures.has(name)) {
      const outer = reading.inside
      reading.inside ??= { start: child, end: child }
      readAll(reading, child)
      reading.inside = outer
    } else if (name === 'm:oMath' || name === 'm:oMathPara') reading.hasOthers = true
  }
}

function readRun(reading: Reading, run: WordElement): void {
  const items: RunItem[] = []
  const from = reading.text.length
  for (const node of elementsIn(run)) {
    if (node.name === 'fldChar') noteField(reading, run, node)
    const text = textOfNode(node)
    if (text === '' && !silent.has(node.name) && !unseen.has(node.name))
      reading.hasOthers ||= node.name !== 't'
    if (node.name !== 'rPr') items.push({ node, text })
    reading.text += text
  }
  const length = reading.text.length - from
  if (length > 0) reading.runs.push({ run, items, from, length, inside: reading.inside })
}

function noteField(reading: Reading, run: WordElement, node: WordElement): void {
  const type = attributeOf(node, 'fldCharType')
  if (type === 'begin') {
    reading.fields++
    reading.inside ??= { start: run, end: undefined }
  } else if (type === 'end' && reading.fields > 0) {
    reading.fields--
    if (reading.fields > 0 || !reading.inside || reading.inside.end) return
    reading.inside.end = run
    reading.inside = undefined
  }
}

/** A tab, and a break of the line, are one character each. */
function textOfNode(node: WordElement): string {
  if (node.name === 't') {
    const text = node.children.map((child) => (typeof child === 'string' ? decoded(child) : '')).join('')
    // how the file is broken into lines says nothing
    return text.replaceAll(/[\t\r\n]/g, ' ')
  }
  if (node.name === 'tab' || node.name === 'ptab') return '\t'
  if (node.name === 'cr') return '\n'
  if (node.name === 'br') return isLineBreak(node) ? '\n' : ''
  return node.name === 'noBreakHyphen' ? '\u2011' : ''
}

const isLineBreak = (node: WordElement): boolean =>
  ['textWrapping', undefined].includes(attributeOf(node, 'type'))

export const looks = ['Bold', 'Italic', 'Underline'] as const
export type Look = (typeof looks)[number]

const off = new Set(['0', 'false', 'off', 'none'])

/** How a run itself looks; styles are not asked. */
export function looksOf(run: WordElement): readonly Look[] {
  const properties = elementIn(run, 'rPr')
  if (!properties) return []
  const has = (name: string) => {
    const found = elementIn(properties, name)
    return found !== undefined && !off.has(attributeOf(found, 'val') ?? '')
  }
  return looks.filter((_, at) => has(['b', 'i', 'u'][at] ?? ''))
}

/** All paragraphs below an element in the order of `readStory`: those of text boxes before the one around them. */
export function* paragraphsIn(element: WordElement): Generator<WordElement> {
  for (const child of elementsIn(element)) {
    if (child.name.endsWith('Fallback') || child.name.endsWith('Change')) continue
    yield* paragraphsIn(child)
    if (child.name === 'p') yield child
  }
}

/** Whether an element is in a text box. */
export function isInTextBox(element: WordElement): boolean {
  for (let each = element.parent; each; each = each.parent) if (each.name === 'txbxContent') return true
  return false
}
