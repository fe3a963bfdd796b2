// Bodies of requests that are refused because there are too many: as fast as they can be sent, those that are thrown
// away would take the place of those that are answered.
import type { IncomingMessage } from 'node:http'
import type { Server } from '../route.ts'

interface Pace {
  readonly bytesPerSecond: number
  /** What is read without a pause: most bodies. */
  readonly freeBytes: number
  readonly longestMs: number
}

const usualPace = { bytesPerSecond: 1024 * 1024, freeBytes: 256 * 1024, longestMs: 30_000 }

/**
 * Reads the body of a request that is answered with 429 or 503 at that pace before the answer is sent: most clients
 * read no answer before. Connections on which more would follow are closed with the answer.
 */
export function drainRefusedSlowly(server: Server, pace: Pace = usualPace): void {
  server.addHook('onSend', async ({ raw }, reply, payload) => {
    const isRefused = reply.statusCode === 429 || reply.statusCode === 503
    const hasMore = !raw.complete && !raw.readableEnded && !raw.destroyed
    if (isRefused && hasMore && !(await endsInTime(raw, pace))) reply.header('connection', 'close')
    return payload
  })
}

/** Whether the body ended; what is read of it is thrown away. */
function endsInTime(raw: IncomingMessage, { bytesPerSecond, freeBytes, longestMs }: Pace): Promise<boolean> {
  const began = performance.now()
  let bytes = -freeBytes
  let pause: ReturnType<typeof setTimeout> | undefined
  return new Promise((resolve) => {
    const end = (hasEnded: boolean) => {
      clearTimeout(limit)
      clearTimeout(pause)
      raw.off('data', take)
      resolve(hasEnded)
    }
    const take = (chunk: Buffer) => {
      bytes += chunk.length
      const early = (1_000 * bytes) / bytesPerSecond - (performance.now() - began)
      if (early < 1) return
      raw.pause()
      pause = setTimeout(() => raw.resume(), early)
    }
    const limit = setTimeout(() => end(false), longestMs)
    for (const event of ['end', 'close', 'error']) raw.once(event, () => end(true))
    raw.unpipe()
    raw.on('data', take)
    raw.resume()
  })
}
