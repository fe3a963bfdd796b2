// Small Word documents for tests of templates, and what is written in them.
import { zip } from '../../server/platform/documents/writing/zip.ts'
import { readZip } from '../../server/platform/documents/zip-archive.ts'

const namespace = 'http://schemas.openxmlformats.org'

const contentTypes = `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="${namespace}/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`

const relationships = `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="${namespace}/package/2006/relationships">
<Relationship Id="rId1" Type="${namespace}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`

/**
 * A document of these paragraphs (their text is XML); `more` adds parts, or puts others in the place of the usual ones.
 */
export function docx(paragraphs: readonly string[], more: Readonly<Record<string, string>> = {}): Buffer {
  const body = paragraphs.map((text) => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`)
  const parts: Readonly<Record<string, string>> = {
    '[Content_Types].xml': contentTypes,
    '_rels/.rels': relationships,
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><w:document xmlns:w="${namespace}/wordprocessingml/2006/main"><w:body>${body.join('')}</w:body></w:document>`,
    ...more,
  }
  return zip(Object.entries(parts).map(([name, content]) => ({ name, content })))
}

/** The text of each paragraph, as XML. */
export function paragraphsOf(document: Buffer): readonly string[] {
  const parts = readZip(document, { entries: 1000, bytes: 2 ** 26 })
  const xml = parts.find(({ name }) => name === 'word/document.xml')?.content.toString('utf8') ?? ''
  return [...xml.matchAll(/<w:p[ >].*?<\/w:p>/gs)].map(([paragraph]) =>
    [...paragraph.matchAll(/<w:t[^>]*>([^<]*)<\/w:t>|<w:br\/>/g)]
      .map(([tag, text]) => text ?? (tag === '<w:br/>' ? '\n' : ''))
      .join(''),
  )
}

/** The document with other words in its text, as somebody would send it back; everything else stays as it was. */
export function rewritten(document: Buffer, changes: Readonly<Record<string, string>>): Buffer {
  const parts = readZip(document, { entries: 1000, bytes: 2 ** 26 })
  return zip(
    parts.map(({ name, content }) => {
      const text = content.toString('utf8')
      if (name !== 'word/document.xml') return { name, content: text }
      return {
        name,
        content: Object.entries(changes).reduce((now, [from, to]) => {
          if (!now.includes(from)) throw new Error(`The document does not say "${from}"`)
          return now.replace(from, to)
        }, text),
      }
    }),
  )
}
