// The keys that sign access tokens (ES256): stored in the database with the private key sealed, shared by all
// processes, rotated. A new key is published a day before it signs; an old one stays until its last token has expired.
import { createPrivateKey, type KeyObject } from 'node:crypto'
import type { CryptoKey, JWK } from 'jose'
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, jwtVerify } from 'jose'
import type { App, SigningKeys } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { signEs256 } from '../../platform/secrets/es256.ts'
import { createTtlCache } from '../../platform/ttl-cache.ts'

const algorithm = 'ES256'
const tokenType = 'at+jwt'
const day = 24 * 60 * 60_000
const signsFor = 90 * day
const publishedBefore = day
const ringLives = 50_000
// until then an older one serves while it is read again; changes are announced, so it is hardly ever out of date
const ringServes = 10 * 60_000

type Parts = Pick<App, 'config' | 'database' | 'db' | 'clock' | 'vault'>

interface Ring {
  /** The key that signs, and the header that its tokens begin with. */
  readonly signing: { readonly key: KeyObject; readonly header: string }
  readonly verifying: ReadonlyMap<string, CryptoKey>
  readonly jwks: readonly JWK[]
}

/** The keys as one process keeps them: read again when they change and every minute. */
function createRing(parts: Parts) {
  const eachSecond = createTtlCache<Ring>({ milliseconds: 1_000, limit: 1 })
  const { announcements } = parts.database
  let current: { readonly ring: Ring; readonly readAt: number } | undefined
  const read = async () => {
    const readAt = performance.now()
    const ring = await readRing(parts)
    // one that began later may have ended before
    if (!current || current.readAt < readAt) current = { ring, readAt }
    return current.ring
  }
  const load = async () => eachSecond.get('ring', read)
  // at start there may be no key yet
  announcements.on('keys', async () => void (current && (await read())))
  const isOlderThan = (milliseconds: number) => !current || performance.now() - current.readAt > milliseconds
  const refresh = () => {
    if (isOlderThan(ringLives)) load().catch(() => undefined)
  }
  // Signing happens in transactions: were each to wait for the keys, and so for a connection, as many as there are
  // connections would wait for each other. Keys of any age sign; whether a token is accepted is decided by those who
  // verify it.
  const getToSign = async () => {
    if (!current) return load()
    refresh()
    return current.ring
  }
  return {
    load,
    refresh,
    getToSign,
    get: () => (isOlderThan(ringServes) ? load() : getToSign()),
    known: () => current?.ring,
  }
}

/**
 * The keys cached by one process: re-read when they change and every minute, and at most once a second for an unknown
 * key.
 */
export function createSigningKeys(parts: Parts): SigningKeys {
  const ring = createRing(parts)
  const keyOf = async (kid: string | undefined): Promise<CryptoKey> => {
    const name = kid ?? ''
    const found = (await ring.get()).verifying.get(name) ?? (await ring.load()).verifying.get(name)
    if (!found) throw new UnknownKey()
    return found
  }
  return {
    async sign(claims) {
      const { signing } = await ring.getToSign()
      // a signature takes less than passing it to a thread
      const text = `${signing.header}.${encoded(claims)}`
      return `${text}.${signEs256(text, signing.key).toString('base64url')}`
    },
    async verify(token) {
      try {
        const { payload, protectedHeader } = await jwtVerify(token, ({ kid }) => keyOf(kid), {
          algorithms: [algorithm],
          typ: tokenType,
          issuer: parts.config.publicUrl,
          audience: parts.config.publicUrl,
          // expiry is checked on each use of the cached result
          currentDate: new Date(0),
        })
        return { claims: payload, kid: protectedHeader.kid ?? '' }
      } catch (error) {
        if (error instanceof UnknownKey || isRefusal(error)) return undefined
        throw error
      }
    },
    knows(kid) {
      // needed by each request, so the cached keys are used while new ones are read
      ring.refresh()
      return ring.known()?.verifying.has(kid) ?? false
    },
    prepare: async () => void (await ring.load()),
    published: async () => (await ring.get()).jwks,
  }
}

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

class UnknownKey extends Error {}

/** Errors of jose about a token, as opposed to an unavailable database. */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  error.code.startsWith('ERR_J')

async function readRing(parts: Parts): Promise<Ring> {
  const now = parts.clock.now()
  let rows = await readKeys(parts)
  if (rows.length === 0) {
    await internalTransaction(parts, (tx) => addKey(parts, tx, now))
    rows = await readKeys(parts)
  }
  // newest first; if no key is valid yet (the sandbox's clock was moved back) the oldest signs
  const signing = rows.find((row) => row.signs_from <= now) ?? rows.at(-1)
  if (!signing) throw new Error('The key that was just stored is not there.')
  const jwks = rows.map((row) => row.public_jwk as unknown as JWK)
  const verifying = await Promise.all(
    jwks.map(async (jwk) => [jwk.kid ?? '', (await importJWK(jwk, algorithm)) as CryptoKey] as const),
  )
  const privateJwk = JSON.parse(
    await parts.vault.open(signing.private_sealed, signingKeyPurpose(signing.kid)),
  ) as JWK
  return {
    signing: {
      key: createPrivateKey({ key: privateJwk, format: 'jwk' }),
      header: encoded({ alg: algorithm, typ: tokenType, kid: signing.kid }),
    },
    verifying: new Map(verifying),
    jwks,
  }
}

const readKeys = ({ db }: Pick<Parts, 'db'>) =>
  db.selectFrom('signing_keys').selectAll().orderBy('signs_from', 'desc').orderBy('kid').execute()

/** The sealing purpose of the private key. */
export const signingKeyPurpose = (kid: string) => `signing_keys ${kid}`

async function addKey(parts: Pick<Parts, 'vault' | 'clock'>, tx: Tx, signsFrom: Date): Promise<string> {
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true })
  const bare = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(bare)
  await tx
    .insertInto('signing_keys')
    .values({
      kid,
      public_jwk: JSON.stringify({ ...bare, kid, alg: algorithm, use: 'sig' }),
      private_sealed: await parts.vault.sealIn(
        tx,
        JSON.stringify(await exportJWK(privateKey)),
        signingKeyPurpose(kid),
      ),
      created_at: parts.clock.now(),
      signs_from: signsFrom,
    })
    .execute()
  return kid
}

/** Adds the next key once the newest has signed for 90 days, and removes those whose last token has expired. */
export function rotateSigningKeys(app: Parts): Promise<void> {
  return internalTransaction(app, async (tx, now) => {
    // one rotation at a time: after waiting for the rows, the other process's new key is visible
    await tx.selectFrom('signing_keys').select('kid').orderBy('kid').forUpdate().execute()
    const keys = await tx
      .selectFrom('signing_keys')
      .select(['kid', 'signs_from'])
      .orderBy('signs_from', 'desc')
      .execute()
    const newest = keys[0]
    if (newest && now.getTime() - newest.signs_from.getTime() >= signsFor) {
      await addKey(app, tx, new Date(now.getTime() + publishedBefore))
    }
    const tokensLive = app.config.accessTokenSeconds * 1_000 + publishedBefore
    const spent = keys
      .slice(1)
      .filter((_, index) => (keys[index]?.signs_from.getTime() ?? 0) + tokensLive < now.getTime())
      .map(({ kid }) => kid)
    if (spent.length > 0) await tx.deleteFrom('signing_keys').where('kid', 'in', spent).execute()
  })
}

/**
 * Replaces all keys at once, for an operator who suspects that a private key is compromised. Every issued access token
 * becomes invalid within a minute on all processes; refresh tokens stay valid.
 */
export function replaceSigningKeys(app: Parts): Promise<void> {
  return internalTransaction(app, async (tx, now) => {
    const kid = await addKey(app, tx, now)
    await tx.deleteFrom('signing_keys').where('kid', '!=', kid).execute()
  })
}
