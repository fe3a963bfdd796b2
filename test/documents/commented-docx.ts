// A long Word document as counsel send it: headings, pages, a comment and its answer.
import { docx } from './docx.ts'

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const wordNames = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"`
const comment = (id: number, author: string, text: string) =>
  `<w:comment w:id="${id}" w:author="${author}" w:date="2026-03-02T09:30:00Z"><w:p w14:paraId="0000000${id}"><w:r><w:t>${text}</w:t></w:r></w:p></w:comment>`
/** Twelve pages, each with a heading; a comment on the second one, with an answer, is settled. */
export const commentedDocx = docx(
  Array.from({ length: 12 }, (_, index) => {
    const words = index === 1 ? 'without limit' : 'as agreed'
    const [start, end] =
      index === 1
        ? [
            '<w:commentRangeStart w:id="1"/>',
            '<w:commentRangeEnd w:id="1"/><w:r><w:commentReference w:id="1"/></w:r>',
          ]
        : ['', '']
    const pageBreak = index === 0 ? '' : '<w:r><w:br w:type="page"/></w:r>'
    return `</w:t></w:r></w:p><w:p><w:pPr><w:pStyle w:val="H1"/></w:pPr>${pageBreak}<w:r><w:t>Clause ${index + 1}</w:t></w:r></w:p><w:p><w:r><w:t xml:space="preserve">The Supplier is liable </w:t></w:r>${start}<w:r><w:t>${words}</w:t></w:r>${end}<w:r><w:t>.`
  }),
  {
    'word/_rels/document.xml.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/styles" Target="styles.xml"/><Relationship Id="rId2" Type="${office}/comments" Target="comments.xml"/><Relationship Id="rId3" Type="http://schemas.microsoft.com/office/2011/relationships/commentsExtended" Target="commentsExtended.xml"/></Relationships>`,
    'word/styles.xml': `<?xml version="1.0"?><w:styles ${wordNames}><w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/></w:style></w:styles>`,
    'word/comments.xml': `<?xml version="1.0"?><w:comments ${wordNames}>${comment(1, 'Ana Prior', 'Cap this.')}${comment(2, 'Tomas Berg', 'At the fees of a year?')}</w:comments>`,
    'word/commentsExtended.xml': `<?xml version="1.0"?><w15:commentsEx ${wordNames}><w15:commentEx w15:paraId="00000001" w15:done="1"/><w15:commentEx w15:paraId="00000002" w15:paraIdParent="00000001" w15:done="1"/></w15:commentsEx>`,
  },
)
