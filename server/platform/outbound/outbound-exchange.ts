// One request and its response on a connection. The response is collected by a handler of undici's, not by its
// `request`: that makes a stream, a promise and an abort listener for each call, which take as long as the call itself.
import type { IncomingHttpHeaders } from 'node:http'
import type { Client, Dispatcher } from 'undici'

/** What is sent. */
export interface PostRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export interface PostResponse {
  readonly status: number
  /** The headers, a line each, as far as there is room for them; none that sets a cookie. */
  readonly headers: string
  /** The first bytes of the body. */
  readonly excerpt: Buffer
  /** Whether the response was read to its end, so that the connection can be used again. */
  readonly whole: boolean
}

const excerptBytes = 1_024
const keptHeaderCharacters = 2_048
// a response up to this size is read completely so that the connection can be reused; a longer one is cut off
const drainedBytes = 64 * 1_024

/** The time limit of a call, which runs from resolving the name to the last byte read. */
export interface TimeLimit {
  /** Aborted when the time is over; made when it is asked for. */
  readonly signal: AbortSignal
  readonly isOver: () => boolean
  /** Calls the listener when the time is over; only the last one given. */
  onOver(listener: () => void): void
  /** The call has ended. */
  end(): void
}

/** The time of the call is over. */
class OutOfTime extends Error {}

/** Starts the time of a call. */
export function startTimeLimit(milliseconds: number): TimeLimit {
  let controller: AbortController | undefined
  let listener: (() => void) | undefined
  let over = false
  const expire = () => {
    over = true
    controller?.abort(new OutOfTime())
    listener?.()
  }
  const timer = setTimeout(expire, milliseconds)
  return {
    get signal() {
      controller ??= new AbortController()
      if (over && !controller.signal.aborted) controller.abort(new OutOfTime())
      return controller.signal
    },
    isOver: () => over,
    onOver: (next) => (listener = next),
    end: () => clearTimeout(timer),
  }
}

/**
 * Posts on a connection that nobody else uses. Once the status has been received, nothing that happens to the rest of
 * the response changes it. Throws what the connection failed with, and OutOfTime.
 */
export function exchange(client: Client, request: PostRequest, limit: TimeLimit): Promise<PostResponse> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let controller: Dispatcher.DispatchController | undefined
    let status: number | undefined
    let headers = ''
    let size = 0
    const end = (whole: boolean, error?: Error) => {
      if (status === undefined) reject(error ?? new Error('the response had no status'))
      else resolve({ status, headers, excerpt: chunks.length === 0 ? nothing : Buffer.concat(chunks), whole })
    }
    const cutOff = (error: Error) => {
      end(false, error)
      controller?.abort(error)
    }
    limit.onOver(() => cutOff(new OutOfTime()))
    client.dispatch(
      { ...request, method: 'POST' },
      {
        onRequestStart(own) {
          controller = own
          if (limit.isOver()) own.abort(new OutOfTime())
        },
        onResponseStart(_, statusCode, given) {
          // those below 200 announce the response
          if (statusCode < 200) return
          status = statusCode
          headers = headerLines(given)
        },
        onResponseData(_, chunk) {
          if (size < excerptBytes) chunks.push(chunk.subarray(0, excerptBytes - size))
          size += chunk.length
          if (size > drainedBytes) cutOff(new Error('the response is too long'))
        },
        onResponseEnd: () => end(true),
        onResponseError: (_, error) => end(false, error),
      },
    )
  })
}

const nothing = Buffer.alloc(0)

function headerLines(given: IncomingHttpHeaders): string {
  let lines = ''
  for (const [name, value] of Object.entries(given)) {
    // what identifies a session at the receiver is nobody else's
    if (value === undefined || name === 'set-cookie') continue
    const text = Array.isArray(value) ? value.join(', ') : value
    // the database stores no NUL
    const line = `${name}: ${text.replaceAll('\0', ' ')}`
    if (lines.length + line.length + 1 > keptHeaderCharacters) continue
    lines += lines === '' ? line : `\n${line}`
  }
  return lines
}
