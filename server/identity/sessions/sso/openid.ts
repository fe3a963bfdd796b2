// OpenID Connect with a configured provider: its responses are trusted only as far as they are signed, and waited for
// only for a limited time.
import * as openid from 'openid-client'
import type { App } from '../../../platform/app.ts'
import { badInput, sentence } from '../../../platform/errors.ts'
import { withoutPlace } from '../../../platform/place-in-queue.ts'
import type { Identity, Question } from './identity.ts'
import { isLocal, type OpenIdProvider } from './providers.ts'
import { causesOf, SsoRefusal } from './refusal.ts'

const longestAnswer = 1024 * 1024
const longestWait = 5_000
// real time: the provider's metadata ages in real time, whatever the sandbox's clock says
const settingsLive = 10 * 60_000

export interface OpenId {
  /** The address the user is sent to. */
  addressFor(provider: OpenIdProvider, question: Question, email: string | undefined): Promise<string>
  /** The user returning with this query. Throws SsoRefusal. */
  identify(provider: OpenIdProvider, question: Question, query: string): Promise<Identity>
}

/** The OpenID Connect client of one process. */
export function createOpenId(app: Pick<App, 'config' | 'outbound'>): OpenId {
  const known = new Map<string, { at: number; settings: Promise<openid.Configuration> }>()
  const callback = `${app.config.webUrl}/session/sso/callback`
  const settingsOf = async (provider: OpenIdProvider): Promise<openid.Configuration> => {
    if (app.config.offline) throw new SsoRefusal('offline')
    const key = `${provider.organisationId} ${provider.version}`
    const found = known.get(key)
    const at = performance.now()
    if (found && at - found.at < settingsLive) return found.settings
    for (const [each, { at: since }] of known) if (at - since >= settingsLive) known.delete(each)
    const settings = discover(provider, fetchFor(app, provider))
    known.set(key, { at, settings })
    settings.catch(() => known.delete(key))
    return settings
  }
  return {
    async addressFor(provider, { state, nonce, codeVerifier }, email) {
      const settings = await settingsOf(provider).catch(refuse)
      const address = openid.buildAuthorizationUrl(settings, {
        redirect_uri: callback,
        scope: 'openid email profile',
        state,
        nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(email === undefined ? {} : { login_hint: email }),
      })
      return address.href
    },
    async identify(provider, question, query) {
      const settings = await settingsOf(provider).catch(refuse)
      const claims = await exchange(settings, question, `${callback}?${query}`).catch(refuse)
      const { email, email_verified: verified } = claims
      return {
        issuer: claims.iss,
        subject: claims.sub,
        email: typeof email === 'string' ? email : undefined,
        // some providers send it as a string
        emailVerified: verified === true || verified === 'true',
        attributes: attributesIn(claims),
      }
    },
  }
}

/** Claims about the person, without those that every ID token has. */
function attributesIn(claims: Readonly<Record<string, unknown>>): Identity['attributes'] {
  const technical = new Set([
    'iss',
    'aud',
    'exp',
    'iat',
    'nbf',
    'nonce',
    'at_hash',
    'c_hash',
    'sid',
    'azp',
    'sub',
  ])
  return Object.fromEntries(
    Object.entries(claims)
      .filter(([name]) => !technical.has(name))
      .map(([name, value]) => [name, [value].flat().map(textOf)]),
  )
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The claims of the ID token; with those of the userinfo endpoint if the ID token has no email address. */
async function exchange(settings: openid.Configuration, question: Question, address: string) {
  const tokens = await openid.authorizationCodeGrant(settings, new URL(address), {
    pkceCodeVerifier: question.codeVerifier,
    expectedState: question.state,
    expectedNonce: question.nonce,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) throw new SsoRefusal('not_valid')
  if (claims['email'] !== undefined || !settings.serverMetadata().userinfo_endpoint) return claims
  const { email, email_verified } = await openid.fetchUserInfo(settings, tokens.access_token, claims.sub)
  return { ...claims, email, email_verified }
}

/**
 * Fetches a provider's discovery document before it is configured. Throws bad_request naming the issuer, with the
 * cause: no such host, an untrusted certificate, another issuer in the document, no authorization endpoint.
 */
export async function checkProvider(settings: DiscoverySettings): Promise<void> {
  const found = await discover(settings).catch((error: unknown) => {
    throw badInput(
      'issuer',
      sentence(
        `The metadata of the identity provider ${settings.issuer} could not be fetched ` +
          `(/.well-known/openid-configuration): ${causesOf(error)}. Certificates of a private authority are trusted ` +
          'with CHANCERY_CA_FILE.',
      ),
    )
  })
  const { authorization_endpoint, token_endpoint } = found.serverMetadata()
  if (authorization_endpoint && token_endpoint) return
  throw badInput(
    'issuer',
    sentence(`${settings.issuer} publishes no authorization endpoint and no token endpoint.`),
  )
}

type DiscoverySettings = Pick<OpenIdProvider, 'issuer' | 'clientId' | 'clientSecret'>

function discover(
  provider: DiscoverySettings,
  fetchFromProvider: openid.CustomFetch = boundedFetch,
): Promise<openid.Configuration> {
  const isPlain = new URL(provider.issuer).protocol === 'http:'
  return openid.discovery(
    new URL(provider.issuer),
    provider.clientId,
    {},
    authenticateAsAsked(provider.clientSecret),
    {
      [openid.customFetch]: fetchFromProvider,
      execute: [
        // the signature counts, not only the connection
        openid.enableNonRepudiationChecks,
        ...(isPlain ? [openid.allowInsecureRequests] : []),
      ],
    },
  )
}

/** Basic, unless the provider accepts the secret only in the body. */
const authenticateAsAsked =
  (secret: string): openid.ClientAuth =>
  (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authenticate = methods.includes('client_secret_basic')
      ? openid.ClientSecretBasic(secret)
      : openid.ClientSecretPost(secret)
    authenticate(server, client, body, headers)
  }

/** Addresses that an administrator has entered, or that a provider names, do not lead into private networks. */
const fetchFor = ({ outbound }: Pick<App, 'outbound'>, { isGuarded }: OpenIdProvider): openid.CustomFetch =>
  isGuarded
    ? async (address, options) => {
        const url = new URL(address)
        if (url.protocol === 'http:') {
          // a provider on this machine, of a sandbox that nobody else reaches
          const refusal = isLocal(url) ? await outbound.refusal(url) : 'not https'
          if (refusal !== undefined) throw new Error(`address not allowed: ${refusal}`)
          return boundedFetch(address, options)
        }
        const { fetch: fetchBy } = await import('undici')
        const dispatcher = await outbound.agent()
        return boundedFetch(address, options, (input, init) =>
          fetchBy(input, { ...(init as object), dispatcher }),
        )
      }
    : boundedFetch

type Fetch = (
  address: string,
  init: RequestInit,
) => Promise<{
  readonly status: number
  readonly headers: Iterable<[string, string]>
  readonly body: AsyncIterable<unknown> | null
}>

/** A call that follows no redirect, takes at most five seconds and reads at most a megabyte. */
const boundedFetch = (...call: Parameters<typeof fetchWithin>): Promise<Response> =>
  withoutPlace(() => fetchWithin(...call))

async function fetchWithin(
  address: string,
  options: openid.CustomFetchOptions,
  by: Fetch = fetch,
): Promise<Response> {
  const { signal, ...rest } = options
  const patience = AbortSignal.timeout(longestWait)
  const answer = await by(address, {
    ...(rest as RequestInit),
    redirect: 'manual',
    signal: signal ? AbortSignal.any([signal, patience]) : patience,
  })
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of (answer.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > longestAnswer) throw new SsoRefusal('provider_unavailable')
    chunks.push(chunk)
  }
  const { status, headers } = answer
  const hasNoBody = size === 0 || [101, 204, 205, 304].includes(status)
  return new Response(hasNoBody ? null : Buffer.concat(chunks), { status, headers: [...headers] })
}

/** Converts an error of the library; the cause is for the log. */
function refuse(error: unknown): never {
  if (error instanceof SsoRefusal) throw error
  if (error instanceof openid.AuthorizationResponseError) {
    throw new SsoRefusal(error.error === 'access_denied' ? 'cancelled' : 'not_valid', error)
  }
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof SsoRefusal) throw cause
  if (isAway(error) || isAway(cause)) {
    const advice = `The provider did not answer, or not as one of OpenID Connect: ${causesOf(error)}.`
    throw new SsoRefusal('provider_unavailable', error, advice)
  }
  throw new SsoRefusal('not_valid', error, `The answer of the provider is not valid: ${causesOf(error)}.`)
}

const isAway = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'TimeoutError' ||
    error.name === 'AbortError' ||
    error.message === 'fetch failed' ||
    ('code' in error && (error.code === 'OAUTH_TIMEOUT' || error.code === 'OAUTH_RESPONSE_IS_NOT_CONFORM')))
