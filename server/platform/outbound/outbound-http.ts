// Calls to addresses given by users: only to permitted networks, never through a redirect or a proxy, with limited time
// and memory. Connections are kept for the next call to the same origin and used by one call at a time.
import { readFileSync } from 'node:fs'
import tls from 'node:tls'
import type { Agent, Client } from 'undici'
import { withoutPlace } from '../place-in-queue.ts'
import type { Config } from '../settings/config.ts'
import { networksNamed } from '../settings/networks.ts'
import {
  AddressNotAllowed,
  hostOf,
  openPlainSocket,
  openSocket,
  permittedAddresses,
  type Resolve,
  resolveName,
  type SocketRules,
} from './outbound-socket.ts'
import { type ConnectionPool, createConnectionPool } from './outbound-pool.ts'
import { exchange, type PostResponse, startTimeLimit, type TimeLimit } from './outbound-exchange.ts'
import { describeFailure } from './outbound-failures.ts'
import { createSessionCache } from './tls-sessions.ts'

interface OutboundMessage {
  /** An https address; its path and query are sent exactly as written here. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export interface OutboundAnswer {
  /** The status of the response; null if there was none. */
  readonly status: number | null
  /** Why there was no response, described for the person who gave the address. */
  readonly error: string | null
  /** The headers of the response, a line each, at most two kilobytes; null if there was none. */
  readonly headers: string | null
  /** The first bytes of the response. */
  readonly excerpt: Buffer
  readonly durationMs: number
}

export interface Outbound {
  /**
   * Why the address may not be called, or undefined if it may. A name that currently cannot be resolved is allowed: it
   * is checked again for every call.
   */
  refusal(url: URL): Promise<string | undefined>
  /** Posts the message. Does not throw: the result contains the outcome, after the time limit at the latest. */
  post(message: OutboundMessage): Promise<OutboundAnswer>
  /** Carries requests of protocol clients, over https only: each of its connections follows the same rules. */
  agent(): Promise<Agent>
  /** The same over http as well: for answers that are signed themselves, and for nothing else. */
  agentForSigned(): Promise<Agent>
  close(): Promise<void>
}

export interface OutboundOptions {
  /** From resolving the name to the last byte read. */
  readonly timeLimitMs?: number
  readonly resolve?: Resolve
}

type Settings = Pick<Config, 'environment' | 'host' | 'webhookAllowedNetworks' | 'webhookCaFile'>

const lookUpLimitMs = 3_000
const headerBytes = 16 * 1_024

/** The outbound client of this process, as configured. Reads the certificate file once. */
export function createOutbound(
  settings: Settings,
  { timeLimitMs = 5_000, resolve = resolveName }: OutboundOptions = {},
): Outbound {
  const rules = { ...rulesOf(settings), sessions: createSessionCache(), resolve, timeLimitMs }
  const pool = createConnectionPool((url, signal) => newClient(url, rules, signal))
  let agent: Promise<Agent> | undefined
  let agentForSigned: Promise<Agent> | undefined
  return {
    refusal: (url) => withoutPlace(() => refusalOf(url, rules)),
    post: (message) => withoutPlace(() => post(message, pool, timeLimitMs)),
    agent: () => (agent ??= newAgent(rules, false)),
    agentForSigned: () => (agentForSigned ??= newAgent(rules, true)),
    async close() {
      await pool.close()
      await (await agent)?.close()
      await (await agentForSigned)?.close()
    },
  }
}

async function newAgent(rules: SocketRules & { timeLimitMs: number }, mayBePlain: boolean): Promise<Agent> {
  const { Agent: HttpAgent } = await import('undici')
  return new HttpAgent({
    maxHeaderSize: headerBytes,
    keepAliveTimeout: 4_000,
    connect: ({ protocol, host = '' }, callback) => {
      const url = URL.parse(`${protocol ?? ''}//${host}`)
      const isPlain = mayBePlain && url?.protocol === 'http:'
      if (!url || (url.protocol !== 'https:' && !isPlain))
        return callback(new AddressNotAllowed('address not allowed: not https'), null)
      const limit = AbortSignal.timeout(rules.timeLimitMs)
      const opening = isPlain ? openPlainSocket(url, rules, limit) : openSocket(url, rules, limit)
      opening.then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      )
    },
  })
}

function rulesOf(settings: Settings): Omit<SocketRules, 'resolve' | 'sessions'> {
  const sandboxOnLoopback = settings.environment === 'sandbox' && listensOnLoopback(settings)
  const names = [...settings.webhookAllowedNetworks, ...(sandboxOnLoopback ? ['loopback'] : [])]
  return {
    allowedNetworks: names.flatMap((name) => networksNamed(name) ?? []),
    anyCertificateOnLoopback: sandboxOnLoopback,
    // shared by all connections, because it is expensive to create
    secureContext: tls.createSecureContext(
      settings.webhookCaFile
        ? { ca: [...tls.getCACertificates('default'), readFileSync(settings.webhookCaFile, 'utf8')] }
        : {},
    ),
  }
}

async function refusalOf(url: URL, rules: SocketRules): Promise<string | undefined> {
  try {
    await permittedAddresses(hostOf(url), rules, AbortSignal.timeout(lookUpLimitMs))
    return undefined
  } catch (error) {
    return error instanceof AddressNotAllowed ? error.message : undefined
  }
}

async function newClient(
  url: URL,
  rules: SocketRules & { timeLimitMs: number },
  signal: AbortSignal,
): Promise<Client> {
  // loaded with the first call, not at every start
  const { Client: HttpClient } = await import('undici')
  // a kept client that has lost its connection reconnects in a later call
  let first = true
  return new HttpClient(url.origin, {
    pipelining: 1,
    maxHeaderSize: headerBytes,
    // the time limit of the whole call is the only one
    headersTimeout: 0,
    bodyTimeout: 0,
    // unless the receiver announces how long it keeps them
    keepAliveTimeout: 4_000,
    keepAliveMaxTimeout: 60_000,
    connect: (_options, callback) => {
      const limit = first ? signal : AbortSignal.timeout(rules.timeLimitMs)
      first = false
      openSocket(url, rules, limit).then(
        (socket) => callback(null, socket),
        (error: Error) => callback(error, null),
      )
    },
  })
}

async function post(
  message: OutboundMessage,
  pool: ConnectionPool,
  timeLimitMs: number,
): Promise<OutboundAnswer> {
  const started = performance.now()
  const limit = startTimeLimit(timeLimitMs)
  const after = () => Math.round(performance.now() - started)
  const failed = (error: string) => ({
    status: null,
    error,
    headers: null,
    excerpt: nothing,
    durationMs: after(),
  })
  try {
    const { status, headers, excerpt } = await exchangeWithRetry(message, pool, limit)
    return { status, error: null, headers, excerpt, durationMs: after() }
  } catch (error) {
    if (limit.isOver()) return failed(`no answer within ${timeLimitMs / 1_000} seconds`)
    return failed(describeFailure(error))
  } finally {
    limit.end()
  }
}

const nothing = Buffer.alloc(0)

/**
 * A kept connection may have been closed by the other side just before it is used. Then nothing was answered, and a new
 * connection is tried once: the receiver is not at fault and would otherwise wait a minute for the next attempt.
 */
async function exchangeWithRetry(
  { url: given, headers, body }: OutboundMessage,
  pool: ConnectionPool,
  limit: TimeLimit,
): Promise<PostResponse> {
  const { url, path } = targetOf(given)
  const exchangeOn = async (client: Client) => {
    let reusable = false
    try {
      const response = await exchange(client, { path, headers, body }, limit)
      reusable = response.whole
      return response
    } finally {
      pool.giveBack(url, client, { reusable })
    }
  }
  const kept = pool.takeKept(url)
  if (kept) {
    try {
      return await exchangeOn(kept)
    } catch (error) {
      if (limit.isOver() || !wasClosed(error)) throw error
    }
  }
  return exchangeOn(await pool.open(url, limit.signal))
}

const wasClosed = (error: unknown) =>
  ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '')

interface Target {
  readonly url: URL
  readonly path: string
}

// the same addresses are posted to again and again, and parsing one takes longer than signing a message for it
const targets = new Map<string, Target>()
const rememberedTargets = 2_048

function targetOf(given: string): Target {
  const known = targets.get(given)
  if (known) return known
  const url = new URL(given)
  const target = { url, path: pathAsWritten(given, url) }
  if (targets.size >= rememberedTargets) targets.clear()
  targets.set(given, target)
  return target
}

/**
 * Path and query for the request line. The query is sent character for character, where a URL object would re-encode
 * some of it; only characters that no request line can carry (non-ASCII) are percent-encoded.
 */
function pathAsWritten(given: string, url: URL): string {
  const query = /^[^?#]*(\?[^#]*)?/.exec(given)?.[1] ?? ''
  return url.pathname + query.toWellFormed().replace(/[^!-~]+/g, encodeURIComponent)
}

// Whether the server itself can only be reached from this machine.
function listensOnLoopback(config: Pick<Config, 'host'>): boolean {
  return ['loopback', 'localhost', '127.0.0.1', '::1'].includes(config.host)
}
