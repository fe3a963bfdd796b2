// What is known while the tracked changes of a document are found: which go on, and where it is.
import type { StoryPart } from '../redline/story.ts'
import { formattingWords } from './formatting-words.ts'
import {
  addText,
  authorOf,
  dateOf,
  formOf,
  keyOfMark,
  type Mark,
  type Place,
  type TrackedChange,
} from './tracked-change.ts'
import { elementsIn, type WordElement } from './word-tree.ts'

/** What stands at the marks of a comment. */
export interface CommentPlace {
  readonly place: Place
  text: string
  /** Its marks: where its words begin and end, and the reference to it. */
  readonly marks: WordElement[]
}

type Kind = TrackedChange['kind']

/** What goes on from one element to the next: in a part, and apart from it in each text box. */
interface Flow {
  current?: TrackedChange | undefined
  look?: TrackedChange | undefined
}

/** Where the reader of a document is, and what it has found. */
export interface Finding {
  readonly changes: TrackedChange[]
  readonly others: Mark[]
  readonly byKey: Map<string, TrackedChange>
  readonly comments: Map<string, CommentPlace>
  readonly openComments: Set<string>
  readonly moves: Map<string, { from: boolean; to: boolean; change: TrackedChange }>
  readonly openMoves: { readonly id: string; readonly name: string; readonly isFrom: boolean }[]
  /** The changes around the text, outermost first. */
  readonly around: { readonly change: TrackedChange; readonly isBefore: boolean }[]
  /** Rows and cells around it that came or went. */
  readonly containers: TrackedChange[]
  readonly tables: { look?: TrackedChange | undefined; row?: TrackedChange | undefined }[]
  part: StoryPart
  story: number
  paragraph: number
  /** How many paragraphs, or other elements whose paragraphs cannot be scrolled to, are around. */
  nested: number
  flow: Flow
  /** Of the paragraph that is read. */
  whole?: TrackedChange | undefined
  moved?: string | undefined
}

/** At the beginning of a document. */
export const startFinding = (): Finding => ({
  changes: [],
  others: [],
  byKey: new Map(),
  comments: new Map(),
  openComments: new Set(),
  moves: new Map(),
  openMoves: [],
  around: [],
  containers: [],
  tables: [],
  part: 'Body',
  story: 0,
  paragraph: -1,
  nested: 0,
  flow: {},
})

const longestQuote = 300
/** Adds to the words that a comment is about. */
export function addWords(comment: CommentPlace | undefined, text: string): void {
  if (comment) comment.text = `${comment.text}${text}`.slice(0, longestQuote)
}

/** Adds what is in a run to the change that it belongs to. */
export function note(
  finding: Finding,
  change: TrackedChange,
  {
    text,
    isBefore,
    hasPicture,
  }: { readonly text: string; readonly isBefore: boolean; readonly hasPicture: boolean },
): void {
  // where an edit begins at the end of a paragraph, it is about the one after it
  if (change.text === '' && !isBefore) change.place = placeIn(finding)
  if (hasPicture && change.of === 'Text' && change.text === '') change.of = 'Picture'
  if (text !== '' && (change.of === 'Paragraph' || change.of === 'Picture')) change.of = 'Text'
  addText(change, { text, isBefore, story: finding.story })
}

/** Where the reader is. */
export const placeIn = ({ part, story, paragraph }: Finding): Place => ({
  part,
  story,
  paragraph: Math.max(0, paragraph),
})

/** What a mark says happened. */
export const kindOf = ({ name }: WordElement): Kind =>
  name === 'del' || name === 'moveFrom' || name === 'cellDel' ? 'Deleted' : 'Inserted'

/** The change of a moved piece; undefined if nothing says which move it belongs to. */
export function moveOf(finding: Finding, element: WordElement, known?: string): TrackedChange | undefined {
  const isFrom = element.name === 'moveFrom'
  const name = known ?? finding.openMoves.findLast((each) => each.isFrom === isFrom)?.name
  if (name === undefined) return undefined
  const change = moveNamed(finding, name, element)
  const move = finding.moves.get(name)
  if (move) move[isFrom ? 'from' : 'to'] = true
  if (isFrom) change.from ??= placeIn(finding)
  finding.moved = name
  return change
}

/** The move of this name. */
export function moveNamed(finding: Finding, name: string, element: WordElement): TrackedChange {
  const known = finding.moves.get(name)
  if (known) return known.change
  const change = begin(finding, { kind: 'Moved', of: 'Text', element })
  finding.moves.set(name, { from: false, to: false, change })
  return change
}

interface Begun {
  readonly kind: Kind
  readonly of: TrackedChange['of']
  readonly element: WordElement
}

function begin(finding: Finding, { kind, of, element }: Begun): TrackedChange {
  const change: TrackedChange = {
    kind,
    of,
    author: authorOf(element),
    date: dateOf(element),
    place: placeIn(finding),
    text: '',
    textBefore: '',
    formatting: new Set(),
    marks: [],
  }
  finding.changes.push(change)
  return change
}

/** The change that goes on here, if it is of the same kind, person and day; or a new one. */
export function join(
  finding: Finding,
  { slot, ...begun }: Begun & { readonly slot: keyof Flow },
): TrackedChange {
  const { flow, containers } = finding
  const author = authorOf(begun.element)
  const isOf = (change: TrackedChange | undefined) => change?.kind === begun.kind && change.author === author
  const container = containers.at(-1)
  if (container && slot === 'current' && isOf(container)) return container
  const known = flow[slot]
  const isOne = isOf(known) && known?.date.slice(0, 10) === dateOf(begun.element).slice(0, 10)
  const change = known && isOne ? known : begin(finding, begun)
  flow[slot] = change
  return change
}

/** The change of the look in these properties. */
export function noteLook(
  finding: Finding,
  properties: WordElement,
  of: TrackedChange['of'],
): TrackedChange | undefined {
  let noted: TrackedChange | undefined
  for (const element of elementsIn(properties)) {
    const form = formOf(element)
    if (form !== 'properties' && form !== 'merged') continue
    const table = of === 'Table' ? finding.tables.at(-1) : undefined
    if (table) finding.flow.look = table.look
    if (of === 'Section') finding.flow.look = undefined
    noted = join(finding, { kind: 'Formatted', of, element, slot: 'look' })
    if (table) table.look = noted
    addMark(finding, noted, element)
    for (const word of formattingWords(element)) noted.formatting.add(word)
  }
  return noted
}

/** Adds a mark to a change. */
export function addMark({ byKey }: Finding, change: TrackedChange, element: WordElement): void {
  const form = formOf(element)
  if (form === undefined) return
  change.marks.push({ element, form })
  byKey.set(keyOfMark(element), change)
}
