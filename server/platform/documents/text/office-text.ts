// The texts of Word documents, workbooks and presentations: zip archives of XML, read piece by piece within limits, so
// that neither a part nor the tree of its elements is ever in memory. Nothing outside the archive is opened, and of the
// XML only elements and their texts are read: no entities, no references.
import { AppError } from '../../errors.ts'
import { attribute } from '../redline/attributes.ts'
import { openZip, type ZipPart } from '../zip-archive.ts'
import { type Collector, collectParagraphs, type DocumentText, textLimits } from './paragraphs.ts'
import { type Handlers, readXml, type XmlBudget, xmlBudget } from './xml-parts.ts'

const limits = { entries: 20_000, bytes: 128 * 1024 * 1024 }

interface Parts {
  readonly named: ReadonlyMap<string, ZipPart>
  /** What reading all of them may take. */
  readonly budget: XmlBudget
}

function partsOf(bytes: Uint8Array): Parts {
  const isText = (name: string) => /\.(?:xml|rels)$/i.test(name)
  const archive = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts = openZip(archive, limits, isText)
  return { named: new Map(parts.map((part) => [part.name.toLowerCase(), part])), budget: xmlBudget() }
}

const damaged = (why: string) => new AppError('bad_request', `The document is damaged: ${why}.`)

/** The text with more at its end, unless it is as long as the longest that is kept. */
const longer = (text: string, more: string, most: number = textLimits.characters): string =>
  text.length > most ? text : text + more

const numberIn = (name: string) => Number(/(\d{1,9})\.xml$/.exec(name)?.[1] ?? 0)
const partsNamed = ({ named }: Parts, pattern: RegExp): readonly ZipPart[] =>
  [...named]
    .filter(([name]) => pattern.test(name))
    .toSorted(([one], [other]) => numberIn(one) - numberIn(other))
    .map(([, part]) => part)

/** A Word document: its body, then headers, footers, notes and comments. */
export async function readDocxText(bytes: Uint8Array): Promise<DocumentText> {
  const parts = partsOf(bytes)
  const body = parts.named.get('word/document.xml') ?? partsNamed(parts, /(^|\/)document\d*\.xml$/)[0]
  if (!body) throw damaged('it has no text part')
  const collected = collectParagraphs()
  const around = partsNamed(parts, /^word\/(?:header|footer|footnotes|endnotes|comments)\d*\.xml$/)
  const levels = await headingStyles(parts)
  for (const part of [body, ...around]) await readWordPart(part, { levels, collected, budget: parts.budget })
  return collected.end(parts.budget.excess() !== undefined)
}

/** The styles of paragraphs that are headings, with their levels. */
async function headingStyles({ named, budget }: Parts): Promise<ReadonlyMap<string, number>> {
  const levels = new Map<string, number>()
  const styles = named.get('word/styles.xml')
  if (!styles) return levels
  let style = ''
  await readXml(
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
    { budget, isFull: () => levels.size > 10_000 },
  )
  return levels
}

interface WordParts {
  readonly levels: ReadonlyMap<string, number>
  readonly collected: Collector
  readonly budget: XmlBudget
}

async function readWordPart(part: ZipPart, { levels, collected, budget }: WordParts): Promise<void> {
  // text boxes have paragraphs inside a paragraph
  const open: { text: string; level: number | undefined }[] = []
  let [full, inText] = [false, false]
  const add = (text: string) => {
    const paragraph = open.at(-1)
    if (paragraph) paragraph.text = longer(paragraph.text, text)
  }
  await readXml(
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
      },
      text(text) {
        if (inText) add(text)
      },
    },
    { budget, isFull: () => full },
  )
}

/** A presentation: the slides in the order of their numbers, which are the pages; then the notes. */
export async function readPptxText(bytes: Uint8Array): Promise<DocumentText> {
  const parts = partsOf(bytes)
  const slides = partsNamed(parts, /^ppt\/slides\/slide\d+\.xml$/)
  if (slides.length === 0 && !parts.named.has('ppt/presentation.xml')) throw damaged('it has no slides')
  const collected = collectParagraphs()
  const { budget } = parts
  const notes = [...parts.named].filter(([name]) => /^ppt\/notesslides\/notesslide\d+\.xml$/.test(name))
  for (const [index, slide] of slides.entries())
    await readSlide(slide, { page: index + 1, collected, budget })
  for (const [name, note] of notes) await readSlide(note, { page: numberIn(name), collected, budget })
  return collected.end(budget.excess() !== undefined)
}

interface Slide {
  readonly page: number
  readonly collected: Collector
  readonly budget: XmlBudget
}

async function readSlide(slide: ZipPart, { page, collected, budget }: Slide): Promise<void> {
  let text = ''
  let [full, inText] = [false, false]
  await readXml(
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
        if (inText) text = longer(text, found)
      },
    },
    { budget, isFull: () => full },
  )
}

/** A workbook: a paragraph for each row, with the number of its sheet as the page. */
export async function readXlsxText(bytes: Uint8Array): Promise<DocumentText> {
  const parts = partsOf(bytes)
  const sheets = partsNamed(parts, /^xl\/worksheets\/sheet\d+\.xml$/)
  if (sheets.length === 0 && !parts.named.has('xl/workbook.xml')) throw damaged('it has no sheets')
  const { budget } = parts
  const shared = await sharedStrings(parts)
  const collected = collectParagraphs()
  for (const [index, sheet] of sheets.entries())
    await readSheet(sheet, { shared, page: index + 1, collected, budget })
  return collected.end(budget.excess() !== undefined)
}

// one string may be in every cell: a row is no longer than a few paragraphs
const longestRow = 20_000
// there are more strings than are kept of the rows
const mostShared = { strings: 1_000_000, characters: 16_000_000 }

async function sharedStrings({ named, budget }: Parts): Promise<readonly string[]> {
  const strings: string[] = []
  const part = named.get('xl/sharedstrings.xml')
  if (!part) return strings
  let [text, inText, characters] = ['', false, 0]
  const handlers: Handlers = {
    open(name) {
      if (name === 't') inText = true
      if (name === 'si') text = ''
    },
    close(name) {
      if (name === 't') inText = false
      if (name !== 'si') return
      strings.push(text)
      characters += text.length
    },
    text(found) {
      if (inText) text = longer(text, found, longestRow)
    },
  }
  const isFull = () => strings.length > mostShared.strings || characters > mostShared.characters
  await readXml(part, handlers, { budget, isFull })
  return strings
}

interface Sheet {
  readonly shared: readonly string[]
  readonly page: number
  readonly collected: Collector
  readonly budget: XmlBudget
}

async function readSheet(sheet: ZipPart, { shared, page, collected, budget }: Sheet): Promise<void> {
  let row = ''
  let [type, value] = ['', '']
  let [full, inValue] = [false, false]
  const handlers: Handlers = {
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
      if (inValue) value = longer(value, found, longestRow)
    },
  }
  await readXml(sheet, handlers, { budget, isFull: () => full })
}
