// Adds parts to a Word document: the part itself, its content type, and the relationship of the body to it.
import { folderOf, relationshipsName, rootOf } from './comment-parts.ts'
import { setPart, treeOf, type WordPackage } from './word-package.ts'
import { prefixOf, writeWordTree } from './word-tree.ts'

interface NewPart {
  /** In the folder of the body. */
  readonly file: string
  readonly type: string
  readonly contentType: string
  readonly content: string
}

/** Adds a part that the document does not have. */
export async function addRelatedPart(word: WordPackage, part: NewPart): Promise<void> {
  const { file, type, contentType, content } = part
  const folder = folderOf(word.body)
  const taken = new Set(word.entries.map(({ name }) => name.toLowerCase()))
  let name = `${folder}${file}`
  for (let number = 2; taken.has(name.toLowerCase()); number++)
    name = `${folder}${file.replace('.xml', `${number}.xml`)}`
  setPart(word, name, content)
  await addEntry(
    word,
    '[Content_Types].xml',
    (prefix) => `<${prefix}Override PartName="/${name}" ContentType="${contentType}"/>`,
  )
  const target = name.slice(folder.length)
  await addEntry(
    word,
    relationshipsName(word),
    (prefix, list) => `<${prefix}Relationship Id="${freeId(list)}" Type="${type}" Target="${target}"/>`,
  )
}

/** Adds an entry to a part that is a list. The document has it: it was read by it. */
async function addEntry(
  word: WordPackage,
  name: string,
  entry: (prefix: string, list: string) => string,
): Promise<void> {
  const tree = await treeOf(word, name)
  const root = rootOf({ name, tree })
  root.children.push(entry(prefixOf(root), writeWordTree(tree)))
  setPart(word, name, writeWordTree(tree))
}

function freeId(list: string): string {
  let number = 1
  while (list.includes(`"rIdC${number}"`)) number++
  return `rIdC${number}`
}
