// The text of a document of any kind that is searched, by its content type and name. Runs in a document worker.
import { type MailPerson, openMail } from '../mail/mail-content.ts'
import { type PackedList, packList } from '../../workers/packed-list.ts'
import { readDocxText, readPptxText, readXlsxText } from './office-text.ts'
import { collectParagraphs, type DocumentText, type Paragraph } from './paragraphs.ts'
import { readPdfText } from './pdf-text.ts'
import { decodeText, readHtmlText, readPlainText } from './plain-text.ts'
import type { TextFormat } from './text-formats.ts'

interface Source {
  readonly bytes: Uint8Array
  readonly format: TextFormat
}

/** What was read, packed for the way between threads. */
export interface PackedText {
  readonly paragraphs: PackedList<Paragraph>
  readonly complete: boolean
}

/** Reads the text. Throws bad_request for a document that is damaged, protected or beyond the limits. */
export async function readDocumentText(source: Source): Promise<PackedText> {
  const { paragraphs, complete } = await readText(source)
  return { paragraphs: packList(paragraphs), complete }
}

function readText({ bytes, format }: Source): DocumentText | Promise<DocumentText> {
  switch (format) {
    case 'pdf':
      return readPdfText(bytes)
    case 'docx':
      return readDocxText(bytes)
    case 'xlsx':
      return readXlsxText(bytes)
    case 'pptx':
      return readPptxText(bytes)
    case 'html':
      return readHtmlText(decodeText(bytes))
    case 'mail':
      return readMailText(bytes)
    case 'markdown':
      return readPlainText(bytes, { markdown: true })
    case 'table':
      return readPlainText(bytes, { byLine: true })
    case 'text':
      return readPlainText(bytes)
  }
}

/** A mail: subject, people, text, and the names of what is attached. */
async function readMailText(bytes: Uint8Array): Promise<DocumentText> {
  const { from, to, cc, subject, text, page, attachments } = await openMail(bytes)
  const collected = collectParagraphs()
  collected.add(subject ?? '', { level: 1 })
  collected.add([...(from ? [from] : []), ...to, ...cc].map(shown).join(', '))
  const { paragraphs, complete } = text.trim() === '' ? readHtmlText(page) : readPlainText(Buffer.from(text))
  for (const { text: paragraph, level } of paragraphs) {
    if (!collected.add(paragraph, level === null ? {} : { level })) break
  }
  collected.add(attachments.map(({ name }) => name).join(', '))
  return collected.end(!complete)
}

const shown = ({ name, email }: MailPerson) => [name, email].filter((each) => each !== null).join(' ')
