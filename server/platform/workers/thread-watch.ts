// Watches what a task takes of its thread: processor time and real time, the JavaScript heap, and the bytes outside it,
// which no limit of the engine covers.
import type { Worker } from 'node:worker_threads'
import type { TaskLimits } from './document-task.ts'

/** What a task has taken too much of. */
export type Excess = 'seconds' | 'clock' | 'megabytes'

export interface WatchLimits extends TaskLimits {
  /** In seconds, from the beginning. */
  readonly clock: number
}

// so often that what is unpacked in between fits in the memory of a machine
const watchEveryMs = 50

interface Watch {
  /** Aborted with the excess as its reason. */
  readonly exceeded: AbortSignal
  readonly end: () => void
}

/** Of processor time; before Node 24, which cannot say it, of real time. */
async function secondsOf(thread: Worker): Promise<number> {
  if (!('cpuUsage' in thread)) return performance.now() / 1_000
  const { user, system } = await thread.cpuUsage()
  return (user + system) / 1_000_000
}

/** Watches from now on; `findThread` answers undefined until the task has begun. */
export function watchThread(
  findThread: () => Worker | undefined,
  { seconds, clock, megabytes }: WatchLimits,
): Watch {
  const controller = new AbortController()
  const exceed = (excess: Excess) => controller.abort(excess)
  // real time: of the machine
  const late = setTimeout(() => exceed('clock'), clock * 1_000)
  let before: number | undefined
  let asking = false
  const look = async (thread: Worker) => {
    const [used, heap] = await Promise.all([secondsOf(thread), thread.getHeapStatistics()])
    before ??= used
    if (used - before > seconds) exceed('seconds')
    if ((heap.total_heap_size + heap.external_memory) / 1_048_576 > megabytes) exceed('megabytes')
  }
  const timer = setInterval(() => {
    const thread = asking ? undefined : findThread()
    if (!thread) return
    asking = true
    look(thread)
      // it has ended
      .catch(() => undefined)
      .finally(() => (asking = false))
  }, watchEveryMs)
  return {
    exceeded: controller.signal,
    end() {
      clearTimeout(late)
      clearInterval(timer)
    },
  }
}
