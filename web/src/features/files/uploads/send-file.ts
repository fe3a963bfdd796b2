// Sends the content of one file in pieces that can be continued (tus), until all of it has arrived.
import type { DetailedError, Upload } from 'tus-js-client'
import { answer, client, loadSession, writeHeaders } from '../../../lib/client.ts'
import { fromServer, serverAnswered, serverIsAway, serverIsBack } from '../../../lib/connection.ts'
import { readRefusal, Refusal } from '../../../lib/refusal.ts'
import { newKey } from '../../../lib/repetition.ts'
import { uploadTexts as texts } from '../texts.ts'
import { forgetUpload, keepUpload, takeUpload } from './kept-uploads.ts'

const pieceBytes = 8 * 1024 * 1024

/** A file that is being sent; it keeps how far it is when it is stopped. */
export interface Sending {
  /**
   * Sends what is missing and returns the id of the upload. Waits while the server is away. Throws a `Refusal`, or
   * `Stopped`.
   */
  send(onProgress: (sent: number) => void): Promise<string>
  /** Ends `send` with `Stopped`. */
  stop(): void
  /** Gives up what has arrived. */
  giveUp(): void
}

/** Thrown by `send` after `stop`. */
export class Stopped extends Error {}

/** Continues at the address where it began, if there is one; a new address is reported. */
export function startSending(file: File, begunAt: string | null, onAddress: (url: string) => void): Sending {
  let stopped = false
  const attempt = newAttempts(file, { begunAt, onAddress, isStopped: () => stopped })
  return {
    async send(onProgress) {
      stopped = false
      let refusals = 0
      let furthest = 0
      const progress = (sent: number) => {
        // what it took to come this far is not held against the rest
        if (sent > furthest) refusals = 0
        furthest = Math.max(furthest, sent)
        onProgress(sent)
      }
      for (;;) {
        try {
          return await attempt.once(progress)
        } catch (error) {
          await attempt.abort(false)
          if (stopped || error instanceof Stopped) throw new Stopped()
          if (!(await isAnsweredAgain(error))) await pauseAfter(error, (refusals += 1))
          if (stopped) throw new Stopped()
        }
      }
    },
    stop() {
      stopped = true
      attempt.stop()
    },
    giveUp() {
      stopped = true
      attempt.stop()
      forgetUpload(file)
      void attempt.abort(true)
    },
  }
}

/** Attempts at one upload, each of which goes on where the one before it ended. */
function newAttempts(
  file: File,
  how: { begunAt: string | null; onAddress: (url: string) => void; isStopped: () => boolean },
) {
  let url = takeUpload(file) ?? how.begunAt
  // the answer to the first call may be lost: repeated with its key, it names the upload that it began
  let key = newKey()
  let current: Upload | undefined
  let stop: () => void = () => undefined

  const once = async (onProgress: (sent: number) => void) => {
    // with the first upload, not with the page
    const tus = await fromServer(() => import('tus-js-client'))
    if (how.isStopped()) throw new Stopped()
    return new Promise<string>((resolve, reject) => {
      stop = () => reject(new Stopped())
      const upload = new tus.Upload(file, {
        ...optionsFor(file),
        uploadUrl: url,
        async onBeforeRequest(request) {
          for (const [name, value] of Object.entries(await writeHeaders())) request.setHeader(name, value)
          if (request.getMethod() === 'POST') request.setHeader('Idempotency-Key', key)
        },
        onAfterResponse(request, response) {
          serverAnswered()
          // an upload that has ended starts again, and not with the answer that named the old one
          if (request.getMethod() === 'HEAD' && response.getStatus() >= 400) key = newKey()
        },
        onUploadUrlAvailable() {
          url = upload.url
          if (url === null) return
          keepUpload(file, url)
          how.onAddress(url)
        },
        onProgress,
        onSuccess: () => resolve((url ?? '').split('/').at(-1) ?? ''),
        onError: reject,
      })
      current = upload
      upload.start()
    })
  }

  return {
    once,
    stop: () => stop(),
    abort: async (forGood: boolean) => current?.abort(forGood && url !== null).catch(() => undefined),
  }
}

const optionsFor = (file: File) => ({
  endpoint: '/v2/uploads',
  chunkSize: pieceBytes,
  // repeating is decided here
  retryDelays: null,
  storeFingerprintForResuming: false,
  metadata: { filename: file.name, ...(file.type === '' ? {} : { filetype: file.type }) },
})

/** Whether the server was away, as it says itself or by its silence; waits until it is back then. */
async function isAnsweredAgain(error: unknown): Promise<boolean> {
  const status = (error as DetailedError).originalResponse?.getStatus() ?? 0
  if (![0, 502, 503, 504].includes(status)) return false
  if (status === 0 && (await isUnreadable(error))) throw new Refusal(0, { detail: texts.changed })
  serverIsAway()
  await serverIsBack()
  return true
}

// after a cut, the server may take a while to see that nobody sends the piece any more that it waits for
const mostRefusals = 12

/** Waits as long as an answer says that it is worth it; throws a `Refusal` for one that stays. */
async function pauseAfter(error: unknown, refusals: number): Promise<void> {
  const response = (error as DetailedError).originalResponse
  const status = response?.getStatus() ?? 0
  if (status === 429) return wait(1000 * Math.max(1, Number(response?.getHeader('retry-after') ?? 1)))
  // the session has ended: this call waits until the same person has signed in again, over the page
  if (status === 401 && refusals < 3) {
    await answer(client.GET('/v2/me'))
    return void (await loadSession())
  }
  // the token of another tab's session; for the same person the new one is good
  if (status === 403 && refusals < 3) return void (await loadSession())
  // somewhere else in the file than we thought, or a piece that was damaged on its way: the server is asked where it
  // stands
  if ([409, 423, 460, 500].includes(status) && refusals < mostRefusals)
    return wait(Math.min(3000, 500 * refusals))
  throw await refusalOf(status, response?.getBody() ?? '')
}

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

const refusalOf = (status: number, body: string): Promise<Refusal> =>
  readRefusal(new Response(body, { status, headers: { 'content-type': 'application/problem+json' } }))

// A file that was changed or removed since it was chosen cannot be read any more, which looks like a network that is
// away.
async function isUnreadable(error: unknown): Promise<boolean> {
  const cause = (error as { causingError?: unknown }).causingError ?? error
  return cause instanceof DOMException && cause.name === 'NotReadableError'
}
