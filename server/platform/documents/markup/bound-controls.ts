// Data that programs keep in a Word document (custom XML), of which its text shows at most a part: in content controls
// that are bound to it, which keep what they show.
import { AppError } from '../../errors.ts'
import { relatedNames, relatedParts, spelled } from './relationships.ts'
import { treeOf, type WordPackage } from './word-package.ts'
import {
  allIn,
  attributeOf,
  decoded,
  elementIn,
  elementsIn,
  isElement,
  localName,
  newElement,
  prefixOf,
  refill,
  type WordElement,
} from './word-tree.ts'

/** The kinds of relationships that lead to it. */
export const customData = ['customXml', 'customXmlProps']
/** How Word calls the properties that every document has, where a control is bound to one. */
const properties = new Map([
  ['{6c3c8bc8-f283-45ae-878a-bab7291924a1}', 'core-properties'],
  ['{6668398d-a668-4e3e-a5eb-62b293d839f1}', 'extended-properties'],
])

/** How many sets of it there are; an empty list of sources, which Word adds by itself, is none. */
export async function countCustomData(word: WordPackage): Promise<number> {
  const sets = await Promise.all(dataNames(word).map((name) => rootOf(word, name)))
  return sets.filter((root) => {
    const top = root?.children.find(isElement)
    return (
      root === undefined || top?.children.some((child) => isElement(child) || decoded(child).trim() !== '')
    )
  }).length
}

/** Undefined for what cannot be read, as readers show the document without it. */
async function rootOf(word: WordPackage, name: string): Promise<WordElement | undefined> {
  try {
    return (await treeOf(word, name)).root
  } catch (error) {
    if (error instanceof AppError && error.code === 'bad_request') return undefined
    throw error
  }
}

const dataNames = (word: WordPackage): readonly string[] => {
  const related = new Set(relatedNames(word, 'customXml'))
  return word.entries
    .map(({ name }) => name)
    .filter((name) => related.has(name) || /^customXml\/item\d{0,6}\.xml$/i.test(name))
}

/** Ends the binding of content controls: each keeps what a reader would show in it. */
export async function unbindControls(word: WordPackage): Promise<void> {
  const bindings = word.story.flatMap(({ tree }) =>
    [...allIn(tree.root)].filter(({ name }) => name === 'dataBinding' || name.endsWith(':dataBinding')),
  )
  if (bindings.length === 0) return
  const sets = await readSets(word)
  for (const binding of bindings) {
    binding.gone = 'whole'
    const look = binding.parent
    const value = valueOf(binding, sets)
    if (look?.name === 'sdtPr' && value !== undefined) showValue(look, value)
  }
}

interface DataSet {
  readonly id: string
  readonly root: WordElement
}

async function readSets(word: WordPackage): Promise<readonly DataSet[]> {
  const sets: DataSet[] = []
  const descriptions = relatedParts(word, 'customXmlProps')
  for (const name of dataNames(word)) {
    const described = descriptions.get(spelled(name))
    const about = described === undefined ? undefined : await rootOf(word, described)
    const root = await rootOf(word, name)
    const id = about && [...allIn(about)].map((each) => attributeOf(each, 'itemID')).find(Boolean)
    if (root) sets.push({ id: id?.toLowerCase() ?? '', root })
  }
  for (const [id, type] of properties)
    for (const name of relatedNames(word, type, '')) sets.push({ id, root: (await treeOf(word, name)).root })
  return sets
}

/** What the data says at the place that a control is bound to; undefined if that is nothing, or cannot be told. */
function valueOf(binding: WordElement, sets: readonly DataSet[]): string | undefined {
  const id = attributeOf(binding, 'storeItemID')?.toLowerCase()
  const named = sets.filter((each) => each.id === id)
  for (const { root } of named.length > 0 ? named : sets) {
    const value = valueAt(root, attributeOf(binding, 'xpath') ?? '')
    if (value !== undefined && value.trim() !== '') return value
  }
  return undefined
}

const step = /^(?:[^\s/:[\]@()]+:)?([^\s/:[\]@()]+)(?:\[(\d{1,6})\])?$/

/** Follows a path such as `/ns0:deal[1]/ns0:price[1]`, which Word writes; no other one. */
function valueAt(root: WordElement, path: string): string | undefined {
  let place = root
  for (const written of path.split('/').slice(1)) {
    if (written === 'text()') continue
    if (written.startsWith('@'))
      return attributeOf(place, written.slice(written.indexOf(':') + 1).replace('@', ''))
    const [, name, number = '1'] = step.exec(written) ?? []
    const next = elementsIn(place).filter((each) => localName(each) === name)[Number(number) - 1]
    if (next === undefined) return undefined
    place = next
  }
  return place === root ? undefined : textIn(place)
}

const textIn = (element: WordElement): string =>
  element.children.map((child) => (isElement(child) ? textIn(child) : decoded(child))).join('')

/** Writes the value into the control, as readers do when they open the document, unless it is there. */
function showValue(look: WordElement, value: string): void {
  const text = shownText(look, value)
  const content = look.parent && elementIn(look.parent, 'sdtContent')
  if (text === undefined || !content) return
  const texts = [...allIn(content)].filter(({ name, gone }) => name === 't' && gone === undefined)
  if (spaced(texts.map(textIn).join('')) === spaced(text)) return
  const runs = [...allIn(content)].filter(({ name }) => name === 'r')
  const placeholder = elementIn(look, 'showingPlcHdr')
  if (placeholder) placeholder.gone = 'whole'
  const prefix = prefixOf(look)
  const written = `<${prefix}t xml:space="preserve">${escaped(text)}</${prefix}t>`
  const [first] = runs
  if (first) {
    const own = placeholder ? undefined : elementIn(first, 'rPr')
    for (const each of runs.slice(1)) each.gone = 'whole'
    refill(first, [...(own ? [own] : []), written])
    delete first.isShort
    return
  }
  // an empty control holds text, or a paragraph for it
  const holder = [...allIn(content)].find(({ name }) => name === 'p') ?? content
  delete holder.isShort
  refill(holder, [...holder.children, newElement('r', `<${prefix}r`, [written])])
}

/** Of controls for text the value, of choices their words; undefined for others, whose content stays as it is. */
function shownText(look: WordElement, value: string): string | undefined {
  if (elementIn(look, 'text')) return value
  const list = elementIn(look, 'dropDownList') ?? elementIn(look, 'comboBox')
  const chosen = list && elementsIn(list).find((each) => attributeOf(each, 'value') === value)
  return (chosen && attributeOf(chosen, 'displayText')) ?? (list?.name === 'comboBox' ? value : undefined)
}

const spaced = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Elements that programs put around text to say what it is; the text stays. */
export function unwrapCustomMarkup(root: WordElement): void {
  for (const element of allIn(root)) {
    if (element.name === 'customXml' || element.name === 'smartTag') element.gone ??= 'shell'
    if (element.name === 'customXmlPr' || element.name === 'smartTagPr') element.gone = 'whole'
  }
}
