// A contract as it comes back from the other side: tracked changes of every kind by two people, and comments.
import { docx } from './docx.ts'

const wordNames =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

let used = 0
/** The attributes of a mark, by Tomas unless somebody else is named. */
const by = (author = 'Tomas Berg', date = '2026-03-02T09:30:00Z') =>
  `w:id="${++used + 100}" w:author="${author}" w:date="${date}"`
const run = (text: string, look = '') =>
  `<w:r>${look && `<w:rPr>${look}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`
const gone = (text: string) => `<w:r><w:delText xml:space="preserve">${text}</w:delText></w:r>`
const inserted = (text: string, who = by()) => `<w:ins ${who}>${run(text)}</w:ins>`
const deleted = (text: string, who = by()) => `<w:del ${who}>${gone(text)}</w:del>`
const paragraph = (inside: string, properties = '') =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${inside}</w:p>`
const cell = (inside: string) => `<w:tc><w:tcPr><w:tcW w:w="4000" w:type="dxa"/></w:tcPr>${inside}</w:tc>`
const end = (mark: string, who = by()) => `<w:rPr><w:${mark} ${who}/></w:rPr>`

const move = (name: 'moveFrom' | 'moveTo') =>
  `<w:p><w:pPr>${end(name)}</w:pPr><w:${name}RangeStart w:id="${name === 'moveFrom' ? 1 : 2}" w:name="move7" w:author="Tomas Berg" w:date="2026-03-02T09:30:00Z"/><w:${name} ${by()}>${run('5. Notices. Notices are in writing.')}</w:${name}><w:${name}RangeEnd w:id="${name === 'moveFrom' ? 1 : 2}"/></w:p>`

const box = inserted('Draft')
const body = [
  paragraph(run('Services agreement'), '<w:pStyle w:val="H1"/>'),
  // 1, 2: a number replaced by somebody, with a comment on it
  paragraph(
    `${run('1. Payment. Fees are due within ')}<w:commentRangeStart w:id="0"/><w:commentRangeStart w:id="1"/>${deleted('30')}${inserted('45')}${run(' days')}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r><w:commentRangeEnd w:id="1"/><w:r><w:commentReference w:id="1"/></w:r>${run('.')}`,
  ),
  // 3: two paragraphs at once; inside, 4: words that somebody else took out of them
  paragraph(run('2. Term. One year.'), end('ins')),
  paragraph(
    `<w:ins ${by()}>${run('2a. Renewal. It renews ')}<w:del ${by('Ana Prior')}>${gone('automatically ')}</w:del>${run('each year.')}</w:ins>`,
  ),
  // 5: the look of a paragraph and its words
  paragraph(
    `<w:r><w:rPr><w:b/><w:rPrChange ${by('Ana Prior')}><w:rPr/></w:rPrChange></w:rPr><w:t>3. Liability. It is limited.</w:t></w:r>`,
    `<w:jc w:val="center"/><w:pPrChange ${by('Ana Prior')}><w:pPr><w:jc w:val="left"/></w:pPr></w:pPrChange>`,
  ),
  // 6: a row that came, 7: one that went with a comment on it
  `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="4000"/><w:gridCol w:w="4000"/></w:tblGrid><w:tr>${cell(paragraph(run('Support')))}${cell(paragraph(run('100')))}</w:tr>`,
  `<w:tr><w:trPr><w:ins ${by()}/></w:trPr>${cell(paragraph(inserted('Training'), end('ins')))}${cell(paragraph(inserted('200'), end('ins')))}</w:tr>`,
  `<w:tr><w:trPr><w:del ${by('Ana Prior')}/></w:trPr>${cell(paragraph(`<w:commentRangeStart w:id="2"/>${deleted('Travel', by('Ana Prior'))}<w:commentRangeEnd w:id="2"/><w:r><w:commentReference w:id="2"/></w:r>`, end('del', by('Ana Prior'))))}${cell(paragraph(deleted('300', by('Ana Prior')), end('del', by('Ana Prior'))))}</w:tr></w:tbl>`,
  // 8: a clause that moved
  move('moveFrom'),
  paragraph(run('4. Law. English law.')),
  move('moveTo'),
  // 9: a paragraph that went as a whole
  paragraph(deleted('6. Publicity. Either party may say so.'), end('del')),
  // 10: in a text box, which older programs show in another way
  paragraph(
    `${run('7. Copies.')}<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx><w:txbxContent>${paragraph(box)}</w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><w:txbxContent>${paragraph(box)}</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r>`,
  ),
  '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>',
].join('')

const comment = (id: number, author: string, text: string) =>
  `<w:comment w:id="${id}" w:author="${author}" w:date="2026-03-02T09:30:00Z" w:initials="X"><w:p w14:paraId="0000000${id + 1}"><w:r><w:t>${text}</w:t></w:r></w:p></w:comment>`

/** The document: ten changes by Tomas Berg and Ana Prior, and two threads of comments. */
export const markedDocx = docx([], {
  'word/document.xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:document ${wordNames}><w:body>${body}</w:body></w:document>`,
  '[Content_Types].xml': `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/><Override PartName="/word/comments.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml"/><Override PartName="/word/commentsExtended.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.commentsExtended+xml"/></Types>`,
  'word/_rels/document.xml.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId2" Type="${office}/comments" Target="comments.xml"/><Relationship Id="rId3" Type="http://schemas.microsoft.com/office/2011/relationships/commentsExtended" Target="commentsExtended.xml"/></Relationships>`,
  'word/comments.xml': `<?xml version="1.0"?><w:comments ${wordNames}>${comment(0, 'Tomas Berg', 'We need more time.')}${comment(1, 'Ana Prior', 'Why?')}${comment(2, 'Ana Prior', 'Not ours.')}</w:comments>`,
  'word/commentsExtended.xml': `<?xml version="1.0"?><w15:commentsEx ${wordNames}><w15:commentEx w15:paraId="00000001" w15:done="0"/><w15:commentEx w15:paraId="00000002" w15:paraIdParent="00000001" w15:done="0"/></w15:commentsEx>`,
})
