// TLS sessions of earlier connections. Resuming one takes a fraction of the processor time of a new handshake, of the
// receiver too.

export interface SessionCache {
  /** The session of the last connection to the origin. */
  find(origin: string): Buffer | undefined
  /** Remembers a session of a connection whose certificate was accepted. */
  store(origin: string, session: Buffer): void
  /** A connection to the origin failed: the next one starts afresh. */
  forget(origin: string): void
}

const remembered = 2_048
// a certificate that is withdrawn is noticed after that at the latest
const validMs = 10 * 60_000

interface Remembered {
  readonly session: Buffer
  /** Real time, monotonic: when its certificate was checked. */
  readonly since: number
}

/** An empty cache. A resumed session counts from the handshake in which the certificate was checked. */
export function createSessionCache(): SessionCache {
  const sessions = new Map<string, Remembered>()
  const isValid = ({ since }: Remembered) => performance.now() - since < validMs
  return {
    find(origin) {
      const known = sessions.get(origin)
      if (known && isValid(known)) return known.session
      sessions.delete(origin)
      return undefined
    },
    store(origin, session) {
      const known = sessions.get(origin)
      const since = known && isValid(known) ? known.since : performance.now()
      sessions.delete(origin)
      const [oldest] = sessions.keys()
      if (sessions.size >= remembered && oldest !== undefined) sessions.delete(oldest)
      sessions.set(origin, { session, since })
    },
    forget: (origin) => void sessions.delete(origin),
  }
}
