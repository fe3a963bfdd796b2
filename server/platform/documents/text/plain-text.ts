// The text of plain files and of web pages.
import { textOfPage, tooDeep } from '../html-page.ts'
import { collectParagraphs, type DocumentText, textLimits } from './paragraphs.ts'

// characters of a page and bytes of a text: what is kept may be surrounded by markup, or take four bytes for each
// character
const mostRead = 4 * textLimits.characters

/**
 * A text: a paragraph for each block between empty lines, or for each line of a table; in Markdown, headings have their
 * levels.
 */
export function readPlainText(bytes: Uint8Array, { byLine = false, markdown = false } = {}): DocumentText {
  const decoded = decodeText(bytes)
  const text = markdown ? decoded.replace(/<\/?[a-z][^<>]{0,500}>/gi, '') : decoded
  const collected = collectParagraphs()
  for (const block of text.split(byLine ? /\r\n?|\n/ : /(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)/)) {
    const [first = '', ...rest] = block.trim().split('\n')
    const marks = markdown ? /^(#{1,6})[ \t]/.exec(first)?.[1] : undefined
    const added =
      marks === undefined
        ? collected.add(block)
        : collected.add(titleIn(first), { level: marks.length }) && collected.add(rest.join('\n'))
    if (!added) break
  }
  return collected.end(bytes.length > mostRead)
}

/** A heading of Markdown without its marks, which may stand at its end as well. */
function titleIn(line: string): string {
  const words = line.trim().split(/[ \t]/).slice(1)
  if (/^#+$/.test(words.at(-1) ?? '')) words.pop()
  return words.join(' ')
}

/**
 * UTF-8 or UTF-16 by its mark, UTF-8 where it is valid, and otherwise the usual single-byte encoding. Of a long text as
 * much as is read.
 */
export function decodeText(whole: Uint8Array): string {
  const bytes = whole.subarray(0, mostRead)
  // the last character may be cut in two
  const decode = (encoding: string, fatal = false) =>
    new TextDecoder(encoding, { fatal }).decode(bytes, { stream: true })
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return decode('utf-16le')
  if (first === 0xfe && second === 0xff) return decode('utf-16be')
  try {
    return decode('utf-8', true)
  } catch {
    return decode('windows-1252')
  }
}

// headings are told from other blocks by a character that no page can contain after decoding
const mark = '\u{F8FF}'

/**
 * A web page, without what is not shown; headings have their levels. Throws bad_request for one that is nested too
 * deep.
 */
export function readHtmlText(html: string): DocumentText {
  const { text: shown, stop } = textOfPage(html.slice(0, mostRead).replaceAll(mark, ' '), {
    headingMark: mark,
  })
  if (stop === 'too deep') throw tooDeep()
  const collected = collectParagraphs()
  for (const block of shown.split(/\n{2,}/)) {
    const [, level, text] = new RegExp(`^${mark}([1-6]) ([\\s\\S]*)$`, 'u').exec(block) ?? []
    const added =
      level === undefined ? collected.add(block) : collected.add(text ?? '', { level: Number(level) })
    if (!added) break
  }
  return collected.end(stop !== undefined || html.length > mostRead)
}
