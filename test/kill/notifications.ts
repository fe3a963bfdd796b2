// The receiver of the test: answers with a delay, so that kills interrupt deliveries, and records what it answered.
import { randomInt } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { type Receiver, startReceiver } from '../peers/receiver.ts'

/** A notification that was received and answered with 204. */
export interface Answered {
  /** The path of the receiver it was sent to. */
  readonly hook: string
  readonly messageId: string
  readonly topic: string
  readonly resourceId: number
  readonly timestamp: string
}

export interface Notifications {
  readonly receiver: Receiver
  readonly answered: readonly Answered[]
  /** Notifications waiting for their response. */
  open(): number
  /**
   * Drops those without a response and returns how many there were. For use right after their sender was killed: a
   * response can no longer reach it.
   */
  cut(): number
}

/**
 * Starts a receiver that answers each notification after a random delay in milliseconds, from the first number
 * (inclusive) to the second (exclusive).
 */
export async function startNotifications([least, below]: readonly [number, number]): Promise<Notifications> {
  const receiver = await startReceiver()
  const answered: Answered[] = []
  const open = new Set<ServerResponse>()
  receiver.react((response, request) => {
    open.add(response)
    response.on('close', () => open.delete(response))
    response.on('finish', () => answered.push(read(request)))
    setTimeout(() => response.writeHead(204).end(), randomInt(least, below))
  })
  return {
    receiver,
    answered,
    open: () => open.size,
    cut() {
      const { size } = open
      for (const response of open) response.destroy()
      return size
    },
  }
}

interface Body {
  readonly EventType: string
  readonly ResourceId: number
  readonly Timestamp: string
}

function read({ target, headers, body }: Receiver['requests'][number]): Answered {
  const { EventType, ResourceId, Timestamp } = JSON.parse(body.toString('utf8')) as Body
  const messageId = headers['webhook-id'] ?? ''
  return { hook: target, messageId, topic: EventType, resourceId: ResourceId, timestamp: Timestamp }
}
