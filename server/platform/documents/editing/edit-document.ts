// Lists the paragraphs of a Word document to be edited, and writes edits into it as tracked changes, in a document
// worker. docs/decisions/0163-editing-in-the-browser.md
import { AppError, conflict } from '../../errors.ts'
import { documentTask } from '../../workers/document-task.ts'
import { type PackedList, packList } from '../../workers/packed-list.ts'
import { openWordPackage, type WordPackage, writeWordPackage } from '../markup/word-package.ts'
import type { WordElement } from '../markup/word-tree.ts'
import { readStory } from '../redline/story-reader.ts'
import { isAfter, type StoryParagraph, type StoryPart } from '../redline/story.ts'
import { isInTextBox, type Look, looksOf, paragraphsIn, paragraphText } from './paragraph-text.ts'
import { lastIdIn, type Tracking } from './tracked-parts.ts'
import { writeParagraph, writeRemoval } from './write-paragraphs.ts'
import { editRows, type RowEdit } from './edit-rows.ts'
import { hasLooks, type LookChange, writeLooks } from './write-looks.ts'
import { writeText } from './write-text.ts'

/** A paragraph as it is shown to the person who edits it: with all tracked changes accepted. */
export interface EditableParagraph {
  /** Its place in this version, from 1. */
  readonly id: number
  readonly part: StoryPart
  /** That Word writes before it. */
  readonly number: string | null
  /** Of a heading; 1 is the outermost. */
  readonly level: number | null
  readonly cell: {
    readonly table: number
    readonly row: number
    readonly column: number
    readonly span: number
  } | null
  readonly pieces: readonly { readonly text: string; readonly look: readonly Look[] }[]
  /** False for what stands in a text box. */
  readonly isEditable: boolean
  /** Whether it has something besides text, which stays. */
  readonly hasOthers: boolean
}

/** Edits of one paragraph, named by its id. */
export interface ParagraphEdit {
  readonly paragraph: number
  /** Its new text; null if it is removed, undefined if it stays. A tab and a line break are one character. */
  readonly text?: string | null
  /** How stretches of that text look from then on. */
  readonly looks?: readonly LookChange[]
  /** Paragraphs that are added after it. */
  readonly added?: readonly string[]
  /** Whether the row of the table that it is in is removed. */
  readonly rowRemoved?: boolean
  /** Rows that are added after that row, with the text of each cell. */
  readonly rowsAdded?: readonly (readonly string[])[]
}

interface Opened {
  readonly word: WordPackage
  readonly paragraphs: readonly {
    readonly part: StoryPart
    readonly element: WordElement
    readonly story: StoryParagraph | undefined
  }[]
}

async function open(document: Uint8Array): Promise<Opened> {
  const word = await openWordPackage(document)
  const story = await readStory(document)
  const elements = word.story.flatMap(({ part, tree }) =>
    [...paragraphsIn(tree.root)].map((element) => ({ part, element })),
  )
  // drawings may have paragraphs of another kind: then there are no numbers, rather than wrong ones
  const isSame = elements.length === story.length
  return {
    word,
    paragraphs: elements.map((each, at) => ({ ...each, story: isSame ? story[at] : undefined })),
  }
}

/**
 * The paragraphs of a document, without those that tracked changes removed. Throws bad_request for what is not read.
 */
export async function listParagraphs(document: Uint8Array): Promise<PackedList<EditableParagraph>> {
  return packList(await readEditable(document))
}

/** The same as they are, for other tasks of documents. */
export async function readEditable(document: Uint8Array): Promise<readonly EditableParagraph[]> {
  const { paragraphs } = await open(document)
  return paragraphs.flatMap(({ part, element, story }, at): EditableParagraph[] => {
    const { text, runs, hasOthers } = paragraphText(element)
    const isRemoved = text === '' && !hasOthers && story !== undefined && !isAfter(story.endMark)
    if (isRemoved || (story?.cell && !isAfter(story.cell.mark))) return []
    const { table = 0, row = 0, column = 0, span = 1 } = story?.cell ?? {}
    return [
      {
        id: at + 1,
        part,
        number: story?.number ?? null,
        level: story?.level ?? null,
        cell: story?.cell ? { table, row, column, span } : null,
        pieces: piecesOf(text, runs),
        isEditable: !isInTextBox(element),
        hasOthers,
      },
    ]
  })
}

function piecesOf(text: string, runs: ReturnType<typeof paragraphText>['runs']) {
  const pieces: { text: string; look: readonly Look[] }[] = []
  for (const { run, from, length } of runs) {
    const [own, look] = [text.slice(from, from + length), looksOf(run)]
    const last = pieces.at(-1)
    if (last && last.look.join(' ') === look.join(' ')) last.text += own
    else pieces.push({ text: own, look })
  }
  return pieces
}

interface Editing {
  readonly document: Uint8Array
  readonly edits: readonly ParagraphEdit[]
  readonly author: string
  /** As ISO 8601. */
  readonly date: string
}

/**
 * The document with the edits as tracked changes, and how many paragraphs were changed, added and removed. Each edit
 * is proved: what was written is read again. Throws bad_request for ids of no paragraph, and conflict for text boxes
 * and for what could not be written exactly.
 */
export async function editDocument({ document, edits, author, date }: Editing): Promise<{
  readonly document: Uint8Array
  readonly changed: number
  readonly added: number
  readonly removed: number
  readonly rowsAdded: number
  readonly rowsRemoved: number
}> {
  const { word, paragraphs } = await open(document)
  const tracking: Tracking = { author, date, lastId: lastIdIn(word.story.map(({ tree }) => tree)) }
  const byId = new Map(edits.map((edit) => [edit.paragraph, edit]))
  for (const id of byId.keys())
    if (id > paragraphs.length)
      throw new AppError('bad_request', `The document has no paragraph ${id}: it has ${paragraphs.length}.`)
  const { counts, expected, looked, rows } = writeTexts(paragraphs, byId, tracking)
  let edited = writeWordPackage(word)
  if (looked.length > 0) {
    const relooked = await writeAllLooks(edited, looked, tracking)
    edited = relooked.document
    counts.changed += relooked.changed
  }
  // the last change: what comes before goes by the places of paragraphs
  const isLooked = await haveLooks(edited, looked)
  if (rows.length > 0) {
    const tabled = await editRows(edited, { rows, expected, tracking })
    edited = tabled.document
    Object.assign(counts, tabled.counts)
  }
  const written = (await open(edited)).paragraphs.map(({ element }) => element)
  const isExact = isSameList(
    written.map((element) => paragraphText(element).text),
    expected,
  )
  if (!isExact || !isLooked)
    throw conflict('The document cannot be edited here exactly. Nothing was saved: edit it in Word.')
  return { document: edited, ...counts }
}

/** Writes texts, and paragraphs that are added and removed; says what is left to do, by the places after that. */
function writeTexts(
  paragraphs: Opened['paragraphs'],
  byId: ReadonlyMap<number, ParagraphEdit>,
  tracking: Tracking,
) {
  const counts = { changed: 0, added: 0, removed: 0, rowsAdded: 0, rowsRemoved: 0 }
  const expected: string[] = []
  const looked: Looked[] = []
  const rows: RowEdit[] = []
  for (const [at, { element }] of paragraphs.entries()) {
    const edit = byId.get(at + 1)
    const before = paragraphText(element).text
    if (!edit) {
      expected.push(before)
      continue
    }
    if (isInTextBox(element))
      throw conflict(`Paragraph ${edit.paragraph} is in a text box, which cannot be edited here.`)
    const added = edit.added ?? []
    if (edit.rowRemoved || edit.rowsAdded?.length) rows.push({ at: expected.length, edit })
    addParagraphs(element, added, { tracking, like: likeOf(paragraphs, at) })
    if (edit.text === null) {
      writeRemoval(element, tracking)
      counts.removed++
    } else {
      const after = edit.text ?? before
      if (after !== before) {
        writeText(element, after, tracking)
        counts.changed++
      }
      const { looks = [], paragraph } = edit
      if (looks.some(({ to }) => to > after.length))
        throw new AppError('bad_request', `Paragraph ${paragraph} has only ${after.length} characters.`)
      if (looks.length > 0) looked.push({ at: expected.length, looks, isCounted: after !== before })
    }
    counts.added += added.length
    expected.push(edit.text === null ? '' : (edit.text ?? before), ...added)
  }
  return { counts, expected, looked, rows }
}

/** Gives paragraphs their looks, in a document whose texts are written. Returns how many changed by that alone. */
async function writeAllLooks(document: Uint8Array, looked: readonly Looked[], tracking: Tracking) {
  const { word, paragraphs } = await open(document)
  let changed = 0
  for (const { at, looks, isCounted } of looked) {
    const element = paragraphs[at]?.element
    if (element && writeLooks(element, looks, tracking) && !isCounted) changed++
  }
  return { document: writeWordPackage(word), changed }
}

async function haveLooks(document: Uint8Array, looked: readonly Looked[]): Promise<boolean> {
  if (looked.length === 0) return true
  const { paragraphs } = await open(document)
  return looked.every(({ at, looks }) => {
    const element = paragraphs[at]?.element
    return element !== undefined && hasLooks(element, looks)
  })
}

/** The looks of a paragraph, by its place in the edited document. */
interface Looked {
  readonly at: number
  readonly looks: readonly LookChange[]
  /** Whether its text changes as well. */
  readonly isCounted: boolean
}

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((each, at) => each === other[at])

function addParagraphs(
  after: WordElement,
  texts: readonly string[],
  { tracking, like }: { readonly tracking: Tracking; readonly like: WordElement },
): void {
  let last = after
  for (const text of texts) last = writeParagraph(last, { text, like, tracking })
}

/** What a new paragraph looks like: the one before it, or, after a heading, the text that follows headings. */
function likeOf(paragraphs: Opened['paragraphs'], at: number): WordElement {
  const own = paragraphs[at]
  const next = paragraphs[at + 1]
  if (!own) throw new Error('There is no paragraph')
  const isHeading = own.story !== undefined && own.story.level !== null
  const isNextText =
    next?.story !== undefined && next.story.level === null && next.element.parent === own.element.parent
  return isHeading && next && isNextText ? next.element : own.element
}

const module = new URL('./edit-document.ts', import.meta.url)
const limits = { seconds: 60, megabytes: 1_024 }

/** `listParagraphs`, in a worker. */
export const paragraphsListed = documentTask<typeof listParagraphs>(module, {
  name: 'listParagraphs',
  called: 'The document',
  limits,
})
/** `editDocument`, in a worker. */
export const documentEdited = documentTask<typeof editDocument>(module, {
  name: 'editDocument',
  called: 'The document',
  limits,
})
