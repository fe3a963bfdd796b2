// Rates over several processes of one machine: each tells the others ten times a second what was spent there, by way of the first
// process, and drains as much from its own buckets. A caller whose connections end at different processes so has one bucket with an
// error of a tenth of a second. Processes on other machines count for themselves.
import cluster, { type Worker } from 'node:cluster'

/** What is shared of one rate. */
interface Shared {
  readonly buckets: { drain(key: string, tokens: number): void }
  takeSpent(): ReadonlyMap<string, number>
}

interface SpentMessage {
  /** By the name of the rate: keys with tokens. */
  readonly spentTokens: Readonly<Record<string, readonly (readonly [string, number])[]>>
}

const isSpentMessage = (message: unknown): message is SpentMessage =>
  typeof message === 'object' && message !== null && 'spentTokens' in message

/** How a process reaches the first one. */
export interface Channel {
  readonly connected: boolean
  send?(message: object): void
  on(event: 'message', hear: (message: unknown) => void): unknown
  off(event: 'message', hear: (message: unknown) => void): unknown
}

const everyMs = 100

/** In a process that serves: `tell` tells the others what is spent here, which it also does by itself; what they tell is drained. */
export function shareRates(
  rates: Readonly<Record<string, Shared>>,
  channel: Channel | undefined = cluster.isWorker ? process : undefined,
): { tell(): void; close(): void } {
  if (!channel) return { tell: () => undefined, close: () => undefined }
  const hear = (message: unknown) => {
    if (!isSpentMessage(message)) return
    for (const [name, spent] of Object.entries(message.spentTokens))
      for (const [key, tokens] of spent) rates[name]?.buckets.drain(key, tokens)
  }
  const tell = () => {
    const spent = Object.entries(rates).map(([name, rate]) => [name, [...rate.takeSpent()]] as const)
    const some = spent.filter(([, each]) => each.length > 0)
    if (some.length === 0 || !channel.connected) return
    channel.send?.({ spentTokens: Object.fromEntries(some) } satisfies SpentMessage)
  }
  channel.on('message', hear)
  const timer = setInterval(tell, everyMs).unref()
  return {
    tell,
    close() {
      clearInterval(timer)
      channel.off('message', hear)
    },
  }
}

/** In the first process: passes on to the others what this one tells. */
export function passOnRates(child: Child, others: () => readonly (Child | undefined)[] = workers): void {
  child.on('message', (message: unknown) => {
    if (!isSpentMessage(message)) return
    for (const other of others()) if (other && other !== child && other.isConnected()) other.send(message)
  })
}

/** One of the processes that serve, as the first one sees it. */
export type Child = Pick<Worker, 'isConnected'> & {
  on(event: 'message', hear: (message: unknown) => void): unknown
  send(message: object): unknown
}

const workers = () => Object.values(cluster.workers ?? {})
