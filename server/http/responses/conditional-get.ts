// Conditional reads (RFC 9110, section 13): a caller that has what would be sent again gets 304.
import { hash } from 'node:crypto'
import type { Server } from '../route.ts'
import { namesEtag } from './byte-ranges.ts'

/**
 * Extends the ETag of what is read by a hash of the answer, because an answer shows more than the record whose version
 * it names, such as the names of people; and answers If-None-Match. If-Match takes such a tag as the version that it
 * begins with.
 */
export function answerConditionalReads(server: Server): void {
  server.addHook('onSend', (request, reply, payload, done) => {
    const etag = reply.getHeader('etag')
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead || reply.statusCode !== 200 || typeof payload !== 'string') return done(null, payload)
    if (typeof etag !== 'string' || !ofVersion.test(etag)) return done(null, payload)
    const full = etagOfText(payload, `${etag.slice(1, -1)}-`)
    reply.header('etag', full)
    const wanted = request.headers['if-none-match']
    if (wanted === undefined || !namesEtag(wanted, full, { weak: true })) return done(null, payload)
    reply.code(304).removeHeader('content-type').removeHeader('content-length')
    done(null, null)
  })
}

const ofVersion = /^"\d+"$/

const etagOfText = (text: string, before: string) =>
  `"${before}${hash('sha1', text, 'base64url').slice(0, 16)}"`
