// Reads the paragraphs of one part of a Word document, with the tracked changes in them.
import type { Handlers } from '../text/xml-parts.ts'
import { type Attributes, attribute } from './attributes.ts'
import { createNumbering, type Lists, type Numbering } from './numbering.ts'
import { isLevel, type Styles, styleOf } from './paragraph-styles.ts'
import {
  isAfter,
  isBefore,
  type Mark,
  type PieceKind,
  type StoryParagraph,
  type StoryPart,
  textOf,
} from './story.ts'
import { type TablePlace, tablePlace } from './table-place.ts'

interface Options {
  readonly part: StoryPart
  readonly styles: Styles
  readonly lists: Lists
  readonly add: (paragraph: StoryParagraph) => void
  /** Whether text that was removed inside an insertion is a piece as well: it was not there before, and is not now. */
  readonly passing: boolean
}

interface OpenParagraph {
  readonly pieces: { text: string; mark: Mark | undefined }[]
  endMark?: Mark
  look?: Mark
  style: string
  list?: string
  listLevel?: number
  level?: number
  boldStart: number
  onlyBold: boolean
}

interface Reading extends Options {
  readonly before: Numbering
  readonly after: Numbering
  readonly table: TablePlace
  /** The elements that are open, outermost first. */
  readonly path: string[]
  /** Paragraphs inside one another: text boxes have some. */
  readonly open: OpenParagraph[]
  /** The insertions, deletions and moves around the text. */
  readonly inline: Mark[]
  run: { bold: boolean; look?: Mark }
  move: string
  inText: boolean
  /** How deep in what is not read: former properties, and what older programs show instead. */
  skipped: number
}

const marks: ReadonlyMap<string, PieceKind> = new Map([
  ['ins', 'Inserted'],
  ['del', 'Deleted'],
  ['moveFrom', 'MovedFrom'],
  ['moveTo', 'MovedTo'],
  ['cellIns', 'Inserted'],
  ['cellDel', 'Deleted'],
])
const properties = new Set(['pPr', 'rPr', 'trPr', 'tcPr', 'tblPr', 'sectPr'])
const spaces = new Set(['tab', 'br', 'cr', 'ptab'])
const isFormer = (name: string) => name.endsWith('PrChange') || name === 'numberingChange'
const isSkipped = (name: string) => name === 'Fallback' || isFormer(name)

/** Handlers for the elements of the part; each paragraph is passed on at its end. */
export function paragraphReader(options: Options): Handlers {
  const { lists } = options
  const reading: Reading = {
    ...options,
    before: createNumbering(lists),
    after: createNumbering(lists),
    table: tablePlace(),
    path: [],
    open: [],
    inline: [],
    run: { bold: false },
    move: '',
    inText: false,
    skipped: 0,
  }
  const { path } = reading
  return {
    open(name, attributes) {
      path.push(name)
      if (reading.skipped > 0) {
        if (isSkipped(name)) reading.skipped++
      } else if (path.some((each) => properties.has(each))) openProperty(reading, name, attributes)
      else openContent(reading, name, attributes)
    },
    close(name) {
      path.pop()
      if (reading.skipped > 0) {
        if (isSkipped(name)) reading.skipped--
      } else if (!path.some((each) => properties.has(each))) closeContent(reading, name)
    },
    text(text) {
      if (reading.inText && reading.skipped === 0) write(reading, text)
    },
  }
}

function openContent(reading: Reading, name: string, attributes: Attributes): void {
  const kind = marks.get(name)
  if (name === 'Fallback') reading.skipped++
  else if (name === 'p') reading.open.push({ pieces: [], style: '', boldStart: 0, onlyBold: true })
  else if (name === 'r') reading.run = { bold: false }
  else if (name === 't' || name === 'delText') reading.inText = true
  else if (spaces.has(name)) write(reading, ' ')
  else if (name === 'noBreakHyphen') write(reading, '-')
  else if (name === 'moveFromRangeStart' || name === 'moveToRangeStart')
    reading.move = (attribute(attributes, 'name') ?? '').slice(0, 200)
  else if (name === 'moveFromRangeEnd' || name === 'moveToRangeEnd') reading.move = ''
  else if (kind) reading.inline.push(markOf(reading, kind, attributes))
  else reading.table.open(name)
}

function closeContent(reading: Reading, name: string): void {
  if (name === 't' || name === 'delText') reading.inText = false
  else if (marks.has(name)) reading.inline.pop()
  else if (name !== 'p') reading.table.close(name)
  else {
    const paragraph = reading.open.pop()
    if (paragraph) reading.add(finished(reading, paragraph))
  }
}

function openProperty(reading: Reading, name: string, attributes: Attributes): void {
  const { path, table, run } = reading
  const paragraph = reading.open.at(-1)
  const kind = marks.get(name)
  const value = attribute(attributes, 'val') ?? ''
  const isOfRun = path.includes('r')
  if (isFormer(name)) {
    reading.skipped++
    const mark = markOf(reading, 'Formatted', attributes)
    if (isOfRun) run.look = mark
    else if (paragraph && path.includes('pPr')) paragraph.look ??= mark
  } else if (kind) {
    const mark = markOf(reading, kind, attributes)
    if (path.at(-2) === 'trPr') table.markRow(mark)
    else if (path.at(-2) === 'tcPr') table.markCell(mark)
    else if (paragraph && path.includes('pPr') && path.at(-2) === 'rPr') paragraph.endMark = mark
  } else if (name === 'gridSpan') table.spanColumns(/^\d{1,2}$/.test(value) ? Number(value) : 1)
  else if (name === 'b' && isOfRun) run.bold = !['0', 'false', 'off'].includes(value)
  else if (paragraph) noteProperty(paragraph, name, value)
}

function noteProperty(paragraph: OpenParagraph, name: string, value: string): void {
  if (name === 'pStyle') paragraph.style = value
  else if (name === 'numId') paragraph.list = value
  else if (name === 'ilvl' && isLevel(value)) paragraph.listLevel = Number(value)
  else if (name === 'outlineLvl' && isLevel(value)) paragraph.level = Number(value) + 1
}

const markOf = ({ move }: Reading, kind: PieceKind, attributes: Attributes): Mark => ({
  kind,
  author: attribute(attributes, 'author') ?? '',
  date: attribute(attributes, 'date') ?? '',
  move: kind === 'MovedFrom' || kind === 'MovedTo' ? move : '',
})

function write({ open, inline, run, passing }: Reading, text: string): void {
  const paragraph = open.at(-1)
  if (!paragraph || text === '') return
  const removed = inline.find(({ kind }) => kind === 'Deleted' || kind === 'MovedFrom')
  // of a deletion inside an insertion nothing was there before, and nothing is there now
  const within = removed && inline.find(({ kind }) => kind === 'Inserted' || kind === 'MovedTo')
  if (within && !passing) return
  const mark = (within ? { ...removed, within } : removed) ?? inline.at(-1) ?? run.look
  if (!run.bold) paragraph.onlyBold = false
  if (paragraph.onlyBold && isAfter(mark)) paragraph.boldStart += text.length
  const last = paragraph.pieces.at(-1)
  if (last && isOneMark(last.mark, mark)) last.text += text
  else paragraph.pieces.push({ text, mark })
}

const isOneMark = (one: Mark | undefined, other: Mark | undefined): boolean =>
  one === other ||
  (one?.kind === other?.kind &&
    one?.author === other?.author &&
    one?.date === other?.date &&
    one?.move === other?.move &&
    isOneMark(one?.within, other?.within))

function finished({ part, styles, table, before, after }: Reading, own: OpenParagraph): StoryParagraph {
  const { pieces, endMark, look, boldStart } = own
  const cell = table.cell()
  const style = styleOf(styles, own.style)
  const list = own.list ?? style.list
  const listLevel = own.listLevel ?? style.listLevel ?? 0
  let number: string | null = null
  if (list !== undefined && list !== '0') {
    // a list counts what was there before, and what is there now
    const was = isBefore(endMark) && isBefore(cell?.mark) ? before.next(list, listLevel) : null
    number = isAfter(endMark) && isAfter(cell?.mark) ? after.next(list, listLevel) : was
  }
  const isHeading = textOf(pieces, isAfter).length <= longestHeading
  const level = isHeading ? (own.level ?? style.level ?? null) : null
  return { part, pieces, endMark, look, number, level, boldStart, cell }
}

const longestHeading = 200
