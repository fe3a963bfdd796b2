// Calls to a server that may be killed at any moment: they wait while it is down, and distinguish a response from none.
import { randomInt } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { Agent, type Dispatcher, request } from 'undici'

/** The server rejected the request (4xx). */
export class Refused extends Error {}

interface Answer {
  readonly text: string
  /** Identifies the request in the history. */
  readonly requestId: string
}

interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer | string
  /** Whether the body is an upload, and whether it is sent in small pieces, as over a slow line. */
  readonly upload?: 'at once' | 'slowly'
}

export interface Calls {
  /** Lets calls through from now on, or holds them back. Initially they are held back. */
  open(): void
  hold(): void
  /** Settles when every call that was let through has finished. */
  idle(): Promise<unknown>
  /**
   * The response if it is 2xx; undefined when there was none or the server failed: the request may have been carried
   * out.
   */
  ask(call: Call): Promise<Answer | undefined>
  /** Repeats the request until there is a response. */
  read<Body>(path: string): Promise<Body>
  /** The body of a download, as a stream. */
  download(path: string): Promise<AsyncIterable<Buffer>>
  /** Uploads in progress, uploads that never got a response, and 5xx responses. */
  readonly counts: { uploading: number; interruptedUploads: number; failures: number }
  /** Ends all calls; later ones throw. */
  close(): Promise<void>
}

// each waits until calls are let through
const mostReads = 100

/** Calls with the token. Rejections (4xx) are mistakes of the test, or worse, and are thrown. */
export function createCalls(url: string, token: string): Calls {
  const dispatcher = new Agent({ connections: 32, headersTimeout: 30_000, bodyTimeout: 30_000 })
  const counts = { uploading: 0, interruptedUploads: 0, failures: 0 }
  const underWay = new Set<Promise<unknown>>()
  let closed = false
  let gate = Promise.withResolvers<void>()

  const send = (call: Call) => sendThrough(dispatcher, url, token, call)
  const ask = async (call: Call): Promise<Answer | undefined> => {
    await gate.promise
    if (closed) throw new Error('The calls have been closed')
    const isUpload = call.upload !== undefined
    if (isUpload) counts.uploading++
    const asked = send(call).then(answerOf, () => undefined)
    underWay.add(asked)
    const answer = await asked
    underWay.delete(asked)
    if (isUpload) counts.uploading--
    if (isUpload && !answer) counts.interruptedUploads++
    if (!answer) {
      // there may be no server for a while
      await pause(100)
      return undefined
    }
    if (answer.status >= 500) counts.failures++
    else if (answer.status >= 400)
      throw new Refused(`${call.method} ${call.path} was rejected: ${answer.text}`)
    return answer.status < 300 ? answer : undefined
  }

  return {
    open: () => gate.resolve(),
    hold() {
      gate = Promise.withResolvers<void>()
    },
    idle: () => Promise.all(underWay),
    ask,
    async read<Body>(path: string): Promise<Body> {
      for (let attempt = 1; attempt <= mostReads; attempt++) {
        const answer = await ask({ method: 'GET', path })
        if (answer) return JSON.parse(answer.text) as Body
        await pause(50)
      }
      throw new Error(`GET ${path} gets no response`)
    },
    async download(path) {
      const { statusCode, body } = await send({ method: 'GET', path })
      if (statusCode === 200) return body as AsyncIterable<Buffer>
      throw new Refused(`GET ${path} answered ${statusCode}: ${await body.text()}`)
    },
    counts,
    close() {
      closed = true
      gate.resolve()
      return dispatcher.destroy()
    },
  }
}

function sendThrough(
  dispatcher: Dispatcher,
  url: string,
  token: string,
  { method, path, headers, body, upload }: Call,
): Promise<Dispatcher.ResponseData> {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return request(url + path, {
    method,
    dispatcher,
    headers: { authorization: `Bearer ${token}`, ...headers, ...length },
    body:
      upload === 'slowly' && body !== undefined ? Readable.from(inPieces(Buffer.from(body))) : (body ?? null),
  })
}

const answerOf = async ({ statusCode, headers, body }: Dispatcher.ResponseData) => ({
  status: statusCode,
  requestId: String(headers['x-request-id']),
  text: await body.text(),
})

const pieceBytes = 64 * 1024

async function* inPieces(body: Buffer): AsyncGenerator<Buffer> {
  for (let from = 0; from < body.length; from += pieceBytes) {
    yield body.subarray(from, from + pieceBytes)
    await pause(randomInt(1, 12))
  }
}
