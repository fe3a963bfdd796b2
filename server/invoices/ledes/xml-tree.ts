// XML as a tree whose elements know their position. Strict and bounded: no document types and therefore no custom
// entities, a limited number of elements and levels, and nothing is ever fetched.
import { SaxesParser } from 'saxes'
import type { Cell, Place, Problems } from './ledes.ts'

export interface Element {
  readonly name: string
  readonly at: Place
  /** The text directly inside it. */
  readonly text: string
  readonly children: readonly Element[]
}

interface OpenElement extends Element {
  text: string
  readonly children: OpenElement[]
  /** The number of children per name; undefined without any. */
  counts?: Map<string, number>
}

const deepest = 20
const mostElements = 250_000
const longestName = 100

/** The root of the document; undefined, with a problem that has the row and column, if it is malformed or too large. */
export function readXml(text: string, problems: Problems): Element | undefined {
  const open: OpenElement[] = []
  let root: OpenElement | undefined
  let elements = 0
  const parser = new SaxesParser()
  const stop = (message: string, path = pathOf(open)): never => {
    problems.add({ row: parser.line, column: Math.max(1, parser.columnIndex), field: path }, message)
    throw new Unreadable()
  }
  parser.on('error', ({ message }) =>
    stop(`The XML is not well-formed: ${message.slice(0, 200).replace(/^\d+:\d+: /, '')}.`),
  )
  parser.on('doctype', () => stop('The XML must have no document type (DOCTYPE).'))
  parser.on('opentagstart', ({ name }) => {
    if (open.length === deepest) stop(`The XML must be ${deepest} elements deep at most.`)
    if (++elements > mostElements) stop(`The XML must have ${mostElements} elements at most.`)
    // every element inside it repeats the name in its path
    if (name.length > longestName) stop(`The name of an element must have ${longestName} characters at most.`)
    const parent = open.at(-1)
    const before = parent?.counts?.get(name) ?? 0
    if (parent) (parent.counts ??= new Map()).set(name, before + 1)
    const field = `${parent?.at.field ?? ''}/${name}${before > 0 ? `[${before + 1}]` : ''}`
    const at = { row: parser.line, column: Math.max(1, parser.columnIndex - name.length - 1), field }
    const element: OpenElement = { name, at, text: '', children: [] }
    parent?.children.push(element)
    root ??= element
    open.push(element)
  })
  const add = (some: string) => {
    const element = open.at(-1)
    if (element) element.text += some
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', () => {
    open.pop()
  })
  try {
    parser.write(text).close()
    return root
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}

/** Stops reading; the problem has been added. */
class Unreadable extends Error {}

const pathOf = (open: readonly Element[]) => open.at(-1)?.at.field ?? '/'

/** The children with a name. */
export const allOf = (parent: Element, name: string): readonly Element[] =>
  parent.children.filter((each) => each.name === name)

/** The cell of the first child with the name; empty, at the place of its parent, if there is none. */
export function cellOf(parent: Element, name: string): Cell {
  const [child] = allOf(parent, name)
  if (child) return { text: child.text, at: child.at }
  return { text: '', at: { ...parent.at, field: `${parent.at.field}/${name}` } }
}
