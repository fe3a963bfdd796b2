// The properties that every Word document can have: who made it, for whom, and from what.
import { relatedNames } from './relationships.ts'
import { setPart, treeOf, type WordPackage } from './word-package.ts'
import { allIn, attributeOf, decoded, localName, type WordElement, writeWordTree } from './word-tree.ts'

/** Those that are reported by their names. */
export const reportedProperties = [
  'Company',
  'Manager',
  'Template',
  'HyperlinkBase',
  'Keywords',
  'Comments',
  'Category',
  'Status',
] as const
export type ReportedProperty = (typeof reportedProperties)[number]

/** As the document has them; the title and the subject stay, which fields show on its pages. */
const removed = new Map<string, ReportedProperty | 'Author' | undefined>([
  ['creator', 'Author'],
  ['lastModifiedBy', 'Author'],
  ['Company', 'Company'],
  ['Manager', 'Manager'],
  ['Template', 'Template'],
  ['HyperlinkBase', 'HyperlinkBase'],
  ['keywords', 'Keywords'],
  ['description', 'Comments'],
  ['category', 'Category'],
  ['contentStatus', 'Status'],
  ['TotalTime', undefined],
  // addresses of links, also of those that are no longer in the text
  ['HLinks', undefined],
])
/** What every document has that is made of no template in particular. */
const usualTemplate = /^normal(\.dot[mx]?)?$/i
const relations = ['core-properties', 'extended-properties']

interface DocumentProperties {
  readonly authors: readonly string[]
  readonly reported: readonly ReportedProperty[]
}

/** Which of them have a value. */
export async function readDocumentProperties(word: WordPackage): Promise<DocumentProperties> {
  const authors: string[] = []
  const found = new Set<ReportedProperty>()
  for (const { root } of await treesOf(word))
    for (const { name, value } of valuesIn(root)) {
      const property = removed.get(name)
      if (property === 'Author') authors.push(value)
      else if (property !== undefined && !(property === 'Template' && usualTemplate.test(value)))
        found.add(property)
    }
  return { authors, reported: reportedProperties.filter((each) => found.has(each)) }
}

/** Leaves the elements, which a reader may expect, without what is in them. */
export async function removeDocumentProperties(word: WordPackage): Promise<void> {
  for (const { part, root, tree } of await treesOf(word)) {
    for (const element of allIn(root)) if (removed.has(localName(element))) element.children = []
    setPart(word, part, writeWordTree(tree))
  }
}

const lost = '(?:company|manager|template|hyperlinkbase|keywords|comments|category|status|author|lastsavedby)'
const lostField = new RegExp(`^(?:docproperty )?${lost}(?: |$)`)

/** Makes text of the fields that show one of them: what they show stays, although it could not be shown again. */
export function freezeFields({ story }: WordPackage): void {
  for (const { tree } of story) {
    const open: OpenField[] = []
    for (const element of allIn(tree.root)) visitField(element, open)
  }
}

function visitField(element: WordElement, open: OpenField[]): void {
  const field = open.at(-1)
  switch (element.name) {
    case 'fldSimple':
      if (lostField.test(plain(attributeOf(element, 'instr') ?? ''))) element.gone ??= 'shell'
      return
    case 'instrText':
      if (field) field.instruction += textIn(element)
      field?.marks.push(element)
      return
    case 'fldChar':
      visitMark(element, open)
      return
    default:
  }
}

interface OpenField {
  readonly marks: WordElement[]
  instruction: string
}

function visitMark(mark: WordElement, open: OpenField[]): void {
  const type = attributeOf(mark, 'fldCharType')
  if (type === 'begin') open.push({ marks: [], instruction: '' })
  const field = open.at(-1)
  field?.marks.push(mark)
  if (type !== 'end') return
  open.pop()
  if (field && lostField.test(plain(field.instruction))) for (const each of field.marks) each.gone = 'whole'
}

const plain = (instruction: string): string =>
  instruction
    .toLowerCase()
    .replaceAll(/["\\\s]+/g, ' ')
    .trim()

async function treesOf(word: WordPackage) {
  const names = relations.flatMap((type) => relatedNames(word, type, ''))
  return Promise.all(
    [...new Set(names)].map(async (part) => {
      const tree = await treeOf(word, part)
      return { part, tree, root: tree.root }
    }),
  )
}

const valuesIn = (root: WordElement): readonly { readonly name: string; readonly value: string }[] =>
  [...allIn(root)].flatMap((element) => {
    const value = textIn(element).trim()
    return value === '' ? [] : [{ name: localName(element), value }]
  })

const textIn = ({ children }: WordElement): string =>
  children.map((child) => (typeof child === 'string' ? decoded(child) : '')).join('')
