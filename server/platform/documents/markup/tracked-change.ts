// What a tracked change in a Word document is: the marks in its parts that belong to one edit of one person.
import type { StoryPart } from '../redline/story.ts'
import { attributeOf, type WordElement } from './word-tree.ts'

export const trackedKinds = ['Inserted', 'Deleted', 'Moved', 'Formatted'] as const
export const trackedThings = ['Text', 'Paragraph', 'Row', 'Cell', 'Table', 'Section', 'Picture'] as const

/** How a mark says what changed. */
export type MarkForm =
  | 'inline'
  | 'paragraph'
  | 'row'
  | 'cell'
  | 'properties'
  | 'list'
  | 'merged'
  | 'math'
  | 'range'

export interface Mark {
  readonly element: WordElement
  readonly form: MarkForm
}

/** Where something stands: its paragraph in the whole document, and the one of its part that a reader can scroll to. */
export interface Place {
  readonly part: StoryPart
  readonly story: number
  /** Of the body, from 0: those of text boxes count as the one around them. */
  readonly paragraph: number
}

export interface TrackedChange {
  kind: (typeof trackedKinds)[number]
  of: (typeof trackedThings)[number]
  readonly author: string
  readonly date: string
  place: Place
  /** Of a move: where it was. */
  from?: Place
  text: string
  textBefore: string
  /** A description of the formatting that changed. */
  readonly formatting: Set<string>
  readonly marks: Mark[]
  /** Where its text was last added. */
  lastStory?: number
}

const inlineNames = new Set(['ins', 'del', 'moveFrom', 'moveTo'])
const cellNames = new Set(['cellIns', 'cellDel'])
const rangeName = /^(move(From|To)|customXml(Ins|Del|MoveFrom|MoveTo))Range(Start|End)$/

/** How an element marks a change; undefined for all others. */
export function formOf({ name, parent }: WordElement): MarkForm | undefined {
  if (rangeName.test(name)) return 'range'
  if (cellNames.has(name)) return 'cell'
  if (name === 'cellMerge') return 'merged'
  if (
    name === 'numberingChange' ||
    name === 'tblGridChange' ||
    name.endsWith('PrChange') ||
    name === 'tblPrExChange'
  )
    return 'properties'
  if (!inlineNames.has(name)) return undefined
  if (parent?.name === 'trPr') return 'row'
  if (parent?.name === 'numPr') return 'list'
  if (parent?.name !== 'rPr') return parent?.name === 'm:ctrlPr' ? 'math' : 'inline'
  return parent.parent?.name === 'pPr' ? 'paragraph' : 'math'
}

/** The same change in what older programs show instead has the same. */
export const keyOfMark = (element: WordElement): string =>
  [element.name, ...['id', 'author', 'date'].map((name) => attributeOf(element, name) ?? '')].join('\n')

/** Who made a change; empty if the document does not say. */
export const authorOf = (element: WordElement): string => (attributeOf(element, 'author') ?? '').slice(0, 255)
/** When, as the document has it. */
export const dateOf = (element: WordElement): string => (attributeOf(element, 'date') ?? '').slice(0, 40)

// what a list of changes is for; the document has all of it
const longest = 1_000

/** Adds to what the change is about. Paragraphs are divided, cells by a dot. */
export function addText(
  change: TrackedChange,
  {
    text,
    story,
    isBefore = false,
  }: { readonly text: string; readonly story: number; readonly isBefore?: boolean },
): void {
  const name = isBefore ? 'textBefore' : 'text'
  const divider = change[name] === '' || change.lastStory === story ? '' : change.of === 'Row' ? ' · ' : '\n'
  change.lastStory = story
  change[name] = `${change[name]}${divider}${text}`.slice(0, longest)
}
