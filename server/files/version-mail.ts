// A version of a file that is a mail, as a mail: who wrote to whom, its text, and its attachments one by one.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type {
  MailContent,
  readMailAttachment,
  readMailContent,
} from '../platform/documents/mail/mail-content.ts'
import { textFormatOf } from '../platform/documents/text/text-formats.ts'
import { conflict, notFound } from '../platform/errors.ts'
import type { ByteRange } from '../platform/storage/storage.ts'
import { documentTask } from '../platform/workers/document-task.ts'
import { servedContentType } from './contents/content-type.ts'
import { type FileContent, getFileContent } from './read-file.ts'
import { readBytes } from '../platform/workers/join-bytes.ts'

const module = new URL('../platform/documents/mail/mail-content.ts', import.meta.url)
const called = 'The mail'
// somebody waits; a mail with attachments is in memory twice
const limits = { seconds: 5, megabytes: 512 }
const mailContent = documentTask<typeof readMailContent>(module, { name: 'readMailContent', called, limits })
const mailAttachment = documentTask<typeof readMailAttachment>(module, {
  name: 'readMailAttachment',
  called,
  limits,
})

const largest = 64 * 1024 * 1024

interface Which {
  readonly id: number
  readonly version: number
}

/**
 * The mail in a version. Throws not_found like a download, conflict for a file that is no mail or too large, and
 * bad_request for one that is damaged.
 */
export async function getVersionMail(app: App, actor: Actor, which: Which): Promise<MailContent> {
  const bytes = await readMailFile(app, actor, which)
  return app.documents.run(mailContent, bytes, { organisationId: actor.organisationId, input: 'file' })
}

/** One of its attachments, by its place in the list, from 1; not_found if there is none. */
export async function getMailAttachment(
  app: App,
  actor: Actor,
  { place, ...which }: Which & { readonly place: number },
): Promise<Omit<FileContent, 'md5'>> {
  const source = await readMailFile(app, actor, which)
  const of = { organisationId: actor.organisationId, input: 'file' }
  const { attachments } = await app.documents.run(mailContent, source, of)
  const attachment = attachments[place - 1]
  if (!attachment) throw notFound()
  const read = await app.documents.run(mailAttachment, { bytes: source, index: place - 1 }, of)
  if (!read) throw notFound()
  const bytes = Buffer.from(read.bytes)
  return {
    name: attachment.name,
    contentType: servedContentType(attachment.contentType),
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest(),
    open: async (range?: ByteRange) =>
      Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
  }
}

async function readMailFile(app: App, actor: Actor, { id, version }: Which): Promise<Uint8Array> {
  const content = await getFileContent(app, actor, id, version)
  if (textFormatOf(content.contentType, content.name) !== 'mail') {
    throw conflict(`${content.name} is not a mail: a mail is an .eml or .msg file.`)
  }
  if (content.size > largest) {
    throw conflict(
      `${content.name} is larger than the ${largest / 1_048_576} MiB of a mail that is shown. Download it.`,
    )
  }
  return readBytes(await content.open())
}
