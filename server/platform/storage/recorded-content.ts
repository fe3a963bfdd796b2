// Stored contents as they were recorded: nothing leaves the storage as a whole file that is not, byte for byte, what came in.
// How each kind of reading is checked, and what that costs: docs/decisions/0030-damaged-contents.md.
import { createHash } from 'node:crypto'
import { pipeline, Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { App } from '../app.ts'
import { contentDamaged, findProblem, type Problem, reportDamage } from './content-damages.ts'
import { type ByteRange, ContentDamaged, ContentMissing, type OpenedContent } from './storage.ts'

/** Contents that a row names, with what is known of them. */
export interface RecordedContent {
  readonly organisationId: number
  readonly key: string
  readonly size: number
  readonly sha256: Buffer
}

type Keeper = Pick<App, 'db' | 'database' | 'clock' | 'log' | 'storage'>

/** Contents that are not there, though a row named them: they may have been replaced meanwhile, or they are lost. */
export class ContentLost extends ContentMissing {
  /** Reports that they are lost, for whoever has made sure of it; answers the refusal. */
  readonly report: () => Promise<Error>

  constructor(app: Keeper, content: RecordedContent, cause: unknown) {
    super(content.key, cause)
    this.report = async () => {
      await reportDamage(app, content, 'missing')
      return contentDamaged('missing')
    }
  }
}

// what is checked whole before the first byte leaves
const smallBytes = 1024 * 1024

/**
 * The contents, whole or in part. Throws ContentLost when they are not there, and content_damaged when they are not what was
 * recorded. Where that shows only on the way the stream fails before its last bytes, and whoever reads it must not make a
 * whole of it; it fails as well when bytes are missing.
 */
export async function openContent(
  app: Keeper,
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

/** All of the contents; throws as `openContent`, and reports what is missing. */
export async function readContent(app: Keeper, content: RecordedContent): Promise<Buffer> {
  try {
    return await buffer(await openContent(app, content))
  } catch (error) {
    throw error instanceof ContentLost ? await error.report() : error
  }
}

async function openChecked(app: Keeper, content: RecordedContent, range?: ByteRange): Promise<OpenedContent> {
  try {
    return await app.storage.open(content.key, range, content.size)
  } catch (error) {
    if (error instanceof ContentMissing) throw new ContentLost(app, content, error)
    throw error instanceof ContentDamaged ? await damaged(app, content, error) : error
  }
}

async function damaged(app: Keeper, content: RecordedContent, cause: unknown, problem: Problem = 'damaged') {
  app.log.warn({ err: cause, key: content.key }, 'stored content is not what was recorded')
  await reportDamage(app, content, problem)
  return contentDamaged(problem)
}

async function wholeOf(app: Keeper, content: RecordedContent, opened: OpenedContent): Promise<Buffer> {
  const bytes = await buffer(opened)
  if (bytes.length === content.size && isVerified(content.key, opened.identity)) return bytes
  const hash = createHash('sha256').update(bytes).digest()
  if (bytes.length !== content.size || !hash.equals(content.sha256)) {
    throw await damaged(app, content, new ContentDamaged(content.key, 'its hash is another one'))
  }
  noteVerified(content.key, opened.identity)
  return bytes
}

interface Guarded {
  readonly opened: OpenedContent
  readonly length: number
  /** Whether they are all of the contents, whose hash is to be compared. */
  readonly hashed: boolean
}

/** Lets through exactly so many bytes, and with a hash the last of them only when it is right. */
function guarded(app: Keeper, content: RecordedContent, { opened, length, hashed }: Guarded): Readable {
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
      if (left < 0) return done(fail('it has more bytes than were recorded'))
      if (!hash) return done(null, chunk)
      hash.update(chunk)
      const before = held
      held = chunk
      done(null, before)
    },
    flush(done) {
      if (left > 0) return done(fail(`${left} bytes are missing`))
      if (!hash) return done()
      if (!hash.digest().equals(content.sha256)) return done(fail('its hash is another one'))
      noteVerified(content.key, opened.identity)
      done(null, held)
    },
  })
  // whoever reads it learns of a failure by the stream itself
  pipeline(opened, guard, () => undefined)
  return guard
}

// Contents this process found right, and when. Nobody has written to them while they are the same file; what decays without having
// been written is found by the check in the background, and here after an hour.
const verified = new Map<string, { readonly identity: string; readonly at: number }>()
const mostVerified = 10_000
const verifiedForMs = 60 * 60 * 1_000

function isVerified(key: string, identity: string): boolean {
  const found = verified.get(key)
  // real time: how long ago they were read
  return found?.identity === identity && performance.now() - found.at < verifiedForMs
}

function noteVerified(key: string, identity: string): void {
  verified.delete(key)
  verified.set(key, { identity, at: performance.now() })
  if (verified.size > mostVerified) verified.delete(verified.keys().next().value ?? '')
}
