// The text of a PDF, with the page of each paragraph. What only shows pictures of pages has no text.
import { getDocumentProxy } from 'unpdf'
import { AppError } from '../../errors.ts'
import { collectParagraphs, type DocumentText } from './paragraphs.ts'

const mostPages = 2_000

/** Reads as much as can be made out. Throws bad_request for what is no PDF, is damaged beyond reading, or needs a password. */
export async function readPdfText(bytes: Uint8Array): Promise<DocumentText> {
  const pdf = await getDocumentProxy(bytes, {
    // fonts are not drawn
    disableFontFace: true,
    useSystemFonts: false,
    verbosity: 0,
  }).catch((error: unknown) => {
    throw new AppError('bad_request', reasonOf(error), { cause: error })
  })
  try {
    return await textOf(pdf)
  } finally {
    await pdf.loadingTask.destroy()
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error && error.name === 'PasswordException'
    ? 'The PDF is protected by a password.'
    : 'The file is not a PDF, or is damaged.'

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

async function textOf(pdf: Pdf): Promise<DocumentText> {
  const collected = collectParagraphs()
  const pages = Math.min(pdf.numPages, mostPages)
  let unread = 0
  for (let number = 1; number <= pages; number++) {
    // a page that is broken does not hide the others
    const lines = await linesOf(pdf, number).catch(() => undefined)
    if (!lines) unread++
    for (const text of paragraphsOf(lines ?? [])) {
      if (!collected.add(text, { page: number })) return collected.end()
    }
  }
  if (pages > 0 && unread === pages) throw new AppError('bad_request', 'No page of the PDF can be read.')
  return collected.end(unread > 0 || pdf.numPages > mostPages)
}

interface Line {
  readonly text: string
  /** The position of its baseline on the page, and the height of its letters. */
  readonly y: number
  readonly height: number
}

async function linesOf(pdf: Pdf, number: number): Promise<readonly Line[]> {
  const page = await pdf.getPage(number)
  const { items } = await page.getTextContent()
  const lines: Line[] = []
  let text = ''
  let [y, height] = [0, 0]
  const close = () => {
    if (text.trim() !== '') lines.push({ text: text.trim(), y, height })
    text = ''
  }
  for (const item of items) {
    if (!('str' in item)) continue
    if (text === '') {
      y = Number(item.transform[5])
      height = item.height
    }
    text += item.str
    height = Math.max(height, item.height)
    if (item.hasEOL) close()
  }
  close()
  page.cleanup()
  return lines
}

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
