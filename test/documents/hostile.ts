// Files that cost their reader much more than their sender, as large as a test needs them.
import { deflateSync } from 'node:zlib'
import { docx } from './docx.ts'

/** A PDF of these objects, numbered from 1; the first is its catalogue. */
export function pdfOfObjects(objects: readonly string[]): Buffer {
  const pieces = ['%PDF-1.4\n']
  const positions: number[] = []
  let length = pieces[0]?.length ?? 0
  for (const [place, object] of objects.entries()) {
    positions.push(length)
    const piece = `${place + 1} 0 obj\n${object}\nendobj\n`
    pieces.push(piece)
    length += piece.length
  }
  const entries = positions.map((position) => `${String(position).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  pieces.push(
    `xref\n0 ${size}\n0000000000 65535 f \n${entries}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`,
  )
  return Buffer.from(pieces.join(''), 'latin1')
}

/** A stream of this content. */
export const stream = (content: Buffer | string, dictionary = '') =>
  `<< /Length ${content.length} ${dictionary} >>\nstream\n${content.toString('latin1')}\nendstream`

/** A catalogue and its tree of pages. */
const tree = (kids: string, count: number) => [
  '<< /Type /Catalog /Pages 2 0 R >>',
  `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`,
]
const font = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
const pageOf = (contents: string, resources: string) =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${contents} /Resources << ${resources} >> >>`

/** A page whose content unpacks to so many operators that show a letter each. */
export function contentBomb(operators: number): Buffer {
  const content = deflateSync(
    Buffer.from(`BT /F1 12 Tf 72 720 Td ${'(a) Tj '.repeat(operators)} ET`, 'latin1'),
  )
  const page = pageOf('5 0 R', '/Font << /F1 3 0 R >>')
  return pdfOfObjects([...tree('4 0 R', 1), font, page, stream(content, '/Filter /FlateDecode')])
}

/** So many pages. */
export const manyPages = (pages: number): Buffer =>
  pdfOfObjects([
    ...tree(Array.from({ length: pages }, (_, at) => `${at + 3} 0 R`).join(' '), pages),
    ...Array.from({ length: pages }, () => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>'),
  ])

/** A Word document of so many paragraphs. */
export const manyParagraphs = (paragraphs: number): Buffer =>
  docx(Array.from({ length: paragraphs }, () => 'a'))

/** A file of so many bytes with as many statements that the signature of a sealed one covers it, each a byte longer. */
export function overlappingRanges(
  sealed: Buffer,
  { bytes, ranges }: { readonly bytes: number; readonly ranges: number },
): Buffer {
  const [, signature = ''] = /\/Contents\s*<([0-9a-fA-F]+)>/.exec(sealed.toString('latin1')) ?? []
  const contents = `<${signature}>`
  const line = (from: number, length: number) =>
    `/ByteRange [0 ${String(from).padStart(10, '0')} ${String(from + contents.length).padStart(10, '0')} ${String(length).padStart(10, '0')}]\n`
  const start = '%PDF-1.7\n'
  const from = start.length + ranges * line(0, 0).length
  const rest = bytes - from - contents.length
  const lines = Array.from({ length: ranges }, (_, at) => line(from, rest - at))
  return Buffer.concat([Buffer.from(start + lines.join('') + contents, 'latin1'), Buffer.alloc(rest, ' ')])
}
