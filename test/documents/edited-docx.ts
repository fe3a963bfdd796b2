// Word documents edited as somebody edits a contract: words, numbers, a clause that is new, gone, or moved.
import { zip } from '../../server/platform/documents/writing/zip.ts'
import { readZip } from '../../server/platform/documents/zip-archive.ts'
import { docx } from './docx.ts'

const bodyPart = 'word/document.xml'

/** The document with some of its paragraphs edited; undefined if it has too few. */
export function edited(document: Buffer): Buffer | undefined {
  const parts = readZip(document, { entries: 1_000, bytes: 2 ** 27 })
  const xml = parts.find(({ name }) => name === bodyPart)?.content.toString('utf8')
  const next = xml && editedXml(xml)
  if (!next) return undefined
  return zip(parts.map(({ name, content }) => ({ name, content: name === bodyPart ? next : content })))
}

function editedXml(xml: string): string | undefined {
  const paragraphs = [...xml.matchAll(/<w:p[ >](?:(?!<w:p[ >]).)*?<\/w:p>/gs)].filter(({ 0: text }) =>
    /<w:t[ >]/.test(text),
  )
  if (paragraphs.length === 0) return undefined
  const place = (part: number) => Math.floor(paragraphs.length * part)
  const [gone, moved, target, fresh] = [place(0.3), place(0.5), place(0.8), place(0.6)]
  const isBody = (at: number) =>
    paragraphs.length > 8 && !/<w:(?:sectPr|fldChar|bookmark|comment)/.test(paragraphs[at]?.[0] ?? '')
  let [result, last] = ['', 0]
  paragraphs.forEach((match, at) => {
    const text = at % 20 === 3 || paragraphs.length < 8 ? reworded(match[0]) : match[0]
    const kept = (at === gone || at === moved) && isBody(at) && isBody(gone) ? '' : text
    const added = at === fresh && isBody(at) ? newClause : ''
    const arrived = at === target && isBody(moved) && isBody(gone) ? (paragraphs[moved]?.[0] ?? '') : ''
    result += xml.slice(last, match.index) + kept + added + arrived
    last = match.index + match[0].length
  })
  return result + xml.slice(last)
}

const newClause =
  '<w:p><w:r><w:t>99. New duty. The Supplier pays the Customer $10,000 by 3 March 2027.</w:t></w:r></w:p>'

const reworded = (paragraph: string): string =>
  paragraph.replace(/(<w:t(?: [^>]*)?>)([^<]+)/, (_, tag: string, text: string) => {
    const numbered = text.replace(/\d+(?=[^\d]*$)/, (digits) => String(Number(digits) + 7))
    return `${tag}${numbered === text ? text.replace(/\S+/, (first) => `${first} duly`) : numbered}`
  })

const words =
  'the Supplier shall deliver each Service to the Customer within thirty days of the order and the Customer shall pay the fee of that Service in full without any deduction unless the parties have agreed otherwise in writing before'.split(
    ' ',
  )

/** A contract of about so many pages: clauses of some 70 words each, none like another. */
export function pagesOf(pages: number): Buffer {
  const clauses = Array.from({ length: pages * 7 }, (_, at) => {
    const text = Array.from({ length: 70 }, (__, word) =>
      word % 9 === 4 ? `term${at * 7 + word}` : words[(at * 5 + word * (1 + (at % 3))) % words.length],
    )
    return `${at + 1}. Clause ${at + 1}. ${text.join(' ')}.`
  })
  return docx(clauses)
}
