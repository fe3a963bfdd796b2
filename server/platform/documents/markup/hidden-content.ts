// What a Word document says besides its text: undecided changes, comments, hidden text, properties, variables and data
// that somebody or a program added, and the names of those who worked on it. Found for those who pass it on, and taken
// out for them. Runs in a document worker.
import { documentTask } from '../../workers/document-task.ts'
import { commentPartsOf, commentsIn } from './comment-parts.ts'
import { countCustomData, customData, unbindControls, unwrapCustomMarkup } from './bound-controls.ts'
import {
  countCustomProperties,
  customProperties,
  removeCustomProperties,
  unshownVariables,
} from './custom-properties.ts'
import { type Decision, decideChanges } from './decide-changes.ts'
import {
  freezeFields,
  readDocumentProperties,
  removeDocumentProperties,
  type ReportedProperty,
} from './document-properties.ts'
import { findChanges } from './find-changes.ts'
import { countHiddenTexts, removeHiddenTexts } from './hidden-text.ts'
import { relatedNames, removeRelationships, spelled } from './relationships.ts'
import {
  openWordPackage,
  partsOf,
  setPart,
  treeOf,
  type WordPackage,
  writeWordPackage,
} from './word-package.ts'
import { allIn, elementsIn, writeWordTree } from './word-tree.ts'

/** How much of it there is, and whose names. */
export interface HiddenContent {
  readonly changes: number
  readonly comments: number
  /** Passages that are formatted as hidden. */
  readonly hiddenTexts: number
  /** Those that no field shows on a page. */
  readonly customProperties: number
  /** Those that no field shows on a page. */
  readonly documentVariables: number
  /** Sets of data that programs keep in the document. */
  readonly customData: number
  readonly documentProperties: readonly ReportedProperty[]
  readonly authors: readonly string[]
}

/** Kinds of relationships that are taken out. */
const removedRelations = new Set([
  'comments',
  'commentsExtended',
  'commentsIds',
  'commentsExtensible',
  'people',
  'documenttasks',
  'thumbnail',
  'attachedTemplate',
  'glossaryDocument',
  'printerSettings',
  'mailMergeSource',
  'mailMergeHeaderSource',
  'recipientData',
  ...customData,
])
/** Kinds that a part refers to where it uses them: without a reference, what used them is gone. */
const usedRelations = new Set([
  'image',
  'hyperlink',
  'oleObject',
  'package',
  'chart',
  'video',
  'audio',
  'media',
  'control',
  'aFChunk',
  'header',
  'footer',
  'subDocument',
  'frame',
])
const removedSettings = new Set([
  'rsids',
  'attachedTemplate',
  'mailMerge',
  'attachedSchema',
  'saveThroughXslt',
  'w14:docId',
  'w15:docId',
])
const removedMarks = new Set(['commentRangeStart', 'commentRangeEnd', 'commentReference', 'printerSettings'])
const mostAuthors = 100

/** What a document has of it. Throws bad_request for what is not read. */
export async function readHidden(document: Uint8Array): Promise<HiddenContent> {
  const word = await openWordPackage(document)
  const { changes, others } = findChanges(partsOf(word))
  const comments = commentsIn(await commentPartsOf(word))
  const written = [...changes, ...comments].map(({ author }) => author)
  const { authors, reported } = await readDocumentProperties(word)
  const settings = await settingsOf(word)
  return {
    // what no list shows, such as a former layout of a page, is one undecided change
    changes: changes.length || Math.min(others.length, 1),
    comments: comments.length,
    hiddenTexts: await countHiddenTexts(word),
    customProperties: await countCustomProperties(word),
    documentVariables: settings.flatMap(({ tree }) => unshownVariables(word, tree.root)).length,
    customData: await countCustomData(word),
    documentProperties: reported,
    authors: [...new Set([...written, ...authors])].filter((name) => name !== '').slice(0, mostAuthors),
  }
}

const nouns = {
  changes: ['tracked change', 'tracked changes'],
  comments: ['comment', 'comments'],
  hiddenTexts: ['passage of hidden text', 'passages of hidden text'],
  customProperties: ['custom property', 'custom properties'],
  documentVariables: ['document variable', 'document variables'],
  customData: ['set of data of other programs', 'sets of data of other programs'],
  documentProperties: ['document property', 'document properties'],
  authors: ['name of an author', 'names of authors'],
} as const satisfies Record<keyof HiddenContent, readonly [string, string]>

/** "11 tracked changes, 2 comments and 1 passage of hidden text" */
export function hiddenWords(found: Partial<HiddenContent>): string {
  const keys = Object.keys(nouns) as (keyof HiddenContent)[]
  return new Intl.ListFormat('en-GB').format(
    keys.flatMap((key) => {
      const value = found[key] ?? 0
      const count = typeof value === 'number' ? value : value.length
      return count === 0 ? [] : [`${count} ${nouns[key][count === 1 ? 0 : 1]}`]
    }),
  )
}

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
  for (const root of roots) {
    unwrapCustomMarkup(root)
    for (const element of allIn(root)) {
      if (removedMarks.has(element.name)) element.gone = 'whole'
      // identifiers of sittings at a document: who has another copy sees what was written together
      if (element.head.includes(':rsid')) element.head = element.head.replaceAll(/\s\w+:rsid\w*="[^"]*"/g, '')
    }
  }
  await removeHiddenTexts(word)
  await unbindControls(word)
  freezeFields(word)
  await removeDocumentProperties(word)
  await removeSettings(word)
  const hasShown = await removeCustomProperties(word)
  removeRelated(word, hasShown ? removedRelations : new Set([...removedRelations, customProperties]))
  return writeWordPackage(word)
}

const settingsOf = (word: WordPackage) =>
  Promise.all(relatedNames(word, 'settings').map(async (name) => ({ name, tree: await treeOf(word, name) })))

async function removeSettings(word: WordPackage): Promise<void> {
  for (const { name, tree } of await settingsOf(word)) {
    for (const each of unshownVariables(word, tree.root)) each.gone = 'whole'
    for (const each of allIn(tree.root))
      if (removedSettings.has(each.name) || (each.name === 'docVars' && elementsIn(each).length === 0))
        each.gone = 'whole'
    setPart(word, name, writeWordTree(tree))
  }
}

/** Takes out what is only for those who work on the document, and what is left of text that was taken out. */
function removeRelated(word: WordPackage, removed: ReadonlySet<string>): void {
  const texts = new Map(word.story.map(({ name, tree }) => [spelled(name), writeWordTree(tree)]))
  removeRelationships(word, ({ source, type, id }) => {
    const text = texts.get(source)
    const isUnused =
      usedRelations.has(type) &&
      text !== undefined &&
      ![`"${id}"`, `'${id}'`].some((each) => text.includes(each))
    return removed.has(type) || isUnused ? 'remove' : 'keep'
  })
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
