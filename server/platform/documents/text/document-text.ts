// The text of a document of any kind that is searched, by its content type and name. Runs in a document worker.
import type { MailPerson } from '../mail/mail-content.ts'
import { type PackedList, packList } from '../../workers/packed-list.ts'
import { collectParagraphs, type DocumentText, type Paragraph } from './paragraphs.ts'
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

// each reader is loaded with the first document of its kind: together their libraries take 15 MB in each thread
const pdf = () => import('./pdf-text.ts')
const office = () => import('./office-text.ts')
const plain = () => import('./plain-text.ts')
const mail = () => import('../mail/mail-content.ts')

async function readText({ bytes, format }: Source): Promise<DocumentText> {
  switch (format) {
    case 'pdf':
      return (await pdf()).readPdfText(bytes)
    case 'docx':
      return (await office()).readDocxText(bytes)
    case 'xlsx':
      return (await office()).readXlsxText(bytes)
    case 'pptx':
      return (await office()).readPptxText(bytes)
    case 'html': {
      const { readHtmlText, decodeText } = await plain()
      return readHtmlText(decodeText(bytes))
    }
    case 'mail':
      return readMailText(bytes)
    case 'markdown':
      return (await plain()).readPlainText(bytes, { markdown: true })
    case 'table':
      return (await plain()).readPlainText(bytes, { byLine: true })
    case 'text':
      return (await plain()).readPlainText(bytes)
  }
}

/** A mail: subject, people, text, and the names of what is attached. */
async function readMailText(bytes: Uint8Array): Promise<DocumentText> {
  const [{ openMail }, { readHtmlText, readPlainText }] = await Promise.all([mail(), plain()])
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
