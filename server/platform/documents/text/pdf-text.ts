// The text of a PDF, with the page of each paragraph. What only shows pictures of pages has no text.
import { getDocumentProxy } from 'unpdf'
import { AppError } from '../../errors.ts'
import { checkObjects } from '../pdf/check-objects.ts'
import { collectParagraphs, type DocumentText, textLimits } from './paragraphs.ts'
import { limitUnpacking, unpackedOfPdf } from './unpacking-limit.ts'

const limits = {
  pages: 2_000,
  /** Of processor time: then what was read so far is the text. */
  seconds: 4,
}

/**
 * Reads as much as can be made out. Throws bad_request for what is no PDF, is damaged beyond reading, needs a password,
 * or has too many objects.
 */
export async function readPdfText(bytes: Uint8Array): Promise<DocumentText> {
  checkObjects(bytes)
  // half a megabyte of streams may unpack to gigabytes
  const unpacking = limitUnpacking(unpackedOfPdf)
  try {
    return await readPages(bytes, unpacking.wasCut)
  } finally {
    unpacking.end()
  }
}

async function readPages(bytes: Uint8Array, wasCut: () => boolean): Promise<DocumentText> {
  const pdf = await getDocumentProxy(bytes, {
    // fonts are not drawn
    disableFontFace: true,
    useSystemFonts: false,
    verbosity: 0,
  }).catch((error: unknown) => {
    throw new AppError('bad_request', reasonOf(error), { cause: error })
  })
  try {
    return await textOf(pdf, wasCut)
  } finally {
    await pdf.loadingTask.destroy()
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error && error.name === 'PasswordException'
    ? 'The PDF is protected by a password.'
    : 'The file is not a PDF, or is damaged.'

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

async function textOf(pdf: Pdf, wasCut: () => boolean): Promise<DocumentText> {
  const collected = collectParagraphs()
  const pages = Math.min(pdf.numPages, limits.pages)
  const isLate = lateness(limits.seconds)
  let unread = 0
  for (let number = 1; number <= pages; number++) {
    if (isLate()) return collected.end(true)
    // a page that is broken does not hide the others
    const lines = await linesOf(pdf, number, isLate).catch(() => undefined)
    if (!lines) unread++
    for (const text of paragraphsOf(lines ?? [])) {
      if (!collected.add(text, { page: number })) return collected.end()
    }
  }
  if (pages > 0 && unread === pages) throw new AppError('bad_request', 'No page of the PDF can be read.')
  return collected.end(unread > 0 || pdf.numPages > limits.pages || isLate() || wasCut())
}

/** Whether the thread has worked for so long since now. */
function lateness(seconds: number): () => boolean {
  const before = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1_000_000 > seconds
  }
}

interface Line {
  readonly text: string
  /** The position of its baseline on the page, and the height of its letters. */
  readonly y: number
  readonly height: number
}

async function linesOf(pdf: Pdf, number: number, isLate: () => boolean): Promise<readonly Line[]> {
  const page = await pdf.getPage(number)
  const lines: Line[] = []
  let characters = 0
  let text = ''
  let [y, height] = [0, 0]
  const close = () => {
    if (text.trim() !== '') lines.push({ text: text.trim(), y, height })
    text = ''
  }
  // as it is read, and no more of it than is kept
  for await (const { items } of textStream(page)) {
    for (const item of items) {
      if (!('str' in item)) continue
      if (text === '') {
        y = Number(item.transform[5])
        height = item.height
      }
      text += item.str
      characters += item.str.length
      height = Math.max(height, item.height)
      if (item.hasEOL) close()
    }
    if (characters > textLimits.characters || isLate()) break
  }
  close()
  page.cleanup()
  return lines
}

type Page = Awaited<ReturnType<Pdf['getPage']>>
type TextContent = Awaited<ReturnType<Page['getTextContent']>>

/**
 * The text of a page as it is read. Leaving it early does not cancel it, which its reader would not survive: `destroy`
 * ends it.
 */
const textStream = (page: Page) =>
  (page.streamTextContent() as ReadableStream<TextContent>).values({ preventCancel: true })

/** Lines that follow one another closely are one paragraph; a word divided at the end of a line is put together. */
function paragraphsOf(lines: readonly Line[]): readonly string[] {
  const paragraphs: string[] = []
  let before: Line | undefined
  for (const line of lines) {
    const gap = before ? Math.abs(before.y - line.y) : Number.POSITIVE_INFINITY
    const last = paragraphs.length - 1
    const text = paragraphs[last]
    if (text === undefined || gap > 1.7 * Math.max(line.height, before?.height ?? 0, 1)) {
      paragraphs.push(line.text)
    } else {
      paragraphs[last] =
        /\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(line.text)
          ? text.slice(0, -1) + line.text
          : `${text} ${line.text}`
    }
    before = line
  }
  return paragraphs
}
