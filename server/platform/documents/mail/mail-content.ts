// What a stored mail says, as a reader shows it: of message/rfc822 (.eml) and of Outlook's own format (.msg). Runs in a
// document worker.
import * as outlook from '@kenjiuno/msgreader'
import type { Address, Attachment, Email } from 'postal-mime'
import { AppError } from '../../errors.ts'
import { cleanHtml } from './clean-html.ts'
import { parseMail, tooLarge } from './mail-source.ts'

/** Somebody in a mail, as it names them. */
export interface MailPerson {
  readonly name: string | null
  readonly email: string | null
}

export interface MailContent {
  readonly from: MailPerson | null
  readonly to: readonly MailPerson[]
  readonly cc: readonly MailPerson[]
  readonly subject: string | null
  /** As the mail says, in UTC; null if it does not say. */
  readonly sent: string | null
  readonly text: string
  /** Safe to show: nothing in it runs, and nothing is loaded from elsewhere. Null if the mail has none. */
  readonly html: string | null
  readonly attachments: readonly MailAttachment[]
}

export interface MailAttachment {
  readonly name: string
  readonly contentType: string
  readonly size: number
  /** Whether it is a picture in the text. */
  readonly inline: boolean
}

// the package is CommonJS: its default export is a property of the default import
const MsgReader = outlook.default.default

const limits = { attachments: 1_000, people: 1_000, textCharacters: 1_000_000, line: 2_000 }

interface ReadMail extends Omit<MailContent, 'html'> {
  /** As it is in the mail. */
  readonly page: string
  readonly bytesOf: (index: number) => Uint8Array
}

/** The mail, in the format that its first bytes show. Throws bad_request for what is none, or beyond the limits. */
export async function readMailContent(bytes: Uint8Array): Promise<MailContent> {
  const { page, bytesOf: _, ...mail } = await openMail(bytes)
  return { ...mail, html: page.trim() === '' ? null : cleanHtml(page) }
}

/** The bytes of one attachment, by its place in the list; undefined if there are not as many. */
export async function readMailAttachment({
  bytes,
  index,
}: {
  readonly bytes: Uint8Array
  readonly index: number
}): Promise<{ readonly bytes: Uint8Array } | undefined> {
  const { attachments, bytesOf } = await openMail(bytes)
  // a copy of its own: it leaves the worker without the mail
  return attachments[index] ? { bytes: new Uint8Array(bytesOf(index)) } : undefined
}

/** The mail with its page as it was sent, which must not be shown. */
export async function openMail(bytes: Uint8Array): Promise<ReadMail> {
  const isCompound = Buffer.from(bytes.subarray(0, 4)).equals(Buffer.from([0xd0, 0xcf, 0x11, 0xe0]))
  return isCompound ? fromOutlook(bytes) : fromEml(await parseMail(bytes))
}

function fromEml(mail: Email): ReadMail {
  checkCount(mail.attachments.length)
  return {
    from: mail.from ? (peopleOf([mail.from])[0] ?? null) : null,
    to: peopleOf(mail.to),
    cc: peopleOf(mail.cc),
    subject: line(mail.subject) || null,
    sent: dateOf(mail.date),
    text: plain(mail.text),
    page: plain(mail.html),
    attachments: mail.attachments.map((attachment, index) => ({
      name: line(attachment.filename ?? '') || `attachment-${index + 1}`,
      contentType: attachment.mimeType,
      size: contentOf(attachment).length,
      inline: attachment.disposition === 'inline' || attachment.related === true,
    })),
    bytesOf(index) {
      const attachment = mail.attachments[index]
      return attachment ? contentOf(attachment) : new Uint8Array()
    },
  }
}

/** Addresses, with those of groups. */
const peopleOf = (addresses: readonly Address[] = []): readonly MailPerson[] =>
  addresses
    .flatMap((each) => (each.group ? each.group : [each]))
    .slice(0, limits.people)
    .map(({ name, address }) => ({ name: line(name) || null, email: line(address) || null }))

function contentOf({ content }: Attachment): Uint8Array {
  if (typeof content === 'string') return new TextEncoder().encode(content)
  return content instanceof Uint8Array ? content : new Uint8Array(content)
}

function fromOutlook(bytes: Uint8Array): ReadMail {
  const reader = new MsgReader(new Uint8Array(bytes).buffer)
  const mail = readFields(reader)
  const attachments = mail.attachments ?? []
  checkCount(attachments.length)
  const contents = new Map<number, Uint8Array>()
  const contentAt = (index: number): Uint8Array => {
    const known = contents.get(index)
    if (known) return known
    const attachment = attachments[index]
    const content = attachment ? attachmentOf(reader, attachment) : new Uint8Array()
    contents.set(index, content)
    return content
  }
  const withRole = (role: string) =>
    (mail.recipients ?? [])
      .filter(({ recipType = 'to' }) => recipType === role)
      .slice(0, limits.people)
      .map(({ name, smtpAddress, email }) => ({
        name: line(name) || null,
        email: addressIn(smtpAddress, email),
      }))
  const sender = addressIn(mail.senderSmtpAddress, mail.senderEmail)
  const page = mail.html ? Buffer.from(mail.html).toString('utf8') : mail.bodyHtml
  return {
    from: sender || mail.senderName ? { name: line(mail.senderName) || null, email: sender } : null,
    to: withRole('to'),
    cc: withRole('cc'),
    subject: line(mail.subject) || null,
    sent: dateOf(mail.clientSubmitTime ?? mail.messageDeliveryTime),
    text: plain(mail.body),
    page: plain(page),
    attachments: attachments.map((attachment, index) => ({
      name: line(attachment.fileName ?? attachment.name) || `attachment-${index + 1}`,
      contentType: line(attachment.attachMimeTag) || 'application/octet-stream',
      size: contentAt(index).length,
      inline: attachment.attachmentHidden === true || line(attachment.pidContentId) !== '',
    })),
    bytesOf: contentAt,
  }
}

/** The address, which a mail inside one organisation may only have in the form of its own directory. */
const addressIn = (...texts: readonly (string | undefined)[]): string | null =>
  texts.map(line).find((text) => text.includes('@')) ?? null

type Fields = ReturnType<InstanceType<typeof MsgReader>['getFileData']>

function readFields(reader: InstanceType<typeof MsgReader>): Fields {
  let fields: Fields
  try {
    fields = reader.getFileData()
  } catch (error) {
    throw new AppError('bad_request', 'The mail is damaged.', { cause: error })
  }
  if (fields.error) throw new AppError('bad_request', 'The file is not a mail, or is damaged.')
  return fields
}

function attachmentOf(
  reader: InstanceType<typeof MsgReader>,
  attachment: NonNullable<Fields['attachments']>[number],
): Uint8Array {
  try {
    return reader.getAttachment(attachment).content
  } catch {
    // the mail is readable without it
    return new Uint8Array()
  }
}

function checkCount(attachments: number): void {
  if (attachments > limits.attachments) throw tooLarge(`more than ${limits.attachments} attachments`)
}

function dateOf(text: string | undefined): string | null {
  const time = text === undefined ? Number.NaN : Date.parse(text)
  // real time: the clock of the sender
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

// the database cannot store the character 0
const plain = (text: string | undefined) =>
  (text ?? '').replaceAll('\0', '').toWellFormed().slice(0, limits.textCharacters)
const line = (text: string | undefined) => plain(text).replace(/\s+/g, ' ').trim().slice(0, limits.line)
