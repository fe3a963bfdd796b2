// A document of the demo as a PDF: text in a standard font, broken into lines and pages.
import { readClauses, type SampleDocument } from '../../../platform/documents/writing/sample-document.ts'

const page = { width: 595, height: 842, margin: 72 }

interface Line {
  readonly text: string
  readonly font: 'F1' | 'F2'
  readonly size: number
  /** From the line above. */
  readonly drop: number
}

/** The bytes of the document. The same text always gives the same bytes. */
export function pdfOf(document: SampleDocument): Buffer {
  const pages = pagesOf(linesOf(document))
  const firstPage = 6
  const kids = pages.map((_, index) => `${firstPage + index * 2} 0 R`).join(' ')
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R /Lang (en-GB) >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    `<< /Title (${escaped(document.title)}) /Producer (Chancery) >>`,
    ...pages.flatMap((lines, index) => {
      const content = contentOf(lines, `${index + 1} of ${pages.length}`)
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${page.width} ${page.height}] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${firstPage + index * 2 + 1} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ]
    }),
  ])
}

function linesOf(document: SampleDocument): readonly Line[] {
  const { title, opening, ending } = document
  const text = (words: string, drop = 8) => wrapped(words, { font: 'F1', size: 10.5, drop })
  const heading = (words: string) => wrapped(words, { font: 'F2', size: 12, drop: 16 })
  return [
    ...wrapped(title, { font: 'F2', size: 20, drop: 0 }),
    ...opening.flatMap((words, index) => text(words, index === 0 ? 20 : 8)),
    ...readClauses(document).flatMap((clause) => [
      ...heading(clause.heading),
      ...clause.paragraphs.flatMap((paragraph) => text(paragraph)),
    ]),
    ...(ending.heading === undefined ? [] : heading(ending.heading)),
    ...ending.lines.flatMap((line) => text(line, 18)),
  ]
}

function wrapped(text: string, { font, size, drop }: Omit<Line, 'text'>): readonly Line[] {
  const room = page.width - 2 * page.margin
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line === '' || widthOf(longer, size) <= room) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  const leading = size * 1.35
  return [...lines, line].map((each, index) => ({
    text: each,
    font,
    size,
    drop: index === 0 ? drop + leading : leading,
  }))
}

function pagesOf(lines: readonly Line[]): readonly (readonly Line[])[] {
  const room = page.height - 2 * page.margin
  const pages: Line[][] = [[]]
  let left = room
  for (const line of lines) {
    if (line.drop > left) {
      pages.push([])
      left = room
    }
    pages.at(-1)?.push(line)
    left -= line.drop
  }
  return pages
}

function contentOf(lines: readonly Line[], number: string): string {
  let height = page.height - page.margin
  const shown = lines.map(({ text, font, size, drop }) => {
    height -= drop
    return `/${font} ${size} Tf 1 0 0 1 ${page.margin} ${height.toFixed(1)} Tm (${escaped(text)}) Tj`
  })
  return ['BT', ...shown, `/F1 9 Tf 1 0 0 1 ${page.margin} 40 Tm (${number}) Tj`, 'ET'].join('\n')
}

// Numbered objects, then the table with the byte offset of each.
function assemble(objects: readonly string[]): Buffer {
  let text = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n'
  const places = objects.map((object, index) => {
    const place = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const start = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${start}\n%%EOF\n`
  // one character is one byte, so the offsets counted above are those in the file
  return Buffer.from(text, 'latin1')
}

const escaped = (text: string) => text.replaceAll(/[\\()]/g, (found) => `\\${found}`)

// Widths of Helvetica from the space to the tilde, in thousandths of the size; bold is a little wider, which the margin
// absorbs.
const widths = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
  556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
  500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
  556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
  278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
]

function widthOf(text: string, size: number): number {
  const thousandths = Array.from(text).reduce(
    (sum, letter) => sum + (widths[letter.charCodeAt(0) - 32] ?? 556),
    0,
  )
  return (thousandths * size) / 1000
}
