// A signing service that speaks the protocol of docs/signing-services.md, over HTTPS, and does with its packets what a
// test says.
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { signatureHeaders, signingKey } from '../../server/platform/secrets/webhook-signatures.ts'
import { makeSample } from '../../server/seals/sample.ts'
import { type ReceivedRequest, startReceiver } from './receiver.ts'

interface PacketSigner {
  readonly place: number
  readonly name: string
  readonly email: string
}

/** What was sent, with what the service says of it. */
export interface Packet {
  readonly id: string
  readonly title: string
  readonly signers: readonly PacketSigner[]
  readonly fields: readonly object[]
  readonly document: Buffer
  readonly idempotencyKey: string
  state: string
  reason: string | null
  /** What it says of each signer, by place. */
  said: Map<number, object>
  signed: Buffer
  posts: number
}

/** What it does instead of what it should; undefined to behave. */
type Misbehaviour = (request: ReceivedRequest, response: ServerResponse) => boolean

/** Starts a service that takes this token. */
export async function startSigningService(token = 'r7Hq2p0xW9') {
  const receiver = await startReceiver()
  const packets = new Map<string, Packet>()
  let misbehave: Misbehaviour | undefined
  receiver.react((response: ServerResponse, request: ReceivedRequest) => {
    if (misbehave?.(request, response)) return
    if (request.headers['authorization'] !== `Bearer ${token}`) return void response.writeHead(401).end()
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })

  async function answer({ method, target, headers, body }: ReceivedRequest, response: ServerResponse) {
    const json = (status: number, value: object) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    const [, , id = '', part = ''] = target.split('/')
    if (target === '/health') return json(200, {})
    if (method === 'POST' && target === '/packets') {
      const packet = await packetFrom(headers, body)
      const known = packets.get(packet.id)
      if (known) known.posts += 1
      else packets.set(packet.id, packet)
      return json(known ? 200 : 201, { id: packet.id })
    }
    const packet = packets.get(id)
    if (!packet) return json(404, { detail: 'unknown' })
    if (method === 'POST' && part === 'void') {
      if (packet.state !== 'Open') return json(409, { detail: 'It has ended.' })
      packet.state = 'Voided'
      packet.reason = (JSON.parse(body.toString()) as { reason: string }).reason
      return json(200, {})
    }
    if (part === 'document') return void response.writeHead(200).end(packet.signed)
    const { state, reason, said, signers } = packet
    const states = signers.map((each) => ({ place: each.place, state: 'Asked', ...said.get(each.place) }))
    return json(200, { id, state, reason, signers: states })
  }

  const only = (): Packet => {
    const [first, ...others] = packets.values()
    if (!first || others.length > 0) throw new Error(`the service has ${packets.size} packets`)
    return first
  }
  const done = (place: number, state: string, more: object = {}) => only().said.set(place, { state, ...more })
  return {
    url: receiver.url,
    token,
    requests: receiver.requests,
    packets,
    only,
    done,
    /** All sign, and the document has their signatures. */
    async complete(at: Date) {
      const packet = only()
      for (const { place } of packet.signers) done(place, 'Signed', { ended: at.toISOString() })
      packet.state = 'Completed'
      packet.signed = Buffer.from(await makeSample(['Signed by everybody']))
      return packet
    },
    misbehave(next: Misbehaviour | undefined) {
      misbehave = next
    },
    close: () => receiver.close(),
  }
}

async function packetFrom(headers: Readonly<Record<string, string>>, body: Buffer): Promise<Packet> {
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  }).formData()
  const [packet, document] = [form.get('packet'), form.get('document')]
  if (!(packet instanceof Blob) || !(document instanceof Blob)) throw new Error('a part is missing')
  return {
    ...(JSON.parse(await packet.text()) as Pick<Packet, 'id' | 'title' | 'signers' | 'fields'>),
    document: Buffer.from(await document.arrayBuffer()),
    idempotencyKey: headers['idempotency-key'] ?? '',
    state: 'Open',
    reason: null,
    said: new Map(),
    signed: Buffer.alloc(0),
    posts: 1,
  }
}

/** An event about a packet, as the service signs it. */
export function signedEvent(
  secret: string,
  packet: string,
  { at = new Date(), id = randomUUID(), body = { packet } }: { at?: Date; id?: string; body?: unknown } = {},
) {
  const payload = Buffer.from(JSON.stringify(body))
  const headers = signatureHeaders([signingKey(secret)], { messageId: id, body: payload, at })
  return { payload, headers: { 'content-type': 'application/json', ...headers } }
}
