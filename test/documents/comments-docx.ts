// Small Word documents with comments, written by programs of every kind: with and without what names threads.
import { docx } from './docx.ts'

const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const threads = 'http://schemas.microsoft.com/office/2011/relationships/commentsExtended'
const names =
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml" xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"'

interface Comment {
  readonly id: number
  readonly text: string
  /** Of its paragraph; without one it has none. */
  readonly paragraph?: string
  /** The paragraph that it answers. */
  readonly parent?: string
  /** No words of the document refer to it. */
  readonly isLoose?: boolean
}

/** The words of a comment with its marks, as a text of `docx`. */
const marked = ({ id }: Comment) =>
  `</w:t></w:r><w:commentRangeStart w:id="${id}"/><w:r><w:t xml:space="preserve">words ${id}</w:t></w:r><w:commentRangeEnd w:id="${id}"/><w:r><w:commentReference w:id="${id}"/></w:r><w:r><w:t>`

/**
 * A document of these paragraphs (as of `docx`) and one with the words of each comment. `threaded`: with the part that
 * says what answers what.
 */
export function docxWithComments(
  comments: readonly Comment[],
  {
    paragraphs = [],
    threaded = true,
  }: { readonly paragraphs?: readonly string[]; readonly threaded?: boolean } = {},
): Buffer {
  const written = comments.map(({ id, text, paragraph }) => {
    const named = paragraph === undefined ? '' : ` w14:paraId="${paragraph}"`
    return `<w:comment w:id="${id}" w:author="Ana Prior" w:date="2026-03-02T09:30:00Z"><w:p${named}><w:r><w:t>${text}</w:t></w:r></w:p></w:comment>`
  })
  const states = comments.map(({ paragraph, parent }) => {
    const answers = parent === undefined ? '' : ` w15:paraIdParent="${parent}"`
    return `<w15:commentEx w15:paraId="${paragraph}"${answers} w15:done="0"/>`
  })
  return docx([...paragraphs, ...comments.filter(({ isLoose }) => isLoose !== true).map(marked)], {
    'word/_rels/document.xml.rels': `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/comments" Target="comments.xml"/>${threaded ? `<Relationship Id="rId2" Type="${threads}" Target="commentsExtended.xml"/>` : ''}</Relationships>`,
    'word/comments.xml': `<?xml version="1.0"?><w:comments ${names}>${written.join('')}</w:comments>`,
    ...(threaded
      ? {
          'word/commentsExtended.xml': `<?xml version="1.0"?><w15:commentsEx ${names}>${states.join('')}</w15:commentsEx>`,
        }
      : {}),
  })
}
