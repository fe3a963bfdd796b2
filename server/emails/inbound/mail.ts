// Parsing a mail as it was sent (message/rfc822). Runs in a document worker.
import { createHash } from 'node:crypto'
import type { Attachment, Email } from 'postal-mime'
import { textOfPage } from '../../platform/documents/html-page.ts'
import { parseMail, tooLarge } from '../../platform/documents/mail/mail-source.ts'

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
  attachments: 1_000,
  /** How much of an HTML page is read as text; the mail itself is stored completely. */
  pageCharacters: 500_000,
  textCharacters: 1_000_000,
}

/** As tolerant as mail clients: reads whatever can be made out. Throws bad_request for a mail beyond the limits. */
export async function readMail(bytes: Uint8Array): Promise<InboundMail> {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const mail = await parseMail(bytes)
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

function textOf({ text, html }: Email): string {
  const { pageCharacters, textCharacters } = limits
  if (text?.trim()) return storable(text).slice(0, textCharacters)
  if (!html) return ''
  // of a page beyond the limits what comes before them: the mail itself is stored completely
  const page = textOfPage(html.slice(0, pageCharacters), { asMail: true })
  return storable(page.text).slice(0, textCharacters)
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
