// The texts of Word documents, workbooks and presentations: zip archives of XML, unpacked and read within limits. Nothing outside
// the archive is ever opened, and of the XML only elements and their texts are read: no entities, no references.
import { SaxesParser } from 'saxes'
import { AppError } from '../../errors.ts'
import { readZip } from '../zip-archive.ts'
import { type Collector, collectParagraphs, type DocumentText } from './paragraphs.ts'

const limits = { entries: 20_000, bytes: 128 * 1024 * 1024 }
const deepest = 500

type Parts = ReadonlyMap<string, Buffer>

const partsOf = (bytes: Uint8Array): Parts => {
  const isText = (name: string) => /\.(?:xml|rels)$/i.test(name)
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = readZip(archive, limits, isText)
  return new Map(entries.map(({ name, content }) => [name.toLowerCase(), content]))
}

interface Handlers {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void
  readonly close?: (name: string) => void
  readonly text?: (text: string) => void
}

/** Reads a part; names come without their prefix. Stops when `isFull` says so. */
function readXml(content: Buffer, { open, close, text }: Handlers, isFull: () => boolean): void {
  const parser = new SaxesParser()
  let depth = 0
  parser.on('opentag', ({ name, attributes }) => {
    if (++depth > deepest) throw damaged(`it has elements nested more than ${deepest} deep`)
    open?.(local(name), attributes)
  })
  parser.on('closetag', ({ name }) => {
    depth--
    close?.(local(name))
  })
  parser.on('text', (found) => text?.(found))
  parser.on('cdata', (found) => text?.(found))
  parser.on('doctype', () => {
    throw damaged('it declares a document type')
  })
  parser.on('error', (error) => {
    throw damaged(error.message)
  })
  const source = decodeXml(content)
  const step = 64 * 1024
  for (let at = 0; at < source.length && !isFull(); at += step) parser.write(source.slice(at, at + step))
}

function decodeXml(content: Buffer): string {
  const [first, second] = content
  if (first === 0xff && second === 0xfe) return content.toString('utf16le', 2)
  return content.toString('utf8').replace(/^\uFEFF/, '')
}

const local = (name: string) => name.slice(name.indexOf(':') + 1)
const attribute = (attributes: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.entries(attributes).find(([each]) => local(each) === name)?.[1]
const damaged = (why: string) => new AppError('bad_request', `The document is damaged: ${why}.`)

const numberIn = (name: string) => Number(/(\d{1,9})\.xml$/.exec(name)?.[1] ?? 0)
const partsNamed = (parts: Parts, pattern: RegExp): readonly Buffer[] =>
  [...parts]
    .filter(([name]) => pattern.test(name))
    .toSorted(([one], [other]) => numberIn(one) - numberIn(other))
    .map(([, content]) => content)

/** A Word document: its body, then headers, footers, notes and comments. */
export function readDocxText(bytes: Uint8Array): DocumentText {
  const parts = partsOf(bytes)
  const body = parts.get('word/document.xml') ?? partsNamed(parts, /(^|\/)document\d*\.xml$/)[0]
  if (!body) throw damaged('it has no text part')
  const collected = collectParagraphs()
  const around = partsNamed(parts, /^word\/(?:header|footer|footnotes|endnotes|comments)\d*\.xml$/)
  const levels = headingStyles(parts.get('word/styles.xml'))
  let full = false
  for (const part of [body, ...around]) readWordPart(part, levels, collected, () => (full = true))
  return collected.end(full)
}

/** The styles of paragraphs that are headings, with their levels. */
function headingStyles(styles: Buffer | undefined): ReadonlyMap<string, number> {
  const levels = new Map<string, number>()
  if (!styles) return levels
  let style = ''
  readXml(
    styles,
    {
      open(name, attributes) {
        if (name === 'style') style = attribute(attributes, 'styleId') ?? ''
        const value = attribute(attributes, 'val') ?? ''
        const heading = name === 'name' ? /^heading ([1-9])$/i.exec(value)?.[1] : undefined
        const outline = name === 'outlineLvl' && /^[0-8]$/.test(value) ? Number(value) + 1 : undefined
        const level = heading === undefined ? outline : Number(heading)
        if (style !== '' && level !== undefined) levels.set(style, level)
      },
    },
    () => levels.size > 10_000,
  )
  return levels
}

function readWordPart(
  part: Buffer,
  levels: ReadonlyMap<string, number>,
  collected: Collector,
  onFull: () => void,
): void {
  // text boxes have paragraphs inside a paragraph
  const open: { text: string; level: number | undefined }[] = []
  let [full, inText] = [false, false]
  const add = (text: string) => {
    const paragraph = open.at(-1)
    if (paragraph) paragraph.text += text
  }
  readXml(
    part,
    {
      open(name, attributes) {
        const paragraph = open.at(-1)
        const value = attribute(attributes, 'val') ?? ''
        if (name === 'p') open.push({ text: '', level: undefined })
        else if (name === 't') inText = true
        else if (name === 'tab' || name === 'br' || name === 'cr') add(' ')
        else if (name === 'noBreakHyphen') add('-')
        else if (name === 'pStyle' && paragraph) paragraph.level = levels.get(value)
        else if (name === 'outlineLvl' && paragraph && /^[0-8]$/.test(value))
          paragraph.level = Number(value) + 1
      },
      close(name) {
        if (name === 't') inText = false
        const paragraph = name === 'p' ? open.pop() : undefined
        if (!paragraph) return
        const { text, level } = paragraph
        full = !collected.add(text, level === undefined ? {} : { level })
        if (full) onFull()
      },
      text(text) {
        if (inText) add(text)
      },
    },
    () => full,
  )
}

/** A presentation: the slides in the order of their numbers, which are the pages; then the notes. */
export function readPptxText(bytes: Uint8Array): DocumentText {
  const parts = partsOf(bytes)
  const slides = partsNamed(parts, /^ppt\/slides\/slide\d+\.xml$/)
  if (slides.length === 0 && !parts.has('ppt/presentation.xml')) throw damaged('it has no slides')
  const collected = collectParagraphs()
  const notes = [...parts].filter(([name]) => /^ppt\/notesslides\/notesslide\d+\.xml$/.test(name))
  slides.forEach((slide, index) => readSlide(slide, index + 1, collected))
  for (const [name, note] of notes) readSlide(note, numberIn(name), collected)
  return collected.end()
}

function readSlide(slide: Buffer, page: number, collected: Collector): void {
  let text = ''
  let [full, inText] = [false, false]
  readXml(
    slide,
    {
      open(name) {
        if (name === 't') inText = true
        else if (name === 'br') text += ' '
      },
      close(name) {
        if (name === 't') inText = false
        if (name !== 'p') return
        full = !collected.add(text, { page })
        text = ''
      },
      text(found) {
        if (inText) text += found
      },
    },
    () => full,
  )
}

/** A workbook: a paragraph for each row, with the number of its sheet as the page. */
export function readXlsxText(bytes: Uint8Array): DocumentText {
  const parts = partsOf(bytes)
  const sheets = partsNamed(parts, /^xl\/worksheets\/sheet\d+\.xml$/)
  if (sheets.length === 0 && !parts.has('xl/workbook.xml')) throw damaged('it has no sheets')
  const shared = sharedStrings(parts.get('xl/sharedstrings.xml'))
  const collected = collectParagraphs()
  sheets.forEach((sheet, index) => readSheet(sheet, { shared, page: index + 1, collected }))
  return collected.end()
}

const mostStrings = 1_000_000

function sharedStrings(part: Buffer | undefined): readonly string[] {
  const strings: string[] = []
  if (!part) return strings
  let [text, inText] = ['', false]
  readXml(
    part,
    {
      open(name) {
        if (name === 't') inText = true
        if (name === 'si') text = ''
      },
      close(name) {
        if (name === 't') inText = false
        if (name === 'si') strings.push(text)
      },
      text(found) {
        if (inText) text += found
      },
    },
    () => strings.length > mostStrings,
  )
  return strings
}

interface Sheet {
  readonly shared: readonly string[]
  readonly page: number
  readonly collected: Collector
}

// one string may be in every cell: a row is no longer than a few paragraphs
const longestRow = 20_000

function readSheet(sheet: Buffer, { shared, page, collected }: Sheet): void {
  let row = ''
  let [type, value] = ['', '']
  let [full, inValue] = [false, false]
  readXml(
    sheet,
    {
      open(name, attributes) {
        if (name === 'c') {
          type = attribute(attributes, 't') ?? ''
          value = ''
        }
        if (name === 'v' || name === 't') inValue = true
      },
      close(name) {
        if (name === 'v' || name === 't') inValue = false
        if (name === 'c') {
          const text = type === 's' ? (shared[Number(value)] ?? '') : value
          if (text !== '' && row.length < longestRow) row += `${row === '' ? '' : ' | '}${text}`
        }
        if (name !== 'row') return
        full = !collected.add(row, { page })
        row = ''
      },
      text(found) {
        if (inValue) value += found
      },
    },
    () => full,
  )
}
