// Finds the tracked changes of a document, and where its comments stand. What one person inserted or deleted in one go
// is one change, as Word has it; both places of a move are one; so are the rows that came together.
import type { StoryPart } from '../redline/story.ts'
import {
  addMark,
  addWords,
  type CommentPlace,
  type Finding,
  join,
  kindOf,
  moveNamed,
  moveOf,
  note,
  noteLook,
  placeIn,
  startFinding,
} from './finding.ts'
import { runText } from './run-text.ts'
import { addText, formOf, keyOfMark, type Mark, type TrackedChange } from './tracked-change.ts'
import { allIn, attributeOf, elementIn, elementsIn, type WordElement } from './word-tree.ts'

export interface FoundChanges {
  readonly changes: readonly TrackedChange[]
  /** Marks of no change that is listed. */
  readonly others: readonly Mark[]
  readonly comments: ReadonlyMap<string, CommentPlace>
}

/** The changes in these parts, in the order of the document. */
export function findChanges(
  parts: readonly { readonly part: StoryPart; readonly root: WordElement }[],
): FoundChanges {
  const finding = startFinding()
  for (const { part, root } of parts) {
    Object.assign(finding, { part, paragraph: -1, nested: 0, flow: {} })
    visitAll(finding, root)
  }
  const { changes, others, comments, moves } = finding
  // half of a move is no move
  for (const { from, to, change } of moves.values())
    if (!from || !to) change.kind = from ? 'Deleted' : 'Inserted'
  return {
    changes: changes.filter(({ marks }) => marks.some(({ form }) => form !== 'range')),
    others,
    comments,
  }
}

const visitAll = (finding: Finding, element: WordElement): void => {
  for (const child of elementsIn(element)) visit(finding, child)
}

// where paragraphs are that a reader of the body comes to one after the other
const steps = new Set(['document', 'body', 'tbl', 'tr', 'tc', 'sdt', 'sdtContent', 'p', 'hdr', 'ftr', ''])

function visit(finding: Finding, element: WordElement): void {
  const { name } = element
  const form = formOf(element)
  if (name.endsWith(':Fallback')) return visitFallback(finding, element)
  if (form === 'range') return visitRange(finding, element)
  if (form === 'inline') return visitInline(finding, element)
  // of formulas, and of what surrounds the text
  if (form !== undefined) return void finding.others.push({ element, form })
  if (name === 'p') return visitParagraph(finding, element)
  if (name === 'r') return visitRun(finding, element)
  if (name === 'tbl') return visitTable(finding, element)
  if (name === 'tr' || name === 'tc') return visitPart(finding, element)
  if (name === 'sectPr') return void noteLook(finding, element, 'Section')
  if (name === 'txbxContent') return visitBox(finding, element)
  if (name === 'commentRangeStart' || name === 'commentRangeEnd' || name === 'commentReference')
    return visitComment(finding, element)
  if (steps.has(name)) return visitAll(finding, element)
  finding.nested++
  visitAll(finding, element)
  finding.nested--
}

function visitParagraph(finding: Finding, paragraph: WordElement): void {
  if (finding.nested === 0) finding.paragraph++
  const outer = { whole: finding.whole, moved: finding.moved }
  Object.assign(finding, { whole: undefined, moved: undefined })
  finding.flow.look = undefined
  const properties = elementIn(paragraph, 'pPr')
  if (properties) {
    finding.whole = noteLook(finding, properties, 'Paragraph')
    const list = elementIn(properties, 'numPr')
    for (const each of list ? elementsIn(list) : []) {
      if (formOf(each) === undefined) continue
      finding.whole ??= join(finding, { kind: 'Formatted', of: 'Paragraph', element: each, slot: 'look' })
      addMark(finding, finding.whole, each)
      finding.whole.formatting.add('numbering')
    }
    const section = elementIn(properties, 'sectPr')
    if (section) noteLook(finding, section, 'Section')
  }
  finding.nested++
  for (const child of elementsIn(paragraph)) if (child !== properties) visit(finding, child)
  finding.nested--
  const ownMarks = properties && elementIn(properties, 'rPr')
  const isMarked = ownMarks ? noteEnd(finding, ownMarks) : false
  if (!isMarked) finding.flow.current = finding.containers.at(-1)
  Object.assign(finding, outer)
  finding.story++
}

/** What happened to the end of a paragraph; whether something did. */
function noteEnd(finding: Finding, properties: WordElement): boolean {
  let isMarked = false
  for (const each of elementsIn(properties)) {
    if (formOf(each) !== 'paragraph') continue
    isMarked = true
    const move = each.name.startsWith('move') ? moveOf(finding, each, finding.moved) : undefined
    const change =
      move ?? join(finding, { kind: kindOf(each), of: 'Paragraph', element: each, slot: 'current' })
    addMark(finding, change, each)
  }
  noteLook(finding, properties, 'Paragraph')
  return isMarked
}

function visitInline(finding: Finding, element: WordElement): void {
  const isFrom = element.name === 'moveFrom'
  const move = element.name.startsWith('move') ? moveOf(finding, element) : undefined
  const change = move ?? join(finding, { kind: kindOf(element), of: 'Text', element, slot: 'current' })
  addMark(finding, change, element)
  finding.around.push({ change, isBefore: move !== undefined && isFrom })
  visitAll(finding, element)
  finding.around.pop()
}

function visitRun(finding: Finding, run: WordElement): void {
  const properties = elementIn(run, 'rPr')
  const { text, others, hasPicture } = runText(run)
  const { around, containers, flow, story } = finding
  const inner = around.at(-1)
  const look = properties && noteLook(finding, properties, 'Text')
  const holder = inner?.change ?? containers.at(-1)
  if (text !== '' || hasPicture) {
    if (holder) note(finding, holder, { text, isBefore: inner?.isBefore ?? false, hasPicture })
    else flow.current = undefined
    if (look && look !== finding.whole) addText(look, { text, story })
    else if (!look) flow.look = undefined
    if (finding.whole) addText(finding.whole, { text, story })
    const isThere = !around.some(({ change, isBefore }) => isBefore || change.kind === 'Deleted')
    if (isThere) for (const id of finding.openComments) addWords(finding.comments.get(id), text)
  }
  for (const other of others) visit(finding, other)
}

function visitTable(finding: Finding, table: WordElement): void {
  const { flow } = finding
  const outer = finding.whole
  flow.current = finding.containers.at(-1)
  finding.whole = undefined
  finding.tables.push({})
  for (const child of elementsIn(table)) {
    if (child.name === 'tblPr' || child.name === 'tblGrid') noteLook(finding, child, 'Table')
    else visit(finding, child)
  }
  finding.tables.pop()
  finding.whole = outer
  flow.current = finding.containers.at(-1)
}

/** A row or a cell. */
function visitPart(finding: Finding, element: WordElement): void {
  const { containers, flow } = finding
  const table = finding.tables.at(-1)
  const isRow = element.name === 'tr'
  const properties = elementIn(element, isRow ? 'trPr' : 'tcPr')
  const exception = elementIn(element, 'tblPrEx')
  const marked =
    properties && elementsIn(properties).find((each) => ['row', 'cell'].includes(formOf(each) ?? ''))
  for (const each of [properties, exception]) if (each) noteLook(finding, each, 'Table')
  let change: TrackedChange | undefined
  if (marked) {
    flow.current = isRow ? table?.row : undefined
    change = join(finding, {
      kind: kindOf(marked),
      of: isRow ? 'Row' : 'Cell',
      element: marked,
      slot: 'current',
    })
    addMark(finding, change, marked)
    containers.push(change)
  }
  flow.current = containers.at(-1)
  for (const child of elementsIn(element))
    if (child !== properties && child !== exception) visit(finding, child)
  if (change) containers.pop()
  flow.current = containers.at(-1)
  if (isRow && table) table.row = change
}

function visitBox(finding: Finding, box: WordElement): void {
  const { flow, whole } = finding
  Object.assign(finding, { flow: { current: finding.containers.at(-1) }, whole: undefined })
  visitAll(finding, box)
  Object.assign(finding, { flow, whole })
}

/** What older programs show instead has the same marks again. */
function visitFallback({ byKey, others }: Finding, fallback: WordElement): void {
  for (const element of allIn(fallback)) {
    const form = formOf(element)
    if (form === undefined) continue
    const change = byKey.get(keyOfMark(element))
    if (change) change.marks.push({ element, form })
    else others.push({ element, form })
  }
}

function visitRange(finding: Finding, element: WordElement): void {
  const [, isStart] = /Range(Start)?/.exec(element.name) ?? []
  const isFrom = element.name.startsWith('moveFrom')
  const id = attributeOf(element, 'id') ?? ''
  if (!element.name.startsWith('move')) return void finding.others.push({ element, form: 'range' })
  if (isStart) {
    const name = (attributeOf(element, 'name') ?? '').slice(0, 200)
    finding.openMoves.push({ id, name, isFrom })
    addMark(finding, moveNamed(finding, name, element), element)
    return
  }
  const at = finding.openMoves.findLastIndex((each) => each.id === id && each.isFrom === isFrom)
  const [ended] = at < 0 ? [] : finding.openMoves.splice(at, 1)
  const move = ended && finding.moves.get(ended.name)
  if (move) move.change.marks.push({ element, form: 'range' })
  else finding.others.push({ element, form: 'range' })
}

function visitComment(finding: Finding, element: WordElement): void {
  const { comments, openComments } = finding
  const id = attributeOf(element, 'id') ?? ''
  const comment = comments.get(id) ?? { place: placeIn(finding), text: '', marks: [] }
  comments.set(id, comment)
  comment.marks.push(element)
  if (element.name === 'commentRangeStart' && openComments.size < mostOpenComments) openComments.add(id)
  else openComments.delete(id)
}

// as many as may be about the same words
const mostOpenComments = 50
