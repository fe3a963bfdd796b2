// A part of a Word document as a tree that is written back as it was read: what nobody touched keeps its bytes. Only
// for parts that `readXml` has read without an error: here nothing else is checked.
import { AppError } from '../../errors.ts'

/** An element. Those of Word's main namespace are named without a prefix, all others with theirs. */
export interface WordElement {
  name: string
  /** The tag without its end: `<w:p w:rsidR="00A1"`. */
  head: string
  /** Written without an end tag, as long as it is empty. */
  isShort?: true
  children: WordNode[]
  parent: WordElement | undefined
  /** Its place among the children of its parent, as it was read. */
  readonly at: number
  /** Taken out with all that is in it, or without. */
  gone?: 'whole' | 'shell'
  /** What other paragraphs left to this one, the last one first. */
  taken?: WordNode[][]
  /** Of a paragraph that is gone: where its text went on. */
  next?: WordElement
}

/** An element, or anything else as it is written. */
export type WordNode = WordElement | string

/** A part: its root element is among the children. */
export interface WordTree {
  readonly root: WordElement
  /** The prefix of Word's main namespace with its colon. */
  readonly prefix: string
}

const mainNamespaces = new Set([
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  'http://purl.oclc.org/ooxml/wordprocessingml/main',
])

/** The tree of a part. */
export function readWordTree(xml: string): WordTree {
  const prefix = prefixIn(xml)
  const root: WordElement = { name: '', head: '', children: [], parent: undefined, at: 0 }
  let open = root
  for (let at = 0; at < xml.length; ) {
    const next = xml.indexOf('<', at)
    const end = next < 0 ? xml.length : next
    if (end > at) open.children.push(xml.slice(at, end))
    if (next < 0) break
    const stop = endOfMarkup(xml, next)
    at = stop
    const second = xml[next + 1]
    if (second === '!' || second === '?') open.children.push(xml.slice(next, stop))
    else if (second === '/') open = open.parent ?? root
    else open = openElement(open, { tag: xml.slice(next, stop), prefix })
  }
  if (open !== root) throw new AppError('bad_request', 'The document is damaged: a part of it is cut off.')
  return { root, prefix }
}

function openElement(parent: WordElement, given: { readonly tag: string; readonly prefix: string }) {
  const { tag, prefix } = given
  const isEmpty = tag.endsWith('/>')
  const head = tag.slice(0, isEmpty ? -2 : -1)
  const written = qualifiedName(head)
  const name = written.startsWith(prefix) ? written.slice(prefix.length) : written
  const element: WordElement = { name, head, children: [], parent, at: parent.children.length }
  parent.children.push(element)
  if (isEmpty) element.isShort = true
  return isEmpty ? parent : element
}

const qualifiedName = (head: string): string => /^<([^\s/>]+)/.exec(head)?.[1] ?? ''

function endOfMarkup(xml: string, at: number): number {
  if (xml.startsWith('<!--', at)) return after(xml, '-->', at)
  if (xml.startsWith('<![CDATA[', at)) return after(xml, ']]>', at)
  if (xml.startsWith('<?', at)) return after(xml, '?>', at)
  let quote = ''
  for (let place = at + 1; place < xml.length; place++) {
    const character = xml[place]
    if (quote !== '') {
      if (character === quote) quote = ''
    } else if (character === '"' || character === "'") quote = character
    else if (character === '>') return place + 1
  }
  return xml.length
}

function after(xml: string, end: string, from: number): number {
  const at = xml.indexOf(end, from)
  return at < 0 ? xml.length : at + end.length
}

function prefixIn(xml: string): string {
  for (const [, name = '', , value = ''] of xml
    .slice(0, 20_000)
    .matchAll(/\sxmlns(?::([\w.-]{1,40}))?\s*=\s*(["'])([^"']{0,200})\2/g))
    if (mainNamespaces.has(value)) return name === '' ? '' : `${name}:`
  return 'w:'
}

/** The part as it is written. */
export function writeWordTree({ root }: WordTree): string {
  const pieces: string[] = []
  const write = (node: WordNode) => {
    if (typeof node === 'string') return void pieces.push(node)
    if (node.gone === 'whole') return
    const isShown = node.gone !== 'shell' && node.name !== ''
    const isEmpty = node.children.length === 0 && node.taken === undefined
    if (isShown) pieces.push(node.head, isEmpty && node.isShort ? '/>' : '>')
    if (isEmpty && node.isShort) return
    const first = node.taken && elementIn(node, 'pPr')
    if (first) write(first)
    for (const taken of node.taken?.toReversed() ?? []) for (const each of taken) write(each)
    for (const each of node.children) if (each !== first) write(each)
    if (isShown) pieces.push(`</${qualifiedName(node.head)}>`)
  }
  write(root)
  return pieces.join('')
}

/** Whether it is an element. */
export const isElement = (node: WordNode | undefined): node is WordElement =>
  node !== undefined && typeof node !== 'string'

/** The child elements, without those that are gone. */
export const elementsIn = (parent: WordElement): WordElement[] =>
  parent.children.filter(isElement).filter(({ gone }) => gone !== 'whole')

/** The first child with this name. */
export const elementIn = (parent: WordElement | undefined, name: string): WordElement | undefined =>
  parent?.children.filter(isElement).find((each) => each.name === name && each.gone !== 'whole')

/** The element and all elements in it, in their order. */
export function* allIn(element: WordElement): Generator<WordElement> {
  yield element
  for (const child of element.children) if (isElement(child)) yield* allIn(child)
}

/** Whether the element, or one around it, was taken out. */
export function isGone(element: WordElement): boolean {
  for (let each: WordElement | undefined = element; each; each = each.parent)
    if (each.gone === 'whole') return true
  return false
}

/** The value of an attribute, whatever its prefix. */
export function attributeOf(element: WordElement, name: string): string | undefined {
  const found = new RegExp(`\\s(?:[\\w.-]+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(element.head)
  const value = found?.[1] ?? found?.[2]
  return value === undefined ? undefined : decoded(value)
}

/** Gives an element another name of the same namespace. */
export function rename(element: WordElement, name: string): void {
  const written = qualifiedName(element.head)
  const prefix = written.includes(':') ? written.slice(0, written.indexOf(':') + 1) : ''
  element.head = `<${prefix}${name}${element.head.slice(written.length + 1)}`
  element.name = name
}

/** Gives an element an attribute, in place of one of this name with any prefix. The value is written as it is. */
export function setAttribute(
  element: WordElement,
  { name, prefix, value }: { readonly name: string; readonly prefix: string; readonly value: string },
): void {
  const former = new RegExp(`(\\s(?:[\\w.-]+:)?${name}\\s*=\\s*)(?:"[^"]*"|'[^']*')`)
  element.head = former.test(element.head)
    ? element.head.replace(former, (_, start: string) => `${start}"${value}"`)
    : `${element.head.trimEnd()} ${prefix}${name}="${value}"`
}

/** The prefix of an element as it is written, with its colon. */
export const prefixOf = ({ head }: WordElement): string => /^<([^\s/>:]*:)?/.exec(head)?.[1] ?? ''

/** An element that is not in a tree yet; `head` is its tag without its end. */
export const newElement = (name: string, head: string, children: readonly WordNode[] = []): WordElement => ({
  name,
  head,
  ...(children.length === 0 ? { isShort: true } : {}),
  children: [...children],
  parent: undefined,
  at: 0,
})

/** Its name without a prefix. */
export const localName = ({ name }: WordElement): string => name.slice(name.indexOf(':') + 1)

/** Puts an element behind another one. */
export function insertAfter(sibling: WordElement, element: WordElement): void {
  const { parent } = sibling
  if (!parent) return
  element.parent = parent
  parent.children.splice(parent.children.indexOf(sibling) + 1, 0, element)
}

/** Puts other children into an element. */
export function refill(element: WordElement, children: readonly WordNode[]): void {
  element.children = [...children]
  for (const each of element.children) if (isElement(each)) each.parent = element
}

const named = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
])

/** The text of written XML: references resolved, comments left out. */
export function decoded(written: string): string {
  if (written.startsWith('<![CDATA[')) return written.slice(9, -3)
  if (written.startsWith('<')) return ''
  return written.replaceAll(/&(#x?[\da-f]{1,6}|\w{2,4});/gi, (all, name: string) => {
    if (!name.startsWith('#')) return named.get(name) ?? all
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}
