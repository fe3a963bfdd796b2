// What a Word document says besides its text: undecided changes, comments, hidden text, properties that somebody added,
// and the names of those who worked on it. Found for those who pass it on, and taken out for them. Runs in a document
// worker.
import { documentTask } from '../../workers/document-task.ts'
import { commentPartsOf, commentsIn } from './comment-parts.ts'
import { countCustomProperties, customProperties, removeCustomProperties } from './custom-properties.ts'
import { type Decision, decideChanges } from './decide-changes.ts'
import { findChanges } from './find-changes.ts'
import { countHiddenTexts, removeHiddenTexts } from './hidden-text.ts'
import { openWordPackage, partsOf, type WordPackage, writeWordPackage } from './word-package.ts'
import { allIn } from './word-tree.ts'

/** How much of it there is, and whose names. */
export interface HiddenContent {
  readonly changes: number
  readonly comments: number
  /** Passages that are formatted as hidden. */
  readonly hiddenTexts: number
  /** Those that no field shows on a page. */
  readonly customProperties: number
  readonly authors: readonly string[]
}

const properties = 'docProps/core.xml'
const authorTags = ['dc:creator', 'cp:lastModifiedBy'] as const
// those that fields show on the page stay: the title and the subject
const removedTags = [...authorTags, 'cp:keywords', 'dc:description', 'cp:category', 'cp:contentStatus']
const removedFrom = [
  [properties, removedTags],
  ['docProps/app.xml', ['Company', 'Manager', 'Template', 'TotalTime', 'HyperlinkBase']],
] as const
/** Kinds of relationships whose parts are taken out. */
const removedParts = [
  'comments',
  'commentsExtended',
  'commentsIds',
  'commentsExtensible',
  'people',
  'documenttasks',
  'thumbnail',
  'attachedTemplate',
]
const commentMarks = new Set(['commentRangeStart', 'commentRangeEnd', 'commentReference'])
const mostAuthors = 100

/** What a document has of it. Throws bad_request for what is not read. */
export async function readHidden(document: Uint8Array): Promise<HiddenContent> {
  const word = await openWordPackage(document)
  const { changes, others } = findChanges(partsOf(word))
  const comments = commentsIn(await commentPartsOf(word))
  const core = textOf(word, properties) ?? ''
  const named = authorTags.map((tag) => new RegExp(`<${tag}[^>]*>([^<]*)</${tag}>`).exec(core)?.[1] ?? '')
  const authors = [...changes, ...comments].map(({ author }) => author)
  return {
    // what no list shows, such as a former layout of a page, is one undecided change
    changes: changes.length || Math.min(others.length, 1),
    comments: comments.length,
    hiddenTexts: await countHiddenTexts(word),
    customProperties: await countCustomProperties(word),
    authors: [...new Set([...authors, ...named.map(plain)])]
      .filter((name) => name !== '')
      .slice(0, mostAuthors),
  }
}

/** "11 tracked changes, 2 comments and 1 passage of hidden text" */
export function hiddenWords(found: HiddenContent): string {
  return new Intl.ListFormat('en-GB').format([
    ...counted(found.changes, ['tracked change', 'tracked changes']),
    ...counted(found.comments, ['comment', 'comments']),
    ...counted(found.hiddenTexts, ['passage of hidden text', 'passages of hidden text']),
    ...counted(found.customProperties, ['custom property', 'custom properties']),
  ])
}

const counted = (count: number, [one, many]: readonly [string, string]): readonly string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]

interface Cleaning {
  readonly document: Uint8Array
  /** What becomes of its tracked changes. */
  readonly changes: Decision | 'Keep'
}

/** The document without any of it, but for changes that are kept. Throws bad_request for what is not read. */
export async function removeHidden({ document, changes: decision }: Cleaning): Promise<Uint8Array> {
  const word = await openWordPackage(document)
  const { changes, others } = findChanges(partsOf(word))
  const roots = word.story.map(({ tree }) => tree.root)
  if (decision !== 'Keep')
    decideChanges(roots, {
      changes,
      decisionOf: () => decision,
      others: others.map((mark) => ({ ...mark, decision })),
    })
  for (const root of roots)
    for (const element of allIn(root)) {
      if (commentMarks.has(element.name)) element.gone = 'whole'
      // identifiers of sittings at a document: who has another copy sees what was written together
      if (element.head.includes(':rsid')) element.head = element.head.replaceAll(/\s\w+:rsid\w*="[^"]*"/g, '')
    }
  await removeHiddenTexts(word)
  for (const [name, tags] of removedFrom) emptyElements(word, name, tags)
  for (const { name } of word.entries.filter(({ name }) => name.endsWith('/settings.xml')))
    removeElements(word, name, ['w:rsids', 'w:attachedTemplate'])
  const hasShown = await removeCustomProperties(word)
  removeRelated(word, hasShown ? removedParts : [...removedParts, customProperties])
  return writeWordPackage(word)
}

const textOf = ({ entries }: WordPackage, name: string): string | undefined => {
  const entry = entries.find((each) => each.name === name)
  return entry && String(entry.content)
}

const plain = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&')
    .trim()

const edit = ({ entries }: WordPackage, name: string, work: (text: string) => string): void => {
  const entry = entries.find((each) => each.name === name)
  if (entry) entry.content = work(String(entry.content))
}

/** Leaves the elements, which a reader may expect, without their text. */
const emptyElements = (word: WordPackage, name: string, tags: readonly string[]): void =>
  edit(word, name, (text) =>
    text.replaceAll(new RegExp(`(<(${tags.join('|')})(?:\\s[^>]*)?>)[^<]*(</\\2>)`, 'g'), '$1$3'),
  )

const removeElements = (word: WordPackage, name: string, tags: readonly string[]): void =>
  edit(word, name, (text) => {
    let left = text.replaceAll(new RegExp(`<(?:${tags.join('|')})(?:\\s[^>]*)?/>`, 'g'), '')
    for (const tag of tags) {
      const [from, end] = [left.search(new RegExp(`<${tag}[\\s>]`)), left.indexOf(`</${tag}>`)]
      if (from >= 0 && end > from) left = left.slice(0, from) + left.slice(end + tag.length + 3)
    }
    return left
  })

/** Takes the parts out, with what points at them. */
function removeRelated(word: WordPackage, types: readonly string[]): void {
  const removed = new Set<string>()
  for (const { name } of word.entries.filter(({ name }) => name.endsWith('.rels'))) {
    const folder = name.replace(/_rels\/[^/]*$/, '')
    edit(word, name, (text) =>
      text.replaceAll(/<[\w:]{0,20}Relationship\s[^>]{0,2000}>/g, (tag) => {
        const type = /\sType\s*=\s*["']([^"']*)["']/.exec(tag)?.[1] ?? ''
        const target = /\sTarget\s*=\s*["']([^"']*)["']/.exec(tag)?.[1] ?? ''
        if (!types.includes(type.slice(type.lastIndexOf('/') + 1))) return tag
        removed.add((target.startsWith('/') ? target.slice(1) : `${folder}${target}`).toLowerCase())
        return ''
      }),
    )
  }
  const kept = word.entries.filter(({ name }) => !removed.has(name.toLowerCase()))
  word.entries.splice(0, word.entries.length, ...kept)
  edit(word, '[Content_Types].xml', (text) =>
    text.replaceAll(/<[\w:]{0,20}Override\s[^>]{0,2000}>/g, (tag) => {
      const part = /\sPartName\s*=\s*["']\/([^"']*)["']/.exec(tag)?.[1] ?? ''
      return removed.has(part.toLowerCase()) ? '' : tag
    }),
  )
}

const module = new URL('./hidden-content.ts', import.meta.url)
const limits = { seconds: 60, megabytes: 1_024 }

/** `readHidden`, in a worker. */
export const hiddenRead = documentTask<typeof readHidden>(module, {
  name: 'readHidden',
  called: 'The document',
  limits,
})
/** `removeHidden`, in a worker. */
export const hiddenRemoved = documentTask<typeof removeHidden>(module, {
  name: 'removeHidden',
  called: 'The document',
  limits,
})
