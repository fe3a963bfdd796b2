// Several server processes on one machine and one port: the first keeps the database and looks after the others.
import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { endInOrder } from './shutdown.ts'
import { passOnRates } from '../http/limits/shared-rates.ts'
import type { Handover, Running } from './serving.ts'
import { addUpMetrics, countForFirst } from './shared-metrics.ts'

// A process that dies sooner than this is tried again after a pause that doubles each time, up to the longest.
const shortLifeMs = 10_000
const longestPauseMs = 30_000
// ten seconds for requests under way (serving.ts), and some for the rest
const patienceMs = 12_500

/** Serves in as many processes as the settings ask for. One that dies is replaced; one that cannot start is an error. */
export async function serveInProcesses(
  handover: Handover,
  onTrouble: (message: string) => void,
): Promise<Running> {
  cluster.setupPrimary({ exec: fileURLToPath(new URL('main.ts', import.meta.url)), args: [] })
  const fork = () => {
    const child = cluster.fork()
    // a message to a child that is ending cannot be sent; its exit is what counts
    child.on('error', () => undefined)
    addUpMetrics(child)
    passOnRates(child)
    return child
  }
  const stopping = new AbortController()
  const keepOne = async (first: Worker) => {
    for (let child = first, pause = 0; ; child = fork()) {
      const began = performance.now()
      if (child !== first) child.send(handover)
      const { code, signal } = await exitOf(child)
      if (stopping.signal.aborted) return
      pause = performance.now() - began > shortLifeMs ? 0 : Math.min(Math.max(pause * 2, 250), longestPauseMs)
      onTrouble(`A server process ended (${signal ?? `code ${code}`}); another one takes its place`)
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
    }
  }
  const first = Array.from({ length: handover.config.processes }, fork)
  await Promise.all(first.map((child) => untilServing(child, handover)))
  const kept = Promise.all(first.map(keepOne))
  return {
    async stop() {
      stopping.abort()
      const children = Object.values(cluster.workers ?? {}).filter((child) => child !== undefined)
      for (const child of children) child.process.kill('SIGTERM')
      const late = setTimeout(() => children.forEach((child) => child.process.kill('SIGKILL')), patienceMs)
      await Promise.all([kept, ...children.map((child) => child.isDead() || exitOf(child))])
      clearTimeout(late)
    },
  }
}

/** How a child ends. Not `once`, which fails when a message to the child cannot be sent. */
const exitOf = (child: Worker): Promise<{ readonly code: number | null; readonly signal: string | null }> =>
  new Promise((resolve) => {
    child.once('exit', (code: number | null, signal: string | null) => resolve({ code, signal }))
  })

async function untilServing(child: Worker, handover: Handover): Promise<void> {
  child.send(handover)
  const outcome = await Promise.race([
    once(child, 'message').then(() => 'serving' as const),
    exitOf(child).then(() => 'ended' as const),
  ])
  if (outcome === 'ended') throw new Error('A server process could not start; what it said stands above.')
}

/** The life of one of the processes: serves what the first one hands over, until that asks it to end or is gone itself. */
export async function serveForFirst(): Promise<void> {
  // before anything is waited for: the first one may ask at once
  countForFirst()
  const [[handover], { serve }] = await Promise.all([
    once(process, 'message') as Promise<[Handover]>,
    import('./serving.ts'),
  ])
  const serving = await serve(handover)
  endInOrder({
    stop: () => serving.stop(),
    onTrouble: (message, error) =>
      process.stderr.write(`${error instanceof Error ? `${message}: ${error.stack}` : message}\n`),
    patienceMs: patienceMs - 500,
  })
  process.send?.('serving')
}
