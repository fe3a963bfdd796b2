// A receiver of notifications as you would write it: verify, respond at once, do the work afterwards and only once.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'

export interface Notification {
  readonly Timestamp: string
  readonly ResourceId: number
  readonly EventType: string
  readonly ClientState?: string
  readonly ParentResource?: { readonly ResourceType: 'matter' | 'contract'; readonly ResourceId: number }
}

export interface ReceiverOptions {
  /** `whsec_...`, from GET /v2/webhookSubscriptions/{id}/signingSecret. */
  readonly signingSecret: string
  /** The value given when subscribing. */
  readonly clientState: string
  /** Records a webhook-id and returns whether it is new; in practice a table with a unique key, kept for some days. */
  readonly isNew: (webhookId: string) => boolean
  /** The work. Notifications may arrive in any order, so ask the API for the current state. */
  readonly work: (notification: Notification) => void
}

const toleranceSeconds = 5 * 60

/** Handles requests of an HTTP server: `createServer(options, createReceiver({ … }))`. */
export function createReceiver({ signingSecret, clientState, isNew, work }: ReceiverOptions) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    // the signature covers these bytes: verify before parsing, never a re-serialised body
    const body = Buffer.concat(chunks)
    if (!isGenuine(request.headers, body, signingSecret)) {
      response.writeHead(401).end()
      return
    }
    const notification = JSON.parse(body.toString()) as Notification
    if (notification.ClientState !== clientState) {
      response.writeHead(401).end()
      return
    }
    const id = String(request.headers['webhook-id'])
    const fresh = isNew(id)
    // within five seconds; a duplicate is acknowledged as well, or it would be sent again
    response.writeHead(204).end()
    if (fresh) work(notification)
  }
}

/** Whether one of the signatures is valid (there are two while a secret is being replaced) and the time is recent. */
function isGenuine(headers: IncomingMessage['headers'], body: Buffer, signingSecret: string): boolean {
  const id = String(headers['webhook-id'])
  const timestamp = String(headers['webhook-timestamp'])
  if (!(Math.abs(Date.now() / 1_000 - Number(timestamp)) <= toleranceSeconds)) return false
  const key = Buffer.from(signingSecret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  return String(headers['webhook-signature'])
    .split(' ')
    .map((each) => Buffer.from(each.replace(/^v1,/, ''), 'base64'))
    .some((given) => given.length === expected.length && timingSafeEqual(given, expected))
}
