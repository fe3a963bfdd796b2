// A document as the other side sends it back: words replaced with tracking on, and a comment on them.
import { zip } from '../../server/platform/documents/writing/zip.ts'
import { readZip } from '../../server/platform/documents/zip-archive.ts'

const word = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const commentsType = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments'

interface Answer {
  /** Words of one run, which are struck out. */
  readonly from: string
  /** What is written in their place. */
  readonly to: string
  readonly author: string
  readonly comment: string
}

/** The document with the words replaced as Word does it with tracking on. It must have no comments yet. */
export function returnedDocx(document: Buffer, { from, to, author, comment }: Answer): Buffer {
  const by = (id: number) => `w:id="${id}" w:author="${author}" w:date="2026-03-02T09:30:00Z"`
  const marks = [
    '</w:t></w:r><w:commentRangeStart w:id="900"/>',
    `<w:del ${by(901)}><w:r><w:delText xml:space="preserve">${from}</w:delText></w:r></w:del>`,
    `<w:ins ${by(902)}><w:r><w:t xml:space="preserve">${to}</w:t></w:r></w:ins>`,
    '<w:commentRangeEnd w:id="900"/><w:r><w:commentReference w:id="900"/></w:r>',
    '<w:r><w:t xml:space="preserve">',
  ].join('')
  const changes: Readonly<Record<string, readonly [string, string]>> = {
    'word/document.xml': [from, marks],
    '[Content_Types].xml': [
      '</Types>',
      '<Override PartName="/word/comments.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.comments+xml"/></Types>',
    ],
    'word/_rels/document.xml.rels': [
      '</Relationships>',
      `<Relationship Id="rIdComments" Type="${commentsType}" Target="comments.xml"/></Relationships>`,
    ],
  }
  const parts = readZip(document, { entries: 1000, bytes: 2 ** 26 }).map(({ name, content }) => {
    const [old, replacement] = changes[name] ?? ['', '']
    const text = content.toString('utf8')
    if (!text.includes(old)) throw new Error(`${name} does not have "${old}"`)
    return { name, content: old === '' ? content : text.replace(old, replacement) }
  })
  const comments = `<?xml version="1.0"?><w:comments xmlns:w="${word}"><w:comment ${by(900)}><w:p><w:r><w:t>${comment}</w:t></w:r></w:p></w:comment></w:comments>`
  return zip([...parts, { name: 'word/comments.xml', content: comments }])
}
