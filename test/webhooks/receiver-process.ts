// A receiver in a separate process, so that measurements share no thread with it: accepts posts to any address of this
// machine, by default answers 204 at once, and reports on request what arrived and when. It prints its port and exits
// with its parent.
//   /hang           never answers
//   /turns          responds until it is switched off, and never again
//   /after/<ms>     answers after that time
import { createServer } from 'node:https'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { selfSignedCertificate } from '../../server/platform/outbound/self-signed.ts'
import type { Question, Report } from './receivers.ts'

const hanging = { now: 0, most: 0 }
const nothing = (): Report => ({ received: [], duplicates: 0, hanging, mostAtOnce: {} })
let report = nothing()
let turned = false
const seen = new Set<string>()
const open: Record<string, number> = {}

const server = createServer(selfSignedCertificate(), (request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { url = '', headers } = request
    const host = headers.host ?? ''
    open[host] = (open[host] ?? 0) + 1
    report.mostAtOnce[host] = Math.max(report.mostAtOnce[host] ?? 0, open[host])
    response.on('close', () => (open[host] = (open[host] ?? 1) - 1))
    if (url.startsWith('/hang') || (turned && url.startsWith('/turns'))) return hang(response)
    note(headers['webhook-id'], Buffer.concat(chunks).toString(), url)
    const after = Number(/^\/after\/(\d+)/.exec(url)?.[1] ?? 0)
    if (after === 0) response.writeHead(204).end()
    else setTimeout(() => response.writeHead(204).end(), after)
  })
})

function hang(response: ServerResponse): void {
  hanging.now += 1
  hanging.most = Math.max(hanging.most, hanging.now)
  response.on('close', () => (hanging.now -= 1))
}

function note(messageId: string | string[] | undefined, body: string, path: string): void {
  const id = Number(/"ResourceId":(\d+)/.exec(body)?.[1] ?? 0)
  if (typeof messageId === 'string') {
    if (seen.has(messageId)) report.duplicates += 1
    seen.add(messageId)
  }
  report.received.push({ id, at: Date.now(), path })
}

server.keepAliveTimeout = 60_000
server.listen(0, '0.0.0.0', () => process.send?.((server.address() as AddressInfo).port))
process.on('message', (question: Question) => {
  if (question === 'turn') turned = true
  if (question !== 'take') {
    process.send?.({ ...report, received: report.received.length })
    return
  }
  process.send?.(report)
  report = nothing()
  seen.clear()
})
process.on('disconnect', () => process.exit())
