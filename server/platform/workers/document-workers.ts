// Threads that read untrusted documents: templates, invoices, mail. The time this takes depends on their content, and
// must not block the main thread. Each task runs alone in its thread, within limits on memory and time; a thread that
// exceeds them is terminated, and the next task gets a new one.
//
// The content of a document (bytes, elements, depth) is limited by its reader, before the work is done. Memory,
// processor time and the clock are the last defence.
//
// lane   what somebody waits for has threads of its own, so that reading in the background never keeps it waiting
import { getCompileCacheDir } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Piscina } from 'piscina'
import { withoutPlace } from '../place-in-queue.ts'
import { AppError, badInput, sentence, InputError } from '../errors.ts'
import { buffersIn } from './buffers-in.ts'
import type { DocumentTask, TaskLimits } from './document-task.ts'
import type { Order, Outcome } from './document-thread.ts'
import { createDocumentQueue, type DocumentQueue, laneOf } from './document-queue.ts'
import { type Excess, type WatchLimits, watchThread } from './thread-watch.ts'

export interface DocumentLimits extends TaskLimits {
  /** How many documents are read concurrently in the background; those that somebody waits for have one thread more. */
  readonly threads: number
  /** In each lane: how many may wait, of one organisation and in total. */
  readonly waitingOfOne: number
  readonly waitingOfAll: number
}

// of tasks that state no others
const usualLimits = { waitingOfOne: 50, waitingOfAll: 200, megabytes: 512, seconds: 60 }

/** Whether somebody waits for the document, or it is read in the background. */
export type Lane = 'interactive' | 'background'

interface TaskOf {
  /**
   * The owner of the document: organisations take turns, and none takes the last thread of a lane. What guests do at an
   * organisation takes turns with it, for each purpose.
   */
  readonly organisationId: number | undefined
  /** The input name of the document, for errors. */
  readonly input: string
  /** `interactive` if not given. */
  readonly lane?: Lane
  /** Whether the bytes of the document move to the thread, which is quicker: the caller has them no more. */
  readonly moved?: boolean
}

export interface DocumentWorkers {
  /**
   * Runs the task on a document. Throws the task's own rejection; bad_request if it takes too much memory or time;
   * unavailable if too many are waiting, or the process is stopping. A request waits without its place.
   */
  run<Input, Output>(task: DocumentTask<Input, Output>, input: Input, of: TaskOf): Promise<Output>
  /** Stops every thread; documents still being read are rejected with unavailable. */
  close(): Promise<void>
}

/** Workers of one process. Threads are started with the first document, and stopped soon after the last. */
export function createDocumentWorkers(
  limits: Pick<DocumentLimits, 'threads'> & Partial<DocumentLimits>,
): DocumentWorkers {
  const { threads, waitingOfOne, waitingOfAll, ...usual } = { ...usualLimits, ...limits }
  const lane = (running: number) =>
    createDocumentQueue({ running, runningOfOne: Math.max(1, running - 1), waitingOfOne, waitingOfAll })
  const lanes: Readonly<Record<Lane, DocumentQueue>> = {
    background: lane(threads),
    interactive: lane(threads + 1),
  }
  const pools = createPools(2 * threads + 1)
  let closed = false
  async function runInThread<Input>(
    { module, name, called, limits: own = usual }: DocumentTask<Input, unknown>,
    input: Input,
    { input: inputName, clockSeconds, moved }: Pick<TaskOf, 'input' | 'moved'> & LaneLimits,
  ): Promise<unknown> {
    if (closed) throw stopping()
    const limit: WatchLimits = { ...own, clock: own.seconds * clockSeconds }
    const tooMuch = (what: string) =>
      badInput(inputName, sentence(`${called} takes more than ${what} to read. Send a simpler one.`))
    const pool = await pools.get(limit.megabytes)
    const thread = new Int32Array(new SharedArrayBuffer(4)).fill(noThread)
    const order: Order = { module, name, input, thread }
    const findThread = () => pool.threads.find(({ threadId }) => threadId === Atomics.load(thread, 0))
    const watch = watchThread(findThread, limit)
    const outcome = await pool
      .run(order, {
        signal: watch.exceeded,
        name: 'runOrder',
        ...(moved ? { transferList: buffersIn(input) } : {}),
      })
      .then((value) => value as Outcome)
      .finally(watch.end)
      .catch((error: unknown) => {
        if (closed) throw stopping()
        if (watch.exceeded.aborted) throw tooMuch(wordsOf(watch.exceeded.reason as Excess, limit))
        if (isOutOfMemory(error)) throw tooMuch(wordsOf('megabytes', limit))
        if (hasEnded(error)) throw busy('The document could not be read completely. Try again shortly.')
        throw error
      })
    return outputOf(outcome, tooMuch)
  }
  return {
    run: (task, input, { organisationId, lane: name = 'interactive', ...of }) =>
      withoutPlace(async () => {
        const end = await lanes[name].take(laneOf(organisationId))
        if (!end) throw busy('Too many documents are being read at the moment. Try again shortly.')
        return runInThread(task, input, { ...of, ...laneLimits[name] }).finally(end) as never
      }),
    async close() {
      closed = true
      await pools.close()
    },
  }
}

interface LaneLimits {
  /** Of the clock, for each second of processor time that a task may take. */
  readonly clockSeconds: number
}

// what nobody waits for may wait for its core on a busy machine; a task that waits for something that never comes takes
// no processor time at all
const laneLimits: Readonly<Record<Lane, LaneLimits>> = {
  interactive: { clockSeconds: 3 },
  background: { clockSeconds: 12 },
}

const wordsOf = (excess: Excess, { seconds, clock, megabytes }: WatchLimits): string =>
  ({
    seconds: `${seconds} seconds`,
    clock: `${clock} seconds of the clock`,
    megabytes: `${megabytes} MiB of memory`,
  })[excess]

// no thread has this id
const noThread = -1

/**
 * Pools of threads, one for each limit of memory, which threads are created with. The queues limit how many run in all.
 */
function createPools(most: number) {
  const pools = new Map<number, Promise<Piscina>>()
  return {
    get(megabytes: number): Promise<Piscina> {
      const known = pools.get(megabytes)
      if (known) return known
      const opened = openPool(most, megabytes)
      pools.set(megabytes, opened)
      return opened
    },
    close: () => Promise.all([...pools.values()].map(async (pool) => (await pool).destroy())),
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
