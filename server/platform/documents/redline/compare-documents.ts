// Compares two Word documents, or accepts the tracked changes of one, in a process of its own that ends with the work:
// what it does with hostile documents ends it, and never the server. docs/decisions/0140-comparing-in-a-process.md
import { type ChildProcess, spawn } from 'node:child_process'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { AppError } from '../../errors.ts'
import { framed, framesIn } from './engine-frames.ts'

/** What comparing two documents may take. */
export interface CompareLimits {
  /** Of processor time. */
  readonly seconds: number
  /** Of the memory of the engine; its JavaScript has a quarter of it besides. */
  readonly megabytes: number
  /** Of the redline. */
  readonly bytes: number
}

export const compareLimits: CompareLimits = { seconds: 180, megabytes: 1_024, bytes: 64 * 1024 * 1024 }

// on a machine with other work, a process waits for its core
const realSecondsPerSecond = 5
const pagesPerMegabyte = 16

/**
 * A document with the changes from `before` to `after` as tracked changes. Throws bad_request for documents that cannot
 * be compared within the limits, and unavailable if the process was ended from outside.
 */
export const compareDocuments = (
  before: Uint8Array,
  after: Uint8Array,
  limits: CompareLimits = compareLimits,
): Promise<Buffer> => runEngine([before, after], limits)

/** The document with all its tracked changes accepted. Throws like `compareDocuments`. */
export const acceptAllChanges = (document: Uint8Array): Promise<Buffer> =>
  runEngine([document], compareLimits)

async function runEngine(documents: readonly Uint8Array[], limits: CompareLimits): Promise<Buffer> {
  const child = startEngine(limits)
  // real time: of the machine
  const late = setTimeout(() => child.kill('SIGKILL'), limits.seconds * realSecondsPerSecond * 1_000)
  try {
    const output = collect(child.stdio[3] as Readable, limits.bytes)
    // it may end without reading everything
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(framed(documents))
    const [answer, end] = await Promise.all([output, endOf(child)])
    if (answer === undefined) throw tooMuch('is too large')
    return documentIn(answer, end, limits)
  } finally {
    clearTimeout(late)
    child.kill('SIGKILL')
  }
}

function startEngine({ seconds, megabytes }: CompareLimits): ChildProcess {
  const script = fileURLToPath(new URL('./engine-process.ts', import.meta.url))
  const engine = dirname(fileURLToPath(import.meta.resolve('docxodus/core')))
  const node = [
    `--max-old-space-size=${Math.ceil(megabytes / 4)}`,
    `--wasm-max-mem-pages=${megabytes * pagesPerMegabyte}`,
    '--permission',
    `--allow-fs-read=${dirname(script)}`,
    `--allow-fs-read=${dirname(engine)}`,
    '--disable-warning=SecurityWarning',
    script,
  ]
  // the limit of the system counts processor time, in every state of the process
  return spawn(
    '/bin/sh',
    ['-c', 'ulimit -c 0; ulimit -t "$0"; exec "$@"', String(seconds), process.execPath, ...node],
    { cwd: '/', env: {}, stdio: ['pipe', 'ignore', 'ignore', 'pipe'] },
  )
}

/** All of it; undefined, and the rest is not read, if it is longer. */
async function collect(stream: Readable, most: number): Promise<Buffer | undefined> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of stream as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > most) return undefined
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

interface End {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

const endOf = (child: ChildProcess): Promise<End> =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal }))
  })

function documentIn(answer: Buffer, { signal }: End, { seconds, megabytes }: CompareLimits): Buffer {
  const [kind, content] = isWhole(answer) ? framesIn(answer) : []
  if (kind?.toString() === 'done' && content) return content
  if (kind?.toString() === 'refused' && content) throw refusedBy(content.toString(), megabytes)
  if (signal === 'SIGXCPU' || signal === 'SIGKILL') throw tooMuch(`takes more than ${seconds} seconds`)
  if (signal === 'SIGTERM' || signal === 'SIGINT') throw stopped()
  throw tooMuch(`takes more than ${megabytes} MiB of memory`)
}

function isWhole(answer: Buffer): boolean {
  try {
    return framesIn(answer).length === 2
  } catch {
    return false
  }
}

const refusedBy = (message: string, megabytes: number): AppError =>
  /memory/i.test(message)
    ? tooMuch(`takes more than ${megabytes} MiB of memory`)
    : new AppError('bad_request', 'The document is damaged, or is not a Word document.')

const tooMuch = (what: string) =>
  new AppError('bad_request', `The document is too much: the work on it ${what}.`)
const stopped = () => new AppError('unavailable', 'The comparison was stopped. Try again shortly.')
