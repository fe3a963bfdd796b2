// The action of `chancery listen`: subscribes, receives, verifies, prints, and cleans up.
import { randomUUID, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { selfSignedCertificate } from '../../../platform/outbound/self-signed.ts'
import { topics as allTopics } from '../../../platform/events/topics.ts'
import { findRunningServer } from '../../process/running-server.ts'
import { signatureHeaders, signingKey } from '../../../platform/secrets/webhook-signatures.ts'
import { installationConfig } from '../installation.ts'
import { tokensFor } from './token-actions.ts'

export interface ListenOptions {
  readonly topics?: readonly string[]
  readonly port: number
  readonly count?: number
}

/**
 * Subscribes, prints what arrives until the process is interrupted or `count` is reached, and deletes the subscription.
 */
export async function listen(
  email: string,
  { topics = allTopics, port, count }: ListenOptions,
): Promise<void> {
  const { publicUrl, stateDir } = installationConfig()
  if (!findRunningServer(stateDir)) throw new Error('No server is running here. Start it first: npm start')
  const ended = Promise.withResolvers<void>()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => ended.resolve())
  const clientState = randomUUID()
  const seen = new Set<string>()
  // unknown until the subscription is created, and nothing arrives before that
  let secret = ''
  const receiver = await startReceiver(port, (headers, body) => {
    console.log(notificationLines(headers, body, { secret, clientState, seen }))
    if (count !== undefined && seen.size >= count) ended.resolve()
  })
  const { port: listening } = receiver.address() as AddressInfo
  const subscriptionUrl = `https://localhost:${listening}/`
  try {
    const made = await call<{ id: number; signingSecret: string }>(
      email,
      'POST',
      `${publicUrl}/v2/webhookSubscriptions`,
      {
        topics,
        subscriptionUrl,
        clientState,
      },
    )
    secret = made.signingSecret
    console.log(
      `Subscription ${made.id} of ${email}: ${subscriptionUrl}, ${topics.length} topics. Press Ctrl-C to end.`,
    )
    try {
      await ended.promise
    } finally {
      await call(email, 'DELETE', `${publicUrl}/v2/webhookSubscriptions/${made.id}`)
      console.log(`Subscription ${made.id} is deleted.`)
    }
  } finally {
    receiver.closeAllConnections()
    receiver.close()
  }
}

/** Calls the running server as the user, with a new token each time, because one expires after an hour. */
async function call<Answer = void>(
  email: string,
  method: string,
  url: string,
  body?: object,
): Promise<Answer> {
  const { access_token: token } = await tokensFor(email)
  const answer = await fetch(url, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`The server rejected the call (${answer.status}): ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as Answer
}

type Headers = Readonly<Record<string, string | undefined>>

function startReceiver(
  port: number,
  onNotification: (headers: Headers, body: Buffer) => void,
): Promise<Server> {
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    buffer(request).then(
      (body) => {
        response.writeHead(204).end()
        onNotification(request.headers as Headers, body)
      },
      () => response.destroy(),
    )
  }
  const server = createServer(selfSignedCertificate(), answer)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}

interface Expectation {
  readonly secret: string
  readonly clientState: string
  /** Ids that have arrived; the id of this notification is added. */
  readonly seen: Set<string>
}

/** Describes a notification in readable lines: what happened, whether it is genuine, and its bytes. */
function notificationLines(
  headers: Headers,
  body: Buffer,
  { secret, clientState, seen }: Expectation,
): string {
  const id = headers['webhook-id'] ?? ''
  const again = seen.has(id)
  seen.add(id)
  const notes = [checkSignature(headers, body, secret), ...(again ? ['duplicate: ignore it'] : [])]
  const text = body.toString()
  const { EventType, ResourceId, ClientState } = parseBody(text)
  notes.push(ClientState === clientState ? 'client state is correct' : 'CLIENT STATE IS WRONG')
  // real time: when it arrived here
  const at = new Date().toISOString().slice(11, 23)
  return `${at}  ${EventType} of ${ResourceId}  ${id}\n              ${notes.join(', ')}\n              ${text}`
}

function parseBody(text: string): { EventType?: string; ResourceId?: number; ClientState?: string } {
  try {
    return JSON.parse(text) as object
  } catch {
    return {}
  }
}

const toleranceMs = 5 * 60_000

function checkSignature(headers: Headers, body: Buffer, secret: string): string {
  const seconds = Number(headers['webhook-timestamp'])
  const at = new Date(seconds * 1_000)
  // real time: the sender signs with real time as well
  if (!(Math.abs(Date.now() - at.getTime()) <= toleranceMs)) return 'TIMESTAMP IS TOO OLD OR MISSING'
  const messageId = headers['webhook-id'] ?? ''
  const expected = signatureHeaders([signingKey(secret)], { messageId, body, at })['webhook-signature'] ?? ''
  const given = (headers['webhook-signature'] ?? '').split(' ')
  return given.some((each) => isSame(each, expected)) ? 'signature is valid' : 'SIGNATURE IS INVALID'
}

const isSame = (a: string, b: string) =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
