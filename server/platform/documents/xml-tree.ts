// XML from strangers as a tree: no document types and therefore no entities of its own, a limited number of elements
// and levels, and nothing is ever fetched.
import { SaxesParser } from 'saxes'

export interface XmlElement {
  /** Without its prefix. */
  readonly name: string
  readonly namespace: string
  /** By their local names; declarations of namespaces are left out. */
  readonly attributes: ReadonlyMap<string, string>
  /** The text directly inside it. */
  readonly text: string
  readonly children: readonly XmlElement[]
}

interface XmlBounds {
  readonly mostCharacters: number
  readonly mostElements: number
  /** Whether comments and processing instructions are refused, instead of being skipped. */
  readonly onlyElements: boolean
}

/** The text is no XML, or more than is read. The message is a sentence. */
export class UnreadableXml extends Error {}

const deepest = 40

/** The root element. Throws UnreadableXml. */
export function readXmlTree(
  text: string,
  { mostCharacters, mostElements, onlyElements }: XmlBounds,
): XmlElement {
  if (text.length > mostCharacters)
    throw new UnreadableXml(`The XML must have ${mostCharacters} characters at most.`)
  const open: Mutable[] = []
  let root: Mutable | undefined
  let elements = 0
  const parser = new SaxesParser({ xmlns: true })
  const stop = (message: string): never => {
    throw new UnreadableXml(message)
  }
  parser.on('error', ({ message }) => stop(`The XML is not well-formed: ${message.slice(0, 200)}.`))
  parser.on('doctype', () => stop('The XML must have no document type (DOCTYPE).'))
  if (onlyElements) {
    parser.on('comment', () => stop('The XML must have no comments.'))
    parser.on('processinginstruction', () => stop('The XML must have no processing instructions.'))
  }
  parser.on('opentag', ({ local, uri, attributes }) => {
    if (open.length === deepest) stop(`The XML must be ${deepest} elements deep at most.`)
    if (++elements > mostElements) stop(`The XML must have ${mostElements} elements at most.`)
    const element: Mutable = {
      name: local,
      namespace: uri,
      attributes: new Map(
        Object.values(attributes)
          .filter(({ prefix, name }) => prefix !== 'xmlns' && name !== 'xmlns')
          .map((each) => [each.local, each.value]),
      ),
      text: '',
      children: [],
    }
    open.at(-1)?.children.push(element)
    root ??= element
    open.push(element)
  })
  const add = (some: string) => {
    const element = open.at(-1)
    if (element) element.text += some
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', () => void open.pop())
  parser.write(text).close()
  return root ?? stop('The XML has no element.')
}

interface Mutable extends XmlElement {
  text: string
  readonly children: Mutable[]
}

/** The children with this name in this namespace. */
export const childrenOf = (
  parent: XmlElement | undefined,
  namespace: string,
  name: string,
): readonly XmlElement[] =>
  parent?.children.filter((each) => each.name === name && each.namespace === namespace) ?? []

/** The element and everything inside it, in the order of the document. */
export function* allElements(root: XmlElement): Generator<XmlElement> {
  yield root
  for (const child of root.children) yield* allElements(child)
}
