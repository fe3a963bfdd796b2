// Reading a mail as it was sent (message/rfc822).
import { createHash } from 'node:crypto'
import { convert } from 'html-to-text'
import PostalMime, { type Attachment, type Email } from 'postal-mime'

/** What is taken from a mail; the mail itself is kept besides, byte for byte. */
export interface InboundMail {
  /** The same for the same mail, however often it is sent. */
  readonly reference: string
  /** The address in `From`; undefined where there is none. */
  readonly sender: string | undefined
  readonly subject: string | undefined
  readonly text: string
  readonly sentAt: Date | null
  /** The files that came with it; pictures that are part of its text are none. */
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly bytes: Buffer }[]
}

/** Reads it as mail clients do: whatever is wrong with it, as far as it can be made out. */
export async function readMail(raw: Buffer): Promise<InboundMail> {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'arraybuffer', maxNestingDepth: 50 })
  return {
    reference: line(mail.messageId) || createHash('sha256').update(raw).digest('hex'),
    sender: line(mail.from?.address) || undefined,
    subject: line(mail.subject) || undefined,
    text: textOf(mail),
    sentAt: dateOf(mail.date),
    attachments: mail.attachments.filter(isFile).map((attachment, index) => ({
      name: attachment.filename ?? `attachment-${index + 1}`,
      type: attachment.mimeType,
      bytes: bytesOf(attachment.content),
    })),
  }
}

function textOf({ text, html }: Email): string {
  if (text?.trim()) return storable(text)
  // pages of a mail may be nested without end
  return html ? storable(convert(html, { wordwrap: false, limits: { maxDepth: 100 } })) : ''
}

const isFile = ({ disposition, related }: Attachment) => disposition !== 'inline' && !related

function bytesOf(content: Attachment['content']): Buffer {
  if (typeof content === 'string') return Buffer.from(content)
  return content instanceof Uint8Array ? Buffer.from(content) : Buffer.from(new Uint8Array(content))
}

function dateOf(text: string | undefined): Date | null {
  const time = text === undefined ? Number.NaN : Date.parse(text)
  // real time: what the sender's clock said
  return Number.isNaN(time) ? null : new Date(time)
}

// the database has no character 0
const storable = (text: string) => text.replaceAll('\0', '')
const line = (text: string | undefined) => storable(text ?? '').trim()
