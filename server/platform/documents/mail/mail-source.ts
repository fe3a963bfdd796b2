// Parsing a mail as it was sent (message/rfc822), within limits. Runs in a document worker.
import PostalMime, { type Email } from 'postal-mime'
import { AppError } from '../../errors.ts'

const limits = {
  /** In addition to those of files, which have about 76 characters. */
  lines: 200_000,
  headerBytes: 1024 * 1024,
  depth: 50,
  /** Lines that start with two dashes, which separate parts and occur in some texts. */
  separators: 10_000,
  /** Mails inside mails; a digest has some. */
  messages: 100,
  /** The parser reads each of them again for each one around it. */
  linesOfMessages: 2_000_000,
}

/** As tolerant as mail clients: reads whatever can be made out. Throws bad_request for a mail beyond the limits. */
export async function parseMail(bytes: Uint8Array): Promise<Email> {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const lines = countLines(raw)
  const messages = countMessages(raw)
  if (messages * lines > limits.linesOfMessages) throw tooLarge('mails inside it that are too long')
  return PostalMime.parse(raw, {
    attachmentEncoding: 'arraybuffer',
    maxNestingDepth: limits.depth,
    maxHeadersSize: limits.headerBytes,
  }).catch(refuse)
}

/**
 * Counts what the parser does not limit: its memory grows with the number of lines, its time with the number of parts.
 */
function countLines(raw: Buffer): number {
  const mostLines = limits.lines + raw.length / 76
  let [lines, separators] = [0, 0]
  for (let at = raw.indexOf(10); at >= 0; at = raw.indexOf(10, at + 1)) {
    if (++lines > mostLines) throw tooLarge(`more than ${Math.floor(mostLines)} lines`)
    if (raw[at + 1] === 45 && raw[at + 2] === 45 && ++separators > limits.separators) {
      throw tooLarge(`more than ${limits.separators} lines that start with --`)
    }
  }
  return lines
}

const scanned = 1024 * 1024

function countMessages(raw: Buffer): number {
  const type = 'message/rfc822'
  let messages = 0
  for (let at = 0; at < raw.length; at += scanned) {
    // so much more that one across the end is found, once
    const text = raw.toString('latin1', at, at + scanned + type.length - 1)
    messages += text.match(/message\/rfc822/gi)?.length ?? 0
    if (messages > limits.messages) throw tooLarge(`more than ${limits.messages} mails inside it`)
  }
  return messages
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

/** The error for a mail beyond a limit. */
export const tooLarge = (what: string) => new AppError('bad_request', `The mail has ${what}.`)
