// Parsing a mail as it was sent (message/rfc822). Runs in a document worker.
import { createHash } from 'node:crypto'
import { convert } from 'html-to-text'
import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { AppError } from '../../platform/errors.ts'

/** What is extracted from a mail; the mail itself is stored as well, byte for byte. */
export interface InboundMail {
  /** The same for the same mail, however often it is sent. */
  readonly reference: string
  /** The address in `From`; undefined if there is none. */
  readonly sender: string | undefined
  readonly subject: string | undefined
  readonly text: string
  readonly sentAt: Date | null
  /** The attachments; images that are part of the text are not included. */
  readonly attachments: readonly {
    readonly name: string
    readonly type: string
    readonly bytes: Uint8Array
  }[]
}

const limits = {
  /** In addition to those of files, which have about 76 characters. */
  lines: 200_000,
  headerBytes: 1024 * 1024,
  depth: 50,
  /** Lines that start with two dashes, which separate parts and occur in some texts. */
  separators: 10_000,
  attachments: 1_000,
  /** How much of an HTML page is read as text; the mail itself is stored completely. */
  pageCharacters: 500_000,
  pageDepth: 100,
  textCharacters: 1_000_000,
}

/** As tolerant as mail clients: reads whatever can be made out. Throws bad_request for a mail beyond the limits. */
export async function readMail(bytes: Uint8Array): Promise<InboundMail> {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  checkLines(raw)
  const mail = await PostalMime.parse(raw, {
    attachmentEncoding: 'arraybuffer',
    maxNestingDepth: limits.depth,
    maxHeadersSize: limits.headerBytes,
  }).catch(refuse)
  const files = mail.attachments.filter(isFile)
  if (files.length > limits.attachments) throw tooLarge(`more than ${limits.attachments} attachments`)
  return {
    reference: line(mail.messageId) || createHash('sha256').update(raw).digest('hex'),
    sender: line(mail.from?.address) || undefined,
    subject: line(mail.subject) || undefined,
    text: textOf(mail),
    sentAt: dateOf(mail.date),
    attachments: files.map((attachment, index) => ({
      name: attachment.filename ?? `attachment-${index + 1}`,
      type: attachment.mimeType,
      bytes: bytesOf(attachment.content),
    })),
  }
}

/**
 * Counts what the parser does not limit: its memory grows with the number of lines, its time with the number of parts.
 */
function checkLines(raw: Buffer): void {
  const mostLines = limits.lines + raw.length / 76
  let [lines, separators] = [0, 0]
  for (let at = raw.indexOf(10); at >= 0; at = raw.indexOf(10, at + 1)) {
    if (++lines > mostLines) throw tooLarge(`more than ${Math.floor(mostLines)} lines`)
    if (raw[at + 1] === 45 && raw[at + 2] === 45 && ++separators > limits.separators) {
      throw tooLarge(`more than ${limits.separators} lines that start with --`)
    }
  }
}

/** Recognises the parser's limits by their messages; it has no error types of its own. */
function refuse(error: unknown): never {
  const message = error instanceof Error ? error.message : ''
  if (message.startsWith('Maximum MIME nesting'))
    throw tooLarge(`parts nested more than ${limits.depth} deep`)
  if (message.startsWith('Maximum header size'))
    throw tooLarge(`more than ${limits.headerBytes} bytes of headers`)
  throw error
}

const tooLarge = (what: string) => new AppError('bad_request', `The mail has ${what}.`)

function textOf({ text, html }: Email): string {
  const { pageCharacters, pageDepth: maxDepth, textCharacters } = limits
  if (text?.trim()) return storable(text).slice(0, textCharacters)
  if (!html) return ''
  const page = html.slice(0, pageCharacters)
  return storable(convert(page, { wordwrap: false, limits: { maxDepth } })).slice(0, textCharacters)
}

const isFile = ({ disposition, related }: Attachment) => disposition !== 'inline' && !related

function bytesOf(content: Attachment['content']): Uint8Array {
  if (typeof content === 'string') return new TextEncoder().encode(content)
  return content instanceof Uint8Array ? content : new Uint8Array(content)
}

function dateOf(text: string | undefined): Date | null {
  const time = text === undefined ? Number.NaN : Date.parse(text)
  // real time: the clock of the sender
  return Number.isNaN(time) ? null : new Date(time)
}

// the database cannot store the character 0
const storable = (text: string) => text.replaceAll('\0', '')
const line = (text: string | undefined) => storable(text ?? '').trim()
