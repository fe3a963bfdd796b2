// Long answers are sent in pieces: to flatten, compress or write megabytes at once holds up every other request.
import { Readable } from 'node:stream'
import { callNextTurn, yieldToEventLoop } from '../../platform/workers/yield-event-loop.ts'
import type { Server } from '../route.ts'

/** In bytes. */
const pieceLength = 65_536

/** Sends texts of more than 65,536 characters in pieces. Registered after what reads the text of an answer. */
export function sendLongAnswersInPieces(server: Server): void {
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload.length <= pieceLength) return done(null, payload)
    // to make the text of its parts has taken a turn
    callNextTurn(() => {
      const bytes = Buffer.from(payload)
      reply.header('content-length', bytes.length)
      done(null, Readable.from(piecesOf(bytes), { objectMode: false }))
    })
  })
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceLength) {
    await yieldToEventLoop()
    yield bytes.subarray(at, at + pieceLength)
  }
}
