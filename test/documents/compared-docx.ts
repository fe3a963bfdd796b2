// A Word document in two versions: an amount, a row of a table, the look of a clause, and a clause that moved.
import { docx } from './docx.ts'

const cells = (...texts: string[]) =>
  `<w:tr>${texts.map((text) => `<w:tc><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`).join('')}</w:tr>`
const document = (inside: string) => ({
  'word/document.xml': `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${inside}</w:body></w:document>`,
})
const paragraph = (text: string, look = '') =>
  `<w:p><w:r>${look && `<w:rPr>${look}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r></w:p>`

const movedText = '3. Notices. Every notice is sent to the registered office of the other party in writing.'
const moved = paragraph(movedText)
const first = docx(
  [],
  document(
    [
      paragraph('1. Payment. The fee of $10,000 is due within 30 days.'),
      `<w:tbl>${cells('Service', 'Price')}${cells('Support', '1')}</w:tbl>`,
      paragraph('2. Law. English law governs this agreement and every dispute that arises from it.'),
      moved,
      paragraph('4. Term. One year from the date on which both of the parties have signed it.'),
      paragraph('5. Copies. This agreement may be signed in several copies that together are one.'),
    ].join(''),
  ),
)
const second = docx(
  [],
  document(
    [
      paragraph('1. Payment. The fee of $12,000 is due within 30 days.'),
      `<w:tbl>${cells('Service', 'Price')}${cells('Support', '1')}${cells('Training', '2')}</w:tbl>`,
      paragraph(
        '2. Law. English law governs this agreement and every dispute that arises from it.',
        '<w:b/>',
      ),
      paragraph('4. Term. One year from the date on which both of the parties have signed it.'),
      paragraph('5. Copies. This agreement may be signed in several copies that together are one.'),
      moved,
    ].join(''),
  ),
)

const made = 'w:id="1" w:author="chancery:comparison" w:date="2000-01-01T00:00:00Z"'
const mark = (name: string) => `<w:pPr><w:rPr><w:${name} ${made}/></w:rPr></w:pPr>`
const insertedCell = (text: string) =>
  `<w:tc><w:p>${mark('ins')}<w:ins ${made}><w:r><w:t>${text}</w:t></w:r></w:ins></w:p></w:tc>`
const movedParagraph = (name: string) =>
  `<w:p>${mark(name)}<w:${name}RangeStart w:name="move1" ${made}/><w:${name} ${made}><w:r><w:t>${movedText}</w:t></w:r></w:${name}><w:${name}RangeEnd w:id="1"/></w:p>`

// as Word writes them
const redline = docx(
  [],
  document(
    [
      `<w:p><w:r><w:t xml:space="preserve">1. Payment. The fee of </w:t></w:r><w:ins ${made}><w:r><w:t>$12,000</w:t></w:r></w:ins><w:del ${made}><w:r><w:delText>$10,000</w:delText></w:r></w:del><w:r><w:t xml:space="preserve"> is due within 30 days.</w:t></w:r></w:p>`,
      `<w:tbl>${cells('Service', 'Price')}${cells('Support', '1')}<w:tr><w:trPr><w:ins ${made}/></w:trPr>${insertedCell('Training')}${insertedCell('2')}</w:tr></w:tbl>`,
      paragraph(
        '2. Law. English law governs this agreement and every dispute that arises from it.',
        `<w:b/><w:rPrChange ${made}><w:rPr/></w:rPrChange>`,
      ),
      movedParagraph('moveFrom'),
      paragraph('4. Term. One year from the date on which both of the parties have signed it.'),
      paragraph('5. Copies. This agreement may be signed in several copies that together are one.'),
      movedParagraph('moveTo'),
    ].join(''),
  ),
)

/** Both versions, the changes between them as tracked changes, and the text of the clause that moved. */
export const comparedDocuments = { first, second, redline, moved: movedText }
