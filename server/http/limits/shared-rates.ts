// Rates across the processes of one machine: each sends the others, ten times a second through the primary, what was
// used there, and drains the same amount from its own buckets. A caller whose connections end at different processes
// has one bucket, accurate to a tenth of a second. Codes that one of them gave out are known to all in the same way.
// Other machines count separately.
import cluster, { type Worker } from 'node:cluster'

/** The shared part of a rate. */
interface Shared {
  readonly buckets: { drain(key: string, tokens: number): void }
  takeSpent(): ReadonlyMap<string, number>
}

/** What was given out to callers who come back with it, by its keys. */
interface Given {
  takeGiven(): readonly string[]
  remember(keys: readonly string[]): void
}

interface SpentMessage {
  /** Keys with token counts, by name of the rate. */
  readonly spentTokens: Readonly<Record<string, readonly (readonly [string, number])[]>>
  readonly given?: readonly string[]
}

const isSpentMessage = (message: unknown): message is SpentMessage =>
  typeof message === 'object' && message !== null && 'spentTokens' in message

/** The connection of a process to the primary. */
export interface Channel {
  readonly connected: boolean
  send?(message: object): void
  on(event: 'message', receive: (message: unknown) => void): unknown
  off(event: 'message', receive: (message: unknown) => void): unknown
}

const everyMs = 100

/**
 * In a serving process: `publish` sends the local usage to the others, which also happens periodically; usage received
 * from them is drained.
 */
export function shareRates(
  rates: Readonly<Record<string, Shared>>,
  codes: Given = { takeGiven: () => [], remember: () => undefined },
  channel: Channel | undefined = cluster.isWorker ? process : undefined,
): { publish(): void; close(): void } {
  if (!channel) return { publish: () => undefined, close: () => undefined }
  const receive = (message: unknown) => {
    if (!isSpentMessage(message)) return
    for (const [name, spent] of Object.entries(message.spentTokens))
      for (const [key, tokens] of spent) rates[name]?.buckets.drain(key, tokens)
    codes.remember(message.given ?? [])
  }
  const publish = () => {
    const spent = Object.entries(rates).map(([name, rate]) => [name, [...rate.takeSpent()]] as const)
    const some = spent.filter(([, each]) => each.length > 0)
    const given = codes.takeGiven()
    if ((some.length === 0 && given.length === 0) || !channel.connected) return
    channel.send?.({ spentTokens: Object.fromEntries(some), given } satisfies SpentMessage)
  }
  channel.on('message', receive)
  const timer = setInterval(publish, everyMs).unref()
  return {
    publish,
    close() {
      clearInterval(timer)
      channel.off('message', receive)
    },
  }
}

/** In the primary: relays usage to the other processes. */
export function relayRates(child: Child, others: () => readonly (Child | undefined)[] = workers): void {
  child.on('message', (message: unknown) => {
    if (!isSpentMessage(message)) return
    for (const other of others()) if (other && other !== child && other.isConnected()) other.send(message)
  })
}

/** A serving process, as seen by the primary. */
export type Child = Pick<Worker, 'isConnected'> & {
  on(event: 'message', receive: (message: unknown) => void): unknown
  send(message: object): unknown
}

const workers = () => Object.values(cluster.workers ?? {})
