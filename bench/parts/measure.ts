// Measures requests in rounds: against a bare server of Node, and against the same operations without HTTP, one right after the
// other, so that what the machine does meanwhile meets all three.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

export interface Request {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** The same without HTTP. */
  readonly without?: () => Promise<unknown>
}

export interface Measurement {
  readonly requests: Readonly<Record<string, Request>>
  readonly load: ChildProcess
  readonly signal: AbortSignal
  readonly milliseconds: number
  readonly rounds: number
}

const connections = 16

/** The process that sends requests; it ends when it is disconnected. */
export const startLoad = (): ChildProcess => fork(fileURLToPath(new URL('load.ts', import.meta.url)))

interface Figures {
  readonly perSecond: number[]
  readonly toBare: number[]
  readonly toWithout: number[]
}

/** Measures every request and prints the medians. */
export async function measure({ load, signal, milliseconds, rounds, requests }: Measurement): Promise<void> {
  const answer = Buffer.alloc(1536, 'x')
  const bare = createServer((_, response) => response.end(answer)).listen(0, '127.0.0.1')
  await once(bare, 'listening')
  const bareRequest = { url: `http://127.0.0.1:${(bare.address() as AddressInfo).port}`, headers: {} }
  const figures = new Map<string, Figures>()
  const limits: number[] = []
  // the first round warms up and does not count
  for (let round = 0; round <= rounds; round++) {
    for (const [name, { without, ...request }] of Object.entries(requests)) {
      signal.throwIfAborted()
      const limit = await perSecond(load, bareRequest, milliseconds)
      const reached = await perSecond(load, request, milliseconds)
      const direct = without ? await perSecondWithout(without, milliseconds) : Number.NaN
      if (round === 0) continue
      limits.push(limit)
      const all = figures.get(name) ?? { perSecond: [], toBare: [], toWithout: [] }
      all.perSecond.push(reached)
      all.toBare.push(reached / limit)
      all.toWithout.push(reached / direct)
      figures.set(name, all)
    }
  }
  bare.close()
  bare.closeAllConnections()
  console.log(
    `${connections} connections, ${rounds} rounds, medians [least..most]; bare HTTP: ${inWords(limits, 0)} per second`,
  )
  for (const [name, all] of figures) console.log(`  ${name.padEnd(38)} ${told(all)}`)
}

const told = ({ perSecond: reached, toBare, toWithout }: Figures) =>
  [
    `${inWords(reached, 0)} per second`,
    `to bare HTTP ${inWords(toBare, 4)}`,
    ...(Number.isNaN(toWithout[0]) ? [] : [`to the same without HTTP ${inWords(toWithout, 2)}`]),
  ].join('; ')

async function perSecond(load: ChildProcess, request: Request, milliseconds: number): Promise<number> {
  load.send({ ...request, connections, milliseconds })
  const [result] = (await once(load, 'message')) as [{ answered?: number; error?: string }]
  if (result.error !== undefined) throw new Error(result.error)
  return ((result.answered ?? 0) / milliseconds) * 1000
}

async function perSecondWithout(work: () => Promise<unknown>, milliseconds: number): Promise<number> {
  const end = performance.now() + milliseconds
  let done = 0
  const one = async () => {
    for (; performance.now() < end; done++) await work()
  }
  await Promise.all(Array.from({ length: connections }, one))
  return (done / milliseconds) * 1000
}

function inWords(all: readonly number[], digits: number): string {
  const sorted = all.toSorted((a, b) => a - b)
  const at = (place: number) => (sorted[Math.round(place * (sorted.length - 1))] ?? 0).toFixed(digits)
  return `${at(0.5)} [${at(0)}..${at(1)}]`
}
