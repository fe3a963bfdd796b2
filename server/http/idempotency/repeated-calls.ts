// Idempotency-Key: a POST with a key is carried out once. Repeated within a day, it gets the answer of the first one;
// with another body it is 422, while the first one runs 409. Calls without the header are not touched.
import { setInterval } from 'node:timers'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../platform/app.ts'
import { AppError, badInput, conflict } from '../../platform/errors.ts'
import {
  claimKey,
  type EarlierCall,
  endLease,
  type KeyOwner,
  keyOwner,
  releaseKey,
  renewEveryMs,
  renewLease,
  storeAnswer,
} from '../../platform/idempotency-keys.ts'
import { drainRequest } from '../bodies/drain-request.ts'
import type { Server } from '../route.ts'
import { type RequestHash, startRequestHash } from './request-hash.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a call with an Idempotency-Key. */
    repeatable: {
      readonly hash: RequestHash
      owner?: KeyOwner
      timer?: NodeJS.Timeout
      /** Its body has been read, or is read by its handler. */
      isHandled?: boolean
    } | null
  }
}

const header = 'idempotency-key'
const longestKey = 255
/** Of one answer; the answers of POST are short. */
const longestAnswer = 64 * 1024
const keptHeaders = ['content-type', 'location', 'etag'] as const

interface StoredAnswer {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Registers the hooks; the first part must run before anything waits, so that no byte of a body is missed. */
export function hashRepeatableCalls(server: Server): void {
  server.decorateRequest('repeatable', null)
  server.addHook('onRequest', (request, _reply, done) => {
    if (request.method === 'POST' && request.headers[header] !== undefined) {
      request.repeatable = { hash: startRequestHash(request.raw, request.originalUrl) }
    }
    done()
  })
}

/** Registers the hooks that claim keys and store answers; after those that know the caller. */
export function answerRepeatedCalls(server: Server, app: App): void {
  server.addHook('preParsing', async (request, reply, payload) => {
    // who is not known has no keys
    if (!request.repeatable || !request.actor) return payload
    const owner = keyOwner(request.actor, keyOf(request))
    const earlier = await claimKey(app, owner)
    if (earlier) {
      await answerAgain(app, { request, reply, owner }, earlier)
      return payload
    }
    request.repeatable.owner = owner
    request.repeatable.timer = setInterval(() => {
      renewLease(app, owner).catch((error: unknown) =>
        request.log.warn({ err: error }, 'a lease was not renewed'),
      )
    }, renewEveryMs).unref()
    refuseIfCut(request)
    request.raw.once('close', () => {
      if (isCut(request) && !request.repeatable?.isHandled) void giveBack(app, request)
    })
    return payload
  })
  server.addHook('preValidation', (request, _reply, done) => {
    if (request.repeatable?.owner) {
      refuseIfCut(request)
      request.repeatable.isHandled = true
    }
    done()
  })
  server.addHook('onSend', async (request, reply, payload) => {
    await keepAnswer(app, request, reply, payload)
    return payload
  })
}

/** Whether the connection ended before the body was read. Who waits for its end then waits forever. */
const isCut = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.readableEnded

function refuseIfCut(request: FastifyRequest): void {
  if (isCut(request)) throw badInput('body', 'did not arrive: the connection ended. Send it again.')
}

/** Whose key the call has claimed, once: what becomes of the key is decided by who asks first. */
function endClaim({ repeatable }: FastifyRequest): KeyOwner | undefined {
  const owner = repeatable?.owner
  if (!repeatable || !owner) return undefined
  clearInterval(repeatable.timer)
  delete repeatable.owner
  return owner
}

/** For a call that ended before it began: sent again with its key, it is carried out. */
async function giveBack(app: App, request: FastifyRequest): Promise<void> {
  const owner = endClaim(request)
  if (owner) await settle(request, () => releaseKey(app, owner))
}

// real time: as long as a database takes to start again
const again = { everyMs: 2_000, times: 30 }

/**
 * Writes what became of a key. What fails is written when the database is back, and never changes the answer: what was
 * done stays done. Until then, or for good if the process ends first, the key is one whose call was cut off.
 */
async function settle(request: FastifyRequest, write: () => Promise<void>): Promise<void> {
  const isWritten = await write().then(
    () => true,
    (error: unknown) => {
      request.log.warn({ err: error }, 'what became of an Idempotency-Key is stored later')
      return false
    },
  )
  if (!isWritten) void settleLater(write)
}

async function settleLater(write: () => Promise<void>): Promise<void> {
  for (let time = 0; time < again.times; time++) {
    await delay(again.everyMs, undefined, { ref: false })
    const isWritten = await write().then(
      () => true,
      () => false,
    )
    if (isWritten) return
  }
}

function keyOf({ headers }: FastifyRequest): string {
  const key = headers[header]
  if (typeof key === 'string' && /^[\x20-\x7e]+$/.test(key) && key.length <= longestKey) return key
  throw badInput('Idempotency-Key', `must be 1 to ${longestKey} ASCII characters, such as a UUID.`)
}

interface Repeated {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly owner: KeyOwner
}

async function answerAgain(
  app: App,
  { request, reply, owner }: Repeated,
  earlier: EarlierCall,
): Promise<void> {
  if (earlier.state === 'running') {
    drainRequest(request)
    throw new AppError(
      'conflict',
      'The first call with this Idempotency-Key is still running. Repeat this one shortly.',
      {
        headers: { 'retry-after': '1' },
      },
    )
  }
  if (earlier.state === 'unknown') {
    drainRequest(request)
    throw conflict(
      'The first call with this Idempotency-Key was cut off: it may or may not have been carried out. Look whether it was, and if not, send it with another key.',
    )
  }
  const hash = await hashOfRest(request)
  if (earlier.requestHash && hash && !earlier.requestHash.equals(hash)) {
    throw new AppError(
      'unprocessable',
      'This Idempotency-Key was used for another request: another address or body. Send this one with a key of its own.',
    )
  }
  if (!earlier.answer) {
    throw conflict(
      'The first call with this Idempotency-Key was carried out, but its answer was too long to be kept. Read what it made.',
    )
  }
  const { headers, body } = JSON.parse(await app.vault.open(earlier.answer, purposeOf(owner))) as StoredAnswer
  await reply
    .code(earlier.status)
    .headers({ ...headers, 'idempotent-replayed': 'true' })
    // as it was sent, not serialised once more
    .serializer((text) => text as string)
    .send(body === '' ? null : body)
}

const purposeOf = ({ userId, clientId, key }: KeyOwner) => `answer to ${userId} ${clientId} ${key}`

/** Reads what is left of the body and returns the hash of the request. */
async function hashOfRest({ raw, repeatable }: FastifyRequest): Promise<Buffer | null> {
  await new Promise<void>((resolve) => {
    if (raw.readableEnded || raw.destroyed) return resolve()
    for (const event of ['end', 'close', 'error']) raw.once(event, () => resolve())
    raw.resume()
  })
  return repeatable?.hash.end() ?? null
}

/** Stores an answer that says that something was done; gives the key back if nothing was. */
async function keepAnswer(
  app: App,
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
): Promise<void> {
  const { repeatable } = request
  const owner = endClaim(request)
  // a repeated call has claimed none
  if (!repeatable || !owner) return
  const { statusCode: status } = reply
  if (status >= 500 && !isUnchanged(status, payload)) return settle(request, () => endLease(app, owner))
  if (status >= 400) return settle(request, () => releaseKey(app, owner))
  const requestHash = repeatable.hash.end()
  const body = typeof payload === 'string' ? payload : Buffer.isBuffer(payload) ? payload.toString() : ''
  const isWhole =
    payload === null || payload === undefined || typeof payload === 'string' || Buffer.isBuffer(payload)
  const stored: StoredAnswer = { headers: headersOf(reply), body }
  const answer =
    isWhole && body.length <= longestAnswer
      ? await app.vault.seal(JSON.stringify(stored), purposeOf(owner))
      : null
  await settle(request, () => storeAnswer(app, owner, { requestHash, status, answer }))
}

/** Whether an error says that nothing was stored; a commit whose outcome is unknown says so. */
const isUnchanged = (status: number, payload: unknown): boolean =>
  (status === 503 || status === 507) && !(typeof payload === 'string' && payload.includes('may or may not'))

const headersOf = (reply: FastifyReply): Record<string, string> =>
  Object.fromEntries(
    keptHeaders.flatMap((name) => {
      const value = reply.getHeader(name)
      return value === undefined ? [] : [[name, String(value)]]
    }),
  )
