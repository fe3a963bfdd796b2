// Several server processes on one machine and one port: the first runs the database and supervises the others.
import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { serverFlags } from '../../../scripts/server-memory.mjs'
import { openLog } from './log-file.ts'
import { openReport } from './report.ts'
import { shutDownOnSignals } from './shutdown.ts'
import { relayRates } from '../../http/limits/shared-rates.ts'
import { relayViewsQuestions } from '../../recents/endpoints/views-of-processes.ts'
import type { Handover, Stoppable } from './serving.ts'
import { aggregateMetrics, reportMetricsToPrimary } from './shared-metrics.ts'

// A process that exits sooner than this is restarted after a pause that doubles each time, up to the maximum.
const minUptimeMs = 10_000
const maxBackoffMs = 30_000
// ten seconds for requests in progress (serving.ts), and some for the rest
const stopTimeoutMs = 12_500

/**
 * Starts so many processes, which load what they need and wait for `serveInProcesses`; they exit when this one does.
 */
export function forkProcesses(count: number): readonly Worker[] {
  cluster.setupPrimary({
    exec: fileURLToPath(new URL('main.ts', import.meta.url)),
    args: [],
    execArgv: [...new Set([...process.execArgv, ...serverFlags])],
  })
  return Array.from({ length: count }, fork)
}

function fork(): Worker {
  const child = cluster.fork()
  // sending a message to an exiting child fails; its exit is handled anyway
  child.on('error', () => undefined)
  child.on('message', (message: unknown) => {
    if (message === mayStop) askToStop(child)
  })
  aggregateMetrics(child)
  relayRates(child)
  relayViewsQuestions(child)
  return child
}

// of a process to the first one, which answers with the other
const mayStop = 'may this process stop'
const stopNow = 'stop now'
// then the first process does not answer, and the process stops by itself
const unansweredMs = 1_000

/**
 * Has a process stop. Connections are accepted by the first process and passed on: none must be on its way to a process
 * that has closed its address, or it would be left waiting. So the process is taken off the address first; those that
 * were passed to it before arrive before it is asked, because messages keep their order. A signal would overtake them.
 */
function askToStop(child: Worker): void {
  if (child.exitedAfterDisconnect || !child.isConnected()) return
  child.disconnect()
  child.send(stopNow)
}

/** Serves in these processes. One that exits is replaced; one that cannot start is an error. */
export async function serveInProcesses(
  initial: readonly Worker[],
  handover: Handover,
  onError: (message: string) => void,
): Promise<Stoppable> {
  const stopping = new AbortController()
  const superviseOne = async (first: Worker) => {
    for (let child = first, backoff = 0; ; child = fork()) {
      const began = performance.now()
      if (child !== first) child.send(handover)
      const { code, signal } = await exitOf(child)
      if (stopping.signal.aborted) return
      backoff =
        performance.now() - began > minUptimeMs ? 0 : Math.min(Math.max(backoff * 2, 250), maxBackoffMs)
      onError(`A server process exited (${signal ?? `code ${code}`}) and is being replaced`)
      await sleep(backoff, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
    }
  }
  await Promise.all(initial.map((child) => untilServing(child, handover)))
  const supervised = Promise.all(initial.map(superviseOne))
  return {
    async stop() {
      stopping.abort()
      const children = Object.values(cluster.workers ?? {}).filter((child) => child !== undefined)
      for (const child of children) {
        askToStop(child)
        // one that does not serve yet knows nothing else
        child.process.kill('SIGTERM')
      }
      const late = setTimeout(() => children.forEach((child) => child.process.kill('SIGKILL')), stopTimeoutMs)
      await Promise.all([supervised, ...children.map((child) => child.isDead() || exitOf(child))])
      clearTimeout(late)
    },
  }
}

/** Resolves when the child exits. Not `once`, which rejects when a message to the child cannot be sent. */
const exitOf = (child: Worker): Promise<{ readonly code: number | null; readonly signal: string | null }> =>
  new Promise((resolve) => {
    child.once('exit', (code: number | null, signal: string | null) => resolve({ code, signal }))
  })

async function serving(child: Worker, handover: Handover): Promise<void> {
  const answered = once(child, 'message')
  child.send(handover)
  await answered
}

async function untilServing(child: Worker, handover: Handover): Promise<void> {
  const outcome = child.isDead()
    ? 'ended'
    : await Promise.race([
        serving(child, handover).then(() => 'serving' as const),
        exitOf(child).then(() => 'ended' as const),
      ])
  if (outcome === 'ended') throw new Error('A server process could not start; its output is above.')
}

/**
 * The main function of a child process: serves with the settings the primary hands over, until it is asked to stop or
 * the primary is gone.
 */
export async function serveAsChild(): Promise<void> {
  // a message that does not reach the first process, which has gone: then this one ends in order, and reports no error
  process.on('error', () => undefined)
  // before the first await: the primary may ask at once
  reportMetricsToPrimary()
  const [[handover], { serve }] = await Promise.all([
    once(process, 'message') as Promise<[Handover]>,
    import('./serving.ts'),
  ])
  const serving = await serve(handover)
  // Node ends a process whose first one is gone once this has run
  cluster.worker?.once('disconnect', () => {
    if (cluster.worker?.exitedAfterDisconnect) return
    openLog(handover.config).warn('The first process is gone, and this one ends with it')
  })
  const begin = shutDownOnSignals({
    stop: () => serving.stop(),
    onError: openReport(handover.config.log).failure,
    timeoutMs: stopTimeoutMs - 500,
    onSignal(stop) {
      if (process.connected) process.send?.(mayStop)
      setTimeout(stop, unansweredMs)
    },
  })
  process.on('message', (message: unknown) => {
    if (message === stopNow) begin(0)
  })
  process.send?.('serving')
}
