// Properties of a Word document that somebody added, such as those of a document management system. Those that a field
// shows on a page are part of its text, and stay.
import { setPart, treeOf, type WordPackage } from './word-package.ts'
import { allIn, attributeOf, decoded, type WordElement, writeWordTree } from './word-tree.ts'

/** The kind of relationship that leads to them. */
export const customProperties = 'custom-properties'
const field = 'docproperty '
const part = /^docProps\/custom\d{0,6}\.xml$/i

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
  const name = word.entries.find((each) => part.test(each.name))?.name
  if (name === undefined) return undefined
  const tree = await treeOf(word, name)
  const shown = shownIn(word)
  const all = [...allIn(tree.root)].filter((each) => /^(?:\w+:)?property$/.test(each.name))
  return {
    name,
    tree,
    all,
    unshown: all.filter((each) => !shown.has(spaced(attributeOf(each, 'name') ?? ''))),
  }
}

const spaced = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/["\s]+/g, ' ')
    .trim()

/** The names that fields show: of instructions such as `DOCPROPERTY "Matter number" \* MERGEFORMAT`. */
function shownIn({ story }: WordPackage): ReadonlySet<string> {
  const instructions = story.flatMap(({ tree }) => [...allIn(tree.root)].map(instructionIn)).join('')
  return new Set(
    instructions.split('\n').flatMap((each) => {
      const [instruction = ''] = spaced(each).split(' \\')
      return instruction.startsWith(field) ? [instruction.slice(field.length)] : []
    }),
  )
}

function instructionIn(element: WordElement): string {
  if (element.name === 'fldSimple') return `\n${attributeOf(element, 'instr') ?? ''}\n`
  if (element.name !== 'instrText') return element.name === 'fldChar' ? '\n' : ''
  return element.children.map((child) => (typeof child === 'string' ? decoded(child) : '')).join('')
}
