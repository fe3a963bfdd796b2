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

const everyMs = 100

/** In a process that serves: tells the others what is spent here, and drains what they tell. */
export function shareRates(rates: Readonly<Record<string, Shared>>): { close(): void } {
  if (!cluster.isWorker) return { close: () => undefined }
  const hear = (message: unknown) => {
    if (!isSpentMessage(message)) return
    for (const [name, spent] of Object.entries(message.spentTokens))
      for (const [key, tokens] of spent) rates[name]?.buckets.drain(key, tokens)
  }
  const tell = () => {
    const spent = Object.entries(rates).map(([name, rate]) => [name, [...rate.takeSpent()]] as const)
    const some = spent.filter(([, each]) => each.length > 0)
    if (some.length === 0 || !process.connected) return
    process.send?.({ spentTokens: Object.fromEntries(some) } satisfies SpentMessage)
  }
  process.on('message', hear)
  const timer = setInterval(tell, everyMs).unref()
  return {
    close() {
      clearInterval(timer)
      process.off('message', hear)
    },
  }
}

/** In the first process: passes on to the others what this one tells. */
export function passOnRates(child: Worker): void {
  child.on('message', (message: unknown) => {
    if (!isSpentMessage(message)) return
    for (const other of Object.values(cluster.workers ?? {}))
      if (other && other !== child && other.isConnected()) other.send(message)
  })
}
