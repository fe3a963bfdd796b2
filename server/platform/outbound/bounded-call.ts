// One call to an address that somebody gave, whose whole answer is needed: with limited time and size.
import type { FormData } from 'undici'
import { withoutPlace } from '../place-in-queue.ts'
import { describeFailure } from './outbound-failures.ts'
import type { Outbound } from './outbound-http.ts'

export interface BoundedCall {
  /** An https address; http as well, where the answer is signed itself. */
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer | string | FormData
  /** From the first byte sent to the last one read. */
  readonly longestWaitMs: number
  /** Whether the answer is signed itself, so that it may come over http. */
  readonly isSigned?: boolean
  /** In bytes. */
  readonly largestAnswer: number
}

export interface BoundedAnswer {
  readonly status: number
  readonly contentType: string
  readonly bytes: Buffer
}

class AnswerTooLong extends Error {}

/**
 * Makes the call over the guarded connections, and follows no redirect. Throws what the connection failed with, when
 * the time is over, and for an answer that is too long.
 */
export const boundedCall = (
  outbound: Pick<Outbound, 'agent' | 'agentForSigned'>,
  call: BoundedCall,
): Promise<BoundedAnswer> => withoutPlace(() => callWithin(outbound, call))

async function callWithin(
  outbound: Pick<Outbound, 'agent' | 'agentForSigned'>,
  { url, method, headers, body, longestWaitMs, largestAnswer, isSigned = false }: BoundedCall,
): Promise<BoundedAnswer> {
  const { request } = await import('undici')
  const answer = await request(url, {
    method,
    headers: { ...headers },
    ...(body === undefined ? {} : { body }),
    dispatcher: await (isSigned ? outbound.agentForSigned() : outbound.agent()),
    signal: AbortSignal.timeout(longestWaitMs),
  })
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of answer.body as AsyncIterable<Buffer>) {
    size += piece.length
    if (size > largestAnswer) throw new AnswerTooLong('its answer is too long')
    pieces.push(piece)
  }
  const type = answer.headers['content-type']
  return {
    status: answer.statusCode,
    contentType: typeof type === 'string' ? type : '',
    bytes: Buffer.concat(pieces),
  }
}

/** Why a call failed, for the person who gave the address: the end of a sentence. */
export function describeFailedCall(
  error: unknown,
  { longestWaitMs }: Pick<BoundedCall, 'longestWaitMs'>,
): string {
  if (!(error instanceof Error)) return 'the call failed'
  if (error.name === 'TimeoutError') return `no answer within ${longestWaitMs / 1_000} seconds`
  return error instanceof AnswerTooLong ? error.message : describeFailure(error)
}
