// Word documents drawn by docx-preview. Loaded with the first one only.
import { parseAsync, renderDocument } from 'docx-preview'
import { type CommentParts, type DocumentThread, isPlaceOfComment, threadsOf } from './docx-comments.ts'
import { drawMoves, type MovedPart } from './docx-moves.ts'
import { markHeadings, numberParagraphs, type ParsedParagraph, type ParsedStyle } from './docx-outline.ts'
import type { Foreign } from './shadow-document.ts'

const name = 'docx'

/** A document that is drawn, and its comments. */
export interface DrawnDocx extends Foreign {
  readonly comments: readonly DocumentThread[]
}

/** What is used of the library's document. */
interface ParsedDocument extends CommentParts {
  readonly documentPart: MovedPart & { readonly body: ParsedParagraph }
  readonly stylesPart?: { readonly styles: readonly ParsedStyle[] }
}

/** Draws a document without putting it on the page. Throws for one that is damaged or no Word document. */
export async function drawDocx(bytes: ArrayBuffer): Promise<DrawnDocx> {
  const options = {
    className: name,
    // pictures as data, because our content policy has no blob addresses
    useBase64URL: true,
    // fonts in the document would be loaded from addresses as well; the reader's own are used
    ignoreFonts: true,
    // pages of another kind inside the document: web pages, for instance
    renderAltChunks: false,
    renderChanges: true,
    // where they stand; what the library would draw of them is left out below
    renderComments: true,
    // for the comments' own text, and for moves
    keepOrigin: true,
    ignoreLastRenderedPageBreak: false,
    experimental: false,
    h: element,
  }
  const document = (await parseAsync(bytes, options)) as ParsedDocument
  drawMoves(document.documentPart)
  markHeadings(document.documentPart.body, document.stylesPart?.styles ?? [])
  numberParagraphs(document.documentPart.body)
  const drawn = await renderDocument(document, options)
  const styles = drawn.filter((node) => node.nodeName === styleName)
  return {
    nodes: drawn.filter((node) => node.nodeName !== styleName && node.nodeType === Node.ELEMENT_NODE),
    styles: styles.map((node) => node.textContent ?? ''),
    comments: threadsOf(document),
  }
}

// Style elements would be stopped by the content policy: their text travels in an element that means nothing.
const styleElement = 'x-style'
const styleName = styleElement.toUpperCase()

interface Wanted extends Record<string, unknown> {
  readonly ns?: string
  readonly tagName: string
  readonly className?: string
  readonly style?: Record<string, string> | string
  readonly children?: readonly (Wanted | Node | string)[]
}

/** Makes an element the way the library asks for it, without style attributes and style elements. */
function element(wanted: Wanted | Node | string): Node {
  if (typeof wanted === 'string') return document.createTextNode(wanted)
  if (wanted instanceof Node) return wanted
  const { ns, tagName, className, style, children = [], ...properties } = wanted
  const inside = () => children.map(element)
  if (tagName === '#comment') return document.createComment(placeIn(children[0]))
  if (className?.startsWith(`${name}-comment-`)) return document.createComment('')
  if (tagName === '#fragment') {
    const fragment = document.createDocumentFragment()
    fragment.append(...inside())
    return fragment
  }
  const made = newElement(ns, tagName === 'style' ? styleElement : tagName)
  if (className !== undefined && className !== '') made.setAttribute('class', className)
  if (typeof style === 'string') made.style.cssText = style
  else if (style) Object.assign(made.style, style)
  for (const [key, value] of Object.entries(properties)) setProperty(made, key, value)
  made.append(...inside())
  return made
}

const placeIn = (text: unknown): string => (typeof text === 'string' && isPlaceOfComment(text) ? text : '')

const newElement = (ns: string | undefined, tagName: string): HTMLElement | SVGElement =>
  ns === undefined
    ? document.createElement(tagName)
    : (document.createElementNS(ns, tagName) as HTMLElement | SVGElement)

// what could make it run is never set, no matter what asks for it
function setProperty(made: Element, key: string, value: unknown): void {
  if (value === undefined || /^on|^srcdoc$|html$/i.test(key)) return
  Reflect.set(made, key, value)
}
