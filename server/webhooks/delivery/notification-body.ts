// What every notification consists of: the third wire format besides v1 and v2.
import { topicRules, type Topic } from '../../platform/events/topics.ts'

export interface Notification {
  readonly topic: Topic
  readonly eventAt: Date
  readonly resourceId: number
  readonly subject: { readonly kind: string; readonly id: number }
  readonly clientState: string | null
}

/** The headers of every notification; those that sign it are made for each attempt. */
export const fixedHeaders = {
  'content-type': 'application/json',
  'user-agent': 'Chancery-Webhooks/1.0',
} as const

/** The bytes that are sent, the same in every attempt. They contain no further details of the event. */
export function renderBody({ topic, eventAt, resourceId, subject, clientState }: Notification): Buffer {
  return Buffer.from(
    JSON.stringify({
      Timestamp: eventAt.toISOString(),
      ResourceId: resourceId,
      EventType: topic,
      ...(clientState === null ? {} : { ClientState: clientState }),
      ...(topicRules[topic].parentIncluded
        ? { ParentResource: { ResourceType: subject.kind, ResourceId: subject.id } }
        : {}),
    }),
  )
}
