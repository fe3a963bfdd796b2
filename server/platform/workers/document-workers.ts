// Threads that read untrusted documents: templates, invoices, mail. The time this takes depends on their content, and must
// not block the main thread. Each task runs alone in its thread, within limits on memory and time; a thread that exceeds
// them is terminated, and the next task gets a new one.
//
// The content of a document (bytes, elements, depth) is limited by its reader, before the work is done. Memory and time
// are the last defence: they depend on the machine, so they are far above what those limits allow.
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Piscina } from 'piscina'
import { AppError, badInput, sentence, InputError } from '../errors.ts'
import type { DocumentTask } from './document-task.ts'
import type { Order, Outcome } from './document-thread.ts'
import { createDocumentQueue } from './document-queue.ts'

export interface DocumentLimits {
  /** How many documents are read concurrently. */
  readonly threads: number
  /** How many may wait, of one organisation and in total. */
  readonly waitingOfOne: number
  readonly waitingOfAll: number
  /** Per thread. Memory outside the JavaScript heap is not counted. */
  readonly heapMegabytes: number
  /** By how much the process may grow while a document is read: unpacked bytes are outside the heap. */
  readonly processMegabytes: number
  readonly seconds: number
}

const usualLimits = {
  waitingOfOne: 50,
  waitingOfAll: 200,
  heapMegabytes: 512,
  processMegabytes: 1_536,
  seconds: 60,
}

interface TaskOf {
  /** The owner of the document: organisations take turns. */
  readonly organisationId: number | undefined
  /** The input name of the document, for errors. */
  readonly input: string
}

export interface DocumentWorkers {
  /**
   * Runs the task on a document. Throws the task's own rejection; bad_request if it takes too much memory or time;
   * unavailable if too many are waiting, or the process is stopping.
   */
  run<Input, Output>(task: DocumentTask<Input, Output>, input: Input, of: TaskOf): Promise<Output>
  /** Stops every thread; documents still being read are rejected with unavailable. */
  close(): Promise<void>
}

/** Workers of one process. Threads are started with the first document, and stopped soon after the last. */
export function createDocumentWorkers(
  limits: Pick<DocumentLimits, 'threads'> & Partial<DocumentLimits>,
): DocumentWorkers {
  const { threads, waitingOfOne, waitingOfAll, heapMegabytes, processMegabytes, seconds } = {
    ...usualLimits,
    ...limits,
  }
  const turns = createDocumentQueue({ running: threads, waitingOfOne, waitingOfAll })
  let pool: Promise<Piscina> | undefined
  let closed = false
  return {
    async run(task, input, of) {
      const end = await turns.take(String(of.organisationId ?? ''))
      if (!end) throw busy('Too many documents are being read at the moment. Try again shortly.')
      const tooMuch = (limit: string) =>
        badInput(of.input, sentence(`${task.called} takes more than ${limit} to read. Send a simpler one.`))
      try {
        if (closed) throw stopping()
        pool ??= openPool(threads, heapMegabytes)
        const order: Order = { module: task.module, name: task.name, input }
        const ended = AbortSignal.timeout(seconds * 1000)
        const memory = watchMemory(processMegabytes)
        const outcome = await (await pool)
          .run(order, { signal: AbortSignal.any([ended, memory.exceeded]), name: 'runOrder' })
          .then((value) => value as Outcome)
          .finally(memory.end)
          .catch((error: unknown) => {
            if (closed) throw stopping()
            if (ended.aborted) throw tooMuch(`${seconds} seconds`)
            if (memory.exceeded.aborted) throw tooMuch(`${processMegabytes} MiB of memory`)
            if (isOutOfMemory(error)) throw tooMuch(`${heapMegabytes} MiB of memory`)
            if (hasEnded(error)) throw busy('The document could not be read completely. Try again shortly.')
            throw error
          })
        return outputOf(outcome, tooMuch) as never
      } finally {
        end()
      }
    },
    async close() {
      closed = true
      await (await pool)?.destroy()
    },
  }
}

async function openPool(threads: number, heapMegabytes: number): Promise<Piscina> {
  // loaded with the first document, not at every start
  const { Piscina: Pool } = await import('piscina')
  const pool = new Pool({
    filename: fileURLToPath(new URL('./document-thread.ts', import.meta.url)),
    minThreads: 0,
    maxThreads: threads,
    concurrentTasksPerWorker: 1,
    // with its libraries a thread takes 40 MB, and starts again in a fifth of a second
    idleTimeout: 30_000,
    // document readers need none of the secrets in the environment
    env: compileCache(),
    recordTiming: false,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  })
  // from a thread that failed between two tasks; the next task gets another one
  pool.on('error', () => undefined)
  return pool
}

/** Without it each thread strips the types of its sources again, with a compiler that takes 18 MB. */
function compileCache(): Record<string, string> {
  const folder = getCompileCacheDir()
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) }
}

const watchEveryMs = 100

/** Notices when the process has grown by more than this since now. */
function watchMemory(megabytes: number): { readonly exceeded: AbortSignal; readonly end: () => void } {
  const controller = new AbortController()
  const most = process.memoryUsage.rss() + megabytes * 1024 * 1024
  const timer = setInterval(() => {
    if (process.memoryUsage.rss() > most) controller.abort()
  }, watchEveryMs).unref()
  return { exceeded: controller.signal, end: () => clearInterval(timer) }
}

function outputOf(outcome: Outcome, tooMuch: (limit: string) => AppError): unknown {
  if (outcome.kind === 'done') return outcome.output
  if (outcome.kind === 'overrun') throw tooMuch('the supported depth or length')
  const { code, message, errors, problems } = outcome
  throw problems ? new InputError(problems) : new AppError(code, message, errors ? { errors } : {})
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

const hasEnded = (error: unknown) => error instanceof Error && error.message.startsWith('worker exited')

const busy = (message: string) => new AppError('unavailable', message, { headers: { 'retry-after': '5' } })
const stopping = () => busy('The server is stopping. Try again shortly.')
