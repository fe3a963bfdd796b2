// The receiver of the test: takes its time to answer, so that kills interrupt deliveries, and remembers what it answered.
import { randomInt } from 'node:crypto'
import { type Receiver, startReceiver } from '../receiver.ts'

/** A notification that was received and answered 204. */
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
  /** Deliveries whose sender went away before the answer. */
  interrupted(): number
}

/** Starts a receiver that answers each notification after 20 to 50 milliseconds. */
export async function startNotifications(): Promise<Notifications> {
  const receiver = await startReceiver()
  const answered: Answered[] = []
  let interrupted = 0
  receiver.react((response, request) => {
    response.on('finish', () => answered.push(read(request)))
    response.on('close', () => {
      if (!response.writableFinished) interrupted++
    })
    setTimeout(() => response.writeHead(204).end(), randomInt(20, 51))
  })
  return { receiver, answered, interrupted: () => interrupted }
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
