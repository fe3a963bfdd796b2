// A connection to a host chosen by a user. The name is resolved once, every resolved address is checked, and the socket
// connects only to a checked address, even if the name changes a moment later.
import { lookup, Resolver } from 'node:dns/promises'
import { connect, isIP, type LookupFunction, type Socket, type TcpNetConnectOpts } from 'node:net'
import tls from 'node:tls'
import type { Network } from '../settings/networks.ts'
import { isLoopback, mayConnectTo } from './outbound-addresses.ts'
import type { SessionCache } from './tls-sessions.ts'

/** Resolves the addresses of a name; throws if there are none. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<readonly string[]>

export interface SocketRules {
  readonly allowedNetworks: readonly Network[]
  /** Accept any certificate from a receiver on this machine: for a sandbox reachable only from this machine. */
  readonly anyCertificateOnLoopback: boolean
  /** Holds the trusted certificates. */
  readonly secureContext: tls.SecureContext
  /** Of these rules alone: a resumed session is one whose certificate they have accepted. */
  readonly sessions: SessionCache
  readonly resolve: Resolve
}

/** The address must not be connected to. */
export class AddressNotAllowed extends Error {}

/** The host of a URL as the resolver and the socket expect it: IPv6 without brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

/** The addresses of a host, all of them permitted. Throws AddressNotAllowed if any is not. */
export async function permittedAddresses(
  host: string,
  { allowedNetworks, resolve }: Pick<SocketRules, 'allowedNetworks' | 'resolve'>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const addresses = isIP(host) ? [host] : isLocalName(host) ? localAddresses : await resolve(host, signal)
  if (!addresses.every((address) => mayConnectTo(address, allowedNetworks))) {
    throw new AddressNotAllowed(
      `address not allowed: ${host} is in, or leads to, a private or reserved network`,
    )
  }
  return addresses
}

// RFC 6761 section 6.3: these names are this machine, whatever a name server says
const isLocalName = (host: string) => /^(?:.+\.)?localhost\.?$/i.test(host)
const localAddresses = ['127.0.0.1', '::1']
// a longer result is checked completely, but only this many are tried
const addressesTried = 8

/** Opens a TLS connection to a permitted address of the host; the certificate is checked against the host's name. */
export async function openSocket(url: URL, rules: SocketRules, signal: AbortSignal): Promise<tls.TLSSocket> {
  const host = hostOf(url)
  const addresses = await permittedAddresses(host, rules, signal)
  signal.throwIfAborted()
  const onLoopback = addresses.every(isLoopback)
  const options: tls.ConnectionOptions & TcpNetConnectOpts = {
    host,
    port: Number(url.port || 443),
    servername: isIP(host) ? '' : host.replace(/\.$/, ''),
    lookup: answering(addresses.slice(0, addressesTried)),
    autoSelectFamily: true,
    noDelay: true,
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: !(onLoopback && rules.anyCertificateOnLoopback),
    secureContext: rules.secureContext,
  }
  return connectedWithSession(url.origin, options, rules, signal)
}

/** Opens a connection without TLS, for answers that are signed themselves; the same addresses are permitted. */
export async function openPlainSocket(
  url: URL,
  rules: Pick<SocketRules, 'allowedNetworks' | 'resolve'>,
  signal: AbortSignal,
): Promise<Socket> {
  const host = hostOf(url)
  const addresses = await permittedAddresses(host, rules, signal)
  signal.throwIfAborted()
  const socket = connect({
    host,
    port: Number(url.port || 80),
    lookup: answering(addresses.slice(0, addressesTried)),
    autoSelectFamily: true,
    noDelay: true,
  })
  return connected(socket, 'connect', rules, signal)
}

/** Resumes the session of an earlier connection to the origin; the rules about addresses hold for every connection. */
async function connectedWithSession(
  origin: string,
  options: tls.ConnectionOptions,
  rules: SocketRules,
  signal: AbortSignal,
): Promise<tls.TLSSocket> {
  const { sessions } = rules
  const session = sessions.find(origin)
  const socket = tls.connect(session ? { ...options, session } : options)
  let accepted = false
  let latest: Buffer | undefined
  socket.on('session', (next: Buffer) => {
    latest = next
    if (accepted) sessions.store(origin, next)
  })
  try {
    await connected(socket, 'secureConnect', rules, signal)
  } catch (error) {
    sessions.forget(origin)
    throw error
  }
  // not before: the name in the certificate is not checked again when a session is resumed
  accepted = true
  if (latest) sessions.store(origin, latest)
  return socket
}

const answering =
  (addresses: readonly string[]): LookupFunction =>
  (_host, options, callback) => {
    const answers = addresses.map((address) => ({ address, family: isIP(address) }))
    const first = answers[0]
    if (options.all) callback(null, answers)
    else callback(null, first?.address ?? '', first?.family)
  }

function connected<Kind extends Socket>(
  socket: Kind,
  event: 'connect' | 'secureConnect',
  { allowedNetworks }: Pick<SocketRules, 'allowedNetworks'>,
  signal: AbortSignal,
): Promise<Kind> {
  return new Promise((resolve, reject) => {
    const fail = (error: unknown) => {
      signal.removeEventListener('abort', giveUp)
      socket.destroy()
      reject(error)
    }
    const giveUp = () => fail(signal.reason)
    signal.addEventListener('abort', giveUp)
    // stays for the life of the socket: an error while nobody uses it must not end the process
    socket.on('error', fail)
    socket.once(event, () => {
      signal.removeEventListener('abort', giveUp)
      // cannot differ from the checked address; if it ever did, not a byte would be sent there
      if (mayConnectTo(socket.remoteAddress ?? '', allowedNetworks)) resolve(socket)
      else fail(new AddressNotAllowed('address not allowed'))
    })
  })
}

// The machine's own resolver configuration: its hosts file and its search list.
const unknownToNameServers = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED'])

/**
 * Queries the machine's name servers without occupying a thread (a name server that does not answer must not block
 * other lookups), and then its hosts file.
 */
export const resolveName: Resolve = async (name, signal) => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel)
  try {
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return addresses
    for (const answer of answers) {
      const error = answer.status === 'rejected' ? (answer.reason as NodeJS.ErrnoException) : undefined
      if (error && !unknownToNameServers.has(error.code ?? '')) throw error
    }
    return (await lookup(name, { all: true })).map(({ address }) => address)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
