// Reading stored contents with verification: nothing leaves the storage as a complete file unless it matches, byte for
// byte, what was stored. How each kind of reading is checked, and what that costs:
// docs/decisions/0030-damaged-contents.md.
import { createHash } from 'node:crypto'
import { pipeline, Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { App } from '../app.ts'
import { withoutPlace } from '../place-in-queue.ts'
import { readBytes } from '../workers/join-bytes.ts'
import { contentDamaged, findProblem, type Problem, reportDamage } from './content-damages.ts'
import { FileReading } from './file-reading.ts'
import {
  type ByteRange,
  ContentDamaged,
  ContentMissing,
  type OpenedContent,
  type RecordedContent,
} from './storage.ts'

type ContentReader = Pick<App, 'db' | 'database' | 'clock' | 'log' | 'storage'>

/** Contents referenced by a row are missing: they may have been replaced meanwhile, or are lost. */
export class ContentLost extends ContentMissing {
  /** Reports the loss, once the caller has made sure of it; returns the error to throw. */
  readonly report: () => Promise<Error>

  constructor(app: ContentReader, content: RecordedContent, cause: unknown) {
    super(content.key, cause)
    this.report = async () => {
      await reportDamage(app, content, 'missing')
      return contentDamaged('missing')
    }
  }
}

// checked completely before the first byte is sent
const smallBytes = 1024 * 1024

/**
 * The contents, whole or in part. Throws ContentLost if they are missing, and content_damaged if they do not match
 * their record. If that is detected only while streaming, the stream fails before its last bytes, and its reader must
 * not treat it as complete; it also fails if bytes are missing.
 */
export async function openContent(
  app: ContentReader,
  content: RecordedContent,
  range?: ByteRange,
): Promise<Readable> {
  const { key, size } = content
  const isSmall = size <= smallBytes
  const known = !isSmall && (await findProblem(app.db, content))
  if (known) throw contentDamaged(known)
  const opened = await openChecked(app, content, isSmall ? undefined : range)
  const isRight = isVerified(key, opened.identity)
  if (isSmall && (range || !isRight)) {
    const bytes = await wholeOf(app, content, opened)
    return Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes])
  }
  const part = range && range.end - range.start + 1 < size ? range : undefined
  const hashed = part === undefined && !isRight
  return guarded(app, content, { opened, length: part ? part.end - part.start + 1 : size, hashed })
}

/** All of the contents; throws like `openContent`, and reports missing contents. */
export async function readContent(app: ContentReader, content: RecordedContent): Promise<Buffer> {
  try {
    const opened = await openContent(app, content)
    return await withoutPlace(() => readBytes(opened))
  } catch (error) {
    throw error instanceof ContentLost ? await error.report() : error
  }
}

async function openChecked(
  app: ContentReader,
  content: RecordedContent,
  range?: ByteRange,
): Promise<OpenedContent> {
  try {
    return await app.storage.open(content.key, range, content.size)
  } catch (error) {
    if (error instanceof ContentMissing) throw new ContentLost(app, content, error)
    throw error instanceof ContentDamaged ? await damaged(app, content, error) : error
  }
}

async function damaged(
  app: ContentReader,
  content: RecordedContent,
  cause: unknown,
  problem: Problem = 'damaged',
) {
  app.log.warn({ err: cause, key: content.key }, 'stored content does not match its record')
  await reportDamage(app, content, problem)
  return contentDamaged(problem)
}

async function wholeOf(app: ContentReader, content: RecordedContent, opened: OpenedContent): Promise<Buffer> {
  const bytes = await buffer(opened)
  if (bytes.length === content.size && isVerified(content.key, opened.identity)) return bytes
  const hash = createHash('sha256').update(bytes).digest()
  if (bytes.length !== content.size || !hash.equals(content.sha256)) {
    throw await damaged(app, content, new ContentDamaged(content.key, 'its hash differs'))
  }
  rememberVerified(content.key, opened.identity)
  return bytes
}

interface Guarded {
  readonly opened: OpenedContent
  readonly length: number
  /** Whether they are the complete contents, whose hash is to be compared. */
  readonly hashed: boolean
}

/** Passes exactly this many bytes, and, when hashing, the last of them only if the hash is right. */
function guarded(
  app: ContentReader,
  content: RecordedContent,
  { opened, length, hashed }: Guarded,
): Readable {
  if (!hashed && opened instanceof FileReading) {
    // counts its bytes itself
    opened.once('error', (error) => {
      if (error instanceof ContentDamaged) void damaged(app, content, error)
    })
    return opened
  }
  const hash = hashed ? createHash('sha256') : undefined
  let left = length
  let held: Buffer | undefined
  const fail = (reason: string) => {
    const error = new ContentDamaged(content.key, reason)
    void damaged(app, content, error)
    return error
  }
  const guard = new Transform({
    transform(chunk: Buffer, _, done) {
      left -= chunk.length
      if (left < 0) return done(fail('it has more bytes than recorded'))
      if (!hash) return done(null, chunk)
      hash.update(chunk)
      const before = held
      held = chunk
      done(null, before)
    },
    flush(done) {
      if (left > 0) return done(fail(`${left} bytes are missing`))
      if (!hash) return done()
      if (!hash.digest().equals(content.sha256)) return done(fail('its hash differs'))
      rememberVerified(content.key, opened.identity)
      done(null, held)
    },
  })
  // the reader sees a failure through the stream itself
  pipeline(opened, guard, () => undefined)
  return guard
}

// Contents this process has verified, and when. They have not been written to as long as the file is the same; silent
// corruption is found by the background check, and here after an hour.
const verified = new Map<string, { readonly identity: string; readonly at: number }>()
const mostVerified = 10_000
const verifiedForMs = 60 * 60 * 1_000

function isVerified(key: string, identity: string): boolean {
  const found = verified.get(key)
  // real time: how long ago they were read
  return found?.identity === identity && performance.now() - found.at < verifiedForMs
}

function rememberVerified(key: string, identity: string): void {
  verified.delete(key)
  verified.set(key, { identity, at: performance.now() })
  if (verified.size > mostVerified) verified.delete(verified.keys().next().value ?? '')
}
