// The receiver that notifications are measured with: takes what is posted to any address of this machine, answers 204 at once, and
// tells when asked how much came and when. A process of its own; it prints its port and ends with its parent.
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { selfSignedCertificate } from '../../server/platform/self-signed.ts'

interface Received {
  readonly id: number
  /** In real time. */
  readonly at: number
}

let received: Received[] = []
const seen = new Set<string>()
let duplicates = 0

const server = createServer(selfSignedCertificate(), (request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    response.writeHead(204).end()
    const messageId = request.headers['webhook-id']
    if (typeof messageId !== 'string') {
      received.push({ id: 0, at: Date.now() })
      return
    }
    if (seen.has(messageId)) duplicates += 1
    seen.add(messageId)
    const id = /"ResourceId":(\d+)/.exec(Buffer.concat(chunks).toString())?.[1]
    received.push({ id: Number(id), at: Date.now() })
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '0.0.0.0', () => process.send?.((server.address() as AddressInfo).port))
process.on('message', (question) => {
  if (question === 'count') process.send?.(received.length)
  else {
    process.send?.({ received, duplicates })
    received = []
    seen.clear()
    duplicates = 0
  }
})
process.on('disconnect', () => process.exit())
