// Attempts: public calls that prove something, such as a secret, a password or a token. Only those that fail count for
// the address they come from, so that honest crowds behind one address are not taken for somebody who guesses. Reasons:
// docs/decisions/0066-honest-crowds.md.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../platform/errors.ts'
import { hashOfSecret } from '../../platform/secrets/crypto.ts'
import { networkOf } from '../../platform/outbound/client-network.ts'
import type { BoundedMap } from './bounded-map.ts'
import type { Limit } from './rate-limits.ts'

/** What a route that is counted by its failures can say of its call. */
interface Attempt {
  /**
   * Names what the caller proves itself with, before it is checked. What was right lately is not refused because of
   * others at the same address, and neither is who brings a `code` that was given out lately. Throws
   * too_many_requests for anything else while the address has failed too often.
   */
  begin(credential?: string, code?: string): void
  /**
   * The call turned out to be this caller's, and is counted for them instead of the address. Throws too_many_requests.
   */
  proven(caller: string): void
  /** What the call has given out, with which the caller will come back. */
  remember(credential: string): void
  /** It failed, although its answer does not look like it. */
  failed(): void
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Of routes that are counted by their failures. */
    attempt: RunningAttempt | null
  }
}

interface Limits {
  /** Of callers. */
  readonly caller: Limit
  /** Of addresses: what failed. */
  readonly address: Limit
  /** Of addresses: what is under way, and what nobody guesses with. */
  readonly visits: Limit
  readonly validCredentials: BoundedMap<true>
}

/** The attempt that a request is; `settle` counts it when its answer is known. */
export interface RunningAttempt extends Attempt {
  settle(status: number): void
}

/** Begins to count the request as an attempt. */
export function startAttempt(
  { caller, address, visits, validCredentials }: Limits,
  request: FastifyRequest,
  reply: FastifyReply,
): RunningAttempt {
  const network = networkOf(request.ip)
  const state = { isCounted: false, isProven: false, hasFailed: false }
  const right: string[] = []
  let known: string | undefined
  const begin = (credential?: string, code?: string) => {
    if (state.isCounted) return
    const [key, ofCode] = [credential, code].map((each) => (each === undefined ? undefined : keyOf(each)))
    if (key !== undefined) right.push(key)
    known = [key, ofCode].find((each) => each !== undefined && validCredentials.get(each) === true)
    if (known !== undefined) caller.refuseWhenEmpty(known, reply)
    else {
      address.refuseWhenEmpty(network, reply)
      // returned when it succeeds; bounds what one address tries at the same time, before any of it has failed
      visits.count(network, reply)
    }
    state.isCounted = true
  }
  return {
    begin,
    proven(who) {
      caller.count(who, reply)
      state.isProven = true
    },
    remember: (credential) => void right.push(keyOf(credential)),
    failed: () => void (state.hasFailed = true),
    settle(status) {
      const isFailure = state.hasFailed || (status >= 400 && status < 500 && status !== 429)
      if (isFailure && !state.isProven) {
        return known === undefined
          ? countFailure(address, network, reply)
          : countFailure(caller, known, reply)
      }
      if (!state.isCounted || status === 429) return
      if (known === undefined) visits.giveBack(network)
      if (!isFailure && status < 500) for (const key of right) validCredentials.set(key, true)
    },
  }
}

// the answer is on its way, and stays what it is
function countFailure(limit: Limit, key: string, reply: FastifyReply): void {
  try {
    limit.count(key, reply)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

/** Limits that are off count nothing. */
export const uncounted: RunningAttempt = {
  begin: () => undefined,
  proven: () => undefined,
  remember: () => undefined,
  failed: () => undefined,
  settle: () => undefined,
}

/** How a credential is remembered: not as itself. */
export const keyOf = (credential: string): string => hashOfSecret(credential).toString('base64')
