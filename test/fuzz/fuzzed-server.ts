// The server under test, in a process of its own, so that its event loop and memory can be measured without the
// fuzzer's. It answers requests only: no jobs, no notifications, no mail.
import type { AddressInfo } from 'node:net'
import { buildApp } from '../../server/operations/process/app.ts'
import type { Config } from '../../server/platform/settings/config.ts'
import { createLog } from '../../server/platform/installation/log.ts'
import { buildServer } from '../../server/operations/process/server.ts'
import { serverParts } from '../../server/operations/process/server-parts.ts'
import { startLoopWatch } from '../servers/loop-delay.ts'

/** What the parent hands over first. */
export interface Handover {
  readonly config: Config
  readonly connection: Parameters<typeof buildApp>[1]
}

/** What the parent learns when it asks. */
export interface Measured {
  /** The longest turn of the event loop since the last question, in ms of processor time. */
  readonly longestTurn: number
  /** The heap after a collection, and the memory of the process, in bytes. */
  readonly heapUsed: number
  readonly memory: number
}

process.once('message', (handover: Handover) => void serve(handover))
process.once('disconnect', () => process.exit(0))

async function serve({ config, connection }: Handover): Promise<void> {
  const app = await buildApp(config, connection, { log: createLog(config.logLevel) })
  const server = await buildServer(app, serverParts(app))
  await server.listen({ host: '127.0.0.1', port: 0 })
  const loop = startLoopWatch()
  process.on('message', (question: 'turn' | 'memory') => {
    const { longestTurn } = loop.take()
    if (question === 'memory') globalThis.gc?.()
    const { heapUsed, rss } = process.memoryUsage()
    process.send?.({ longestTurn, heapUsed, memory: rss } satisfies Measured)
    // so that the next request is not charged for the collection
    loop.take()
  })
  process.send?.((server.server.address() as AddressInfo).port)
}
