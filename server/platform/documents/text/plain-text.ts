// The text of plain files and of web pages.
import { compile, type DomNode } from 'html-to-text'
import { collectParagraphs, type DocumentText, textLimits } from './paragraphs.ts'

/** A text: a paragraph for each block between empty lines, or for each line of a table; in Markdown, headings have their levels. */
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
  return collected.end()
}

/** A heading of Markdown without its marks, which may stand at its end as well. */
function titleIn(line: string): string {
  const words = line.trim().split(/[ \t]/).slice(1)
  if (/^#+$/.test(words.at(-1) ?? '')) words.pop()
  return words.join(' ')
}

/** UTF-8 or UTF-16 by its mark, UTF-8 where it is valid, and otherwise the usual single-byte encoding. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const pageDepth = 200
// headings are told from other blocks by a character that no page can contain after decoding
const mark = '\u{F8FF}'

const heading = (level: number) => ({
  selector: `h${level}`,
  format: 'heading',
})

const convertPage = compile({
  wordwrap: false,
  limits: { maxDepth: pageDepth, maxInputLength: 4 * textLimits.characters },
  formatters: {
    heading(element: DomNode, walk, builder) {
      builder.openBlock({ leadingLineBreaks: 2 })
      builder.addInline(`${mark}${/[1-6]$/.exec(String(element.name))?.[0] ?? 1} `)
      walk(element.children, builder)
      builder.closeBlock({ trailingLineBreaks: 2 })
    },
  },
  selectors: [
    { selector: 'a', options: { ignoreHref: true } },
    { selector: 'img', format: 'skip' },
    { selector: 'script', format: 'skip' },
    { selector: 'style', format: 'skip' },
    { selector: 'noscript', format: 'skip' },
    ...[1, 2, 3, 4, 5, 6].map(heading),
  ],
})

/** A web page, without what is not shown; headings have their levels. */
export function readHtmlText(html: string): DocumentText {
  const whole = html.replaceAll(mark, ' ')
  const collected = collectParagraphs()
  for (const block of convertPage(whole.slice(0, 4 * textLimits.characters)).split(/\n{2,}/)) {
    const [, level, text] = new RegExp(`^${mark}([1-6]) ([\\s\\S]*)$`, 'u').exec(block) ?? []
    const added =
      level === undefined ? collected.add(block) : collected.add(text ?? '', { level: Number(level) })
    if (!added) break
  }
  return collected.end(html.length > 4 * textLimits.characters)
}
