// The parts of a Word document as trees, and the document written again with those that changed.
import { storyPartsOf } from '../redline/story-reader.ts'
import type { StoryPart } from '../redline/story.ts'
import { checkBudget, readXml, type XmlBudget, xmlBudget } from '../text/xml-parts.ts'
import { zip } from '../writing/zip.ts'
import { readZip } from '../zip-archive.ts'
import { readWordTree, writeWordTree, type WordTree } from './word-tree.ts'

// so that what follows a limit is not read
const pieceBytes = 64 * 1024
const limits = { entries: 5_000, bytes: 128 * 1024 * 1024 }

interface Entry {
  readonly name: string
  content: Buffer | string
}

export interface WordPackage {
  readonly entries: Entry[]
  /** What a reader reads, in its order. */
  readonly story: readonly { readonly name: string; readonly part: StoryPart; readonly tree: WordTree }[]
  /** The name of the body's part. */
  readonly body: string
  readonly budget: XmlBudget
}

/** Opens a document. Throws bad_request for what is none, is damaged, or more than is read. */
export async function openWordPackage(bytes: Uint8Array): Promise<WordPackage> {
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries: Entry[] = readZip(archive, limits).map(({ name, content }) => ({ name, content }))
  const budget = xmlBudget()
  const found = storyPartsOf(entries)
  const opened = { entries, budget, story: [], body: found[0]?.part.name ?? '' }
  const story: { name: string; part: StoryPart; tree: WordTree }[] = []
  for (const { part, of } of found)
    story.push({ name: part.name, part: of, tree: await treeOf(opened, part.name) })
  return { ...opened, story }
}

/** The tree of a part of the document. */
export async function treeOf({ entries, budget }: WordPackage, name: string): Promise<WordTree> {
  const entry = entries.find((each) => each.name === name)
  if (!entry) throw new Error(`The document has no ${name}`)
  const { content } = entry
  await readXml(
    {
      name,
      async *read() {
        const bytes = typeof content === 'string' ? Buffer.from(content) : content
        for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
      },
    },
    {},
    { budget, isFull: () => false },
  )
  checkBudget(budget)
  return readWordTree(textOf(entry))
}

/** A part as text. */
export const textOf = ({ content }: Entry): string =>
  typeof content === 'string' ? content : textIn(content)

function textIn(content: Buffer): string {
  const isWide = content[0] === 0xff && content[1] === 0xfe
  const text = new TextDecoder(isWide ? 'utf-16le' : 'utf-8', { ignoreBOM: !isWide }).decode(content)
  // it is written as UTF-8
  return isWide ? text.replace(/^(<\?xml[^>]*?encoding=)(["'])[^"']*\2/, '$1"UTF-8"') : text
}

/** What a reader reads, as changes are looked for in it. */
export const partsOf = ({ story }: WordPackage) => story.map(({ part, tree }) => ({ part, root: tree.root }))

/** Replaces a part, or adds it. */
export function setPart({ entries }: WordPackage, name: string, content: string): void {
  const entry = entries.find((each) => each.name === name)
  if (entry) entry.content = content
  else entries.push({ name, content })
}

/** The document with what changed in its trees. */
export function writeWordPackage(word: WordPackage): Uint8Array {
  for (const { name, tree } of word.story) {
    // one that was taken out stays out
    const entry = word.entries.find((each) => each.name === name)
    if (entry) entry.content = writeWordTree(tree)
  }
  return zip(word.entries)
}
