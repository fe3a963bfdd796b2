// Properties and variables of a Word document that somebody or a program added, such as those of a document management
// system. Those that a field shows on a page are part of its text, and stay.
import { relatedNames } from './relationships.ts'
import { setPart, treeOf, type WordPackage } from './word-package.ts'
import { allIn, attributeOf, decoded, type WordElement, writeWordTree } from './word-tree.ts'

/** The kind of relationship that leads to the properties. */
export const customProperties = 'custom-properties'

/** How many there are that no page shows. */
export async function countCustomProperties(word: WordPackage): Promise<number> {
  const { unshown = [] } = (await read(word)) ?? {}
  return unshown.length
}

/** Takes out those that no page shows; returns whether any are left. */
export async function removeCustomProperties(word: WordPackage): Promise<boolean> {
  const found = await read(word)
  if (!found) return false
  const { name, tree, all, unshown } = found
  for (const each of unshown) each.gone = 'whole'
  setPart(word, name, writeWordTree(tree))
  return unshown.length < all.length
}

async function read(word: WordPackage) {
  const [name] = relatedNames(word, customProperties, '')
  if (name === undefined) return undefined
  const tree = await treeOf(word, name)
  const all = [...allIn(tree.root)].filter((each) => /^(?:\w+:)?property$/.test(each.name))
  return { name, tree, all, unshown: unshownOf(word, 'docproperty', all) }
}

/** Of the settings of a document: the variables that no page shows. */
export const unshownVariables = (word: WordPackage, settings: WordElement): readonly WordElement[] =>
  unshownOf(
    word,
    'docvariable',
    [...allIn(settings)].filter(({ name }) => name === 'docVar'),
  )

function unshownOf(
  word: WordPackage,
  field: 'docproperty' | 'docvariable',
  all: readonly WordElement[],
): readonly WordElement[] {
  const shown = shownIn(word, field)
  return all.filter((each) => !shown.has(spaced(attributeOf(each, 'name') ?? '')))
}

const spaced = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/["\s]+/g, ' ')
    .trim()

/** The names that fields show: of instructions such as `DOCPROPERTY "Matter number" \* MERGEFORMAT`. */
function shownIn({ story }: WordPackage, field: string): ReadonlySet<string> {
  const instructions = story.flatMap(({ tree }) => [...allIn(tree.root)].map(instructionIn)).join('')
  return new Set(
    instructions.split('\n').flatMap((each) => {
      const [instruction = ''] = spaced(each).split(' \\')
      return instruction.startsWith(`${field} `) ? [instruction.slice(field.length + 1)] : []
    }),
  )
}

function instructionIn(element: WordElement): string {
  if (element.name === 'fldSimple') return `\n${attributeOf(element, 'instr') ?? ''}\n`
  if (element.name !== 'instrText') return element.name === 'fldChar' ? '\n' : ''
  return element.children.map((child) => (typeof child === 'string' ? decoded(child) : '')).join('')
}
