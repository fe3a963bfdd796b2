// A receiver of notifications on this machine, with a certificate of its own making: a sandbox on loopback takes it as it is.
import { startReceiver } from '../test/receiver.ts'

export interface Notifications {
  readonly url: string
  /** Resolves when a notification of each topic has come, and prints each as it comes; throws after three minutes. */
  untilThere(topics: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** Starts receiving. */
export async function receiveNotifications(): Promise<Notifications> {
  const receiver = await startReceiver()
  const printed = new Set<string>()
  const print = () => {
    for (const { headers, body } of receiver.requests) {
      const id = headers['webhook-id'] ?? ''
      if (printed.has(id)) continue
      printed.add(id)
      console.log(`  notification ${id}: ${body.toString()}`)
    }
  }
  const topicsThere = () =>
    new Set(
      receiver.requests.map(({ body }) => (JSON.parse(body.toString()) as { EventType: string }).EventType),
    )
  return {
    url: `${receiver.url}/notifications?example=main-job`,
    async untilThere(topics) {
      const end = Date.now() + 180_000
      while (Date.now() < end) {
        print()
        if (topics.every((topic) => topicsThere().has(topic))) return
        await new Promise((wait) => setTimeout(wait, 100))
      }
      throw new Error(
        `These notifications did not come: ${topics.filter((topic) => !topicsThere().has(topic)).join(', ')}`,
      )
    },
    close: () => receiver.close(),
  }
}
