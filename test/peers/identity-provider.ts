// Identity providers on loopback for tests of single sign-on: a real one, and one that lies on request.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { Provider } from 'oidc-provider'

export const relyingParty = { clientId: 'chancery', clientSecret: 'known to both sides' }

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const stop = (server: Server) => () =>
  new Promise<void>((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

export interface Person {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
}

export interface RealProvider {
  readonly issuer: string
  /** Puts this person at the keyboard, for a browser that walks by itself. */
  seat(person: Person | 'cancels'): void
  /** Walks from the address to the callback as a browser would, with this person at the keyboard. */
  walk(address: string, person: Person | 'cancels'): Promise<string>
  stop(): Promise<void>
}

/** A conforming provider: PKCE required, signed with ES256, email addresses only in its user information. */
export async function startProvider(callback: string): Promise<RealProvider> {
  const people = new Map<string, Person>()
  let atKeyboard: Person | 'cancels' | undefined
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  const issuer = await listen(server)
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: relyingParty.clientId,
        client_secret: relyingParty.clientSecret,
        redirect_uris: [callback],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'test', alg: 'ES256', use: 'sig' }] },
    cookies: { keys: ['test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, id) => ({ accountId: id, claims: async () => ({ ...people.get(id), sub: id }) }),
  })
  const answer = provider.callback()

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    const { prompt, params, session } = await provider.interactionDetails(request, response)
    if (atKeyboard === undefined || atKeyboard === 'cancels') {
      return provider.interactionFinished(request, response, { error: 'access_denied' })
    }
    if (prompt.name === 'login') {
      return provider.interactionFinished(request, response, { login: { accountId: atKeyboard.sub } })
    }
    const grant = new provider.Grant({
      accountId: session?.accountId ?? '',
      clientId: String(params['client_id']),
    })
    grant.addOIDCScope(String(params['scope']))
    const consent = { grantId: await grant.save() }
    return provider.interactionFinished(request, response, { consent }, { mergeWithLastSubmission: true })
  }

  function seat(person: Person | 'cancels'): void {
    atKeyboard = person
    if (person !== 'cancels') people.set(person.sub, person)
  }

  return {
    issuer,
    seat,
    async walk(address, person) {
      seat(person)
      const cookies = new Map<string, string>()
      let next = address
      while (!next.startsWith(callback)) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const step = await fetch(next, { redirect: 'manual', headers: { cookie } })
        for (const set of step.headers.getSetCookie()) {
          const [pair = ''] = set.split(';')
          cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
        }
        const location = step.headers.get('location')
        if (!location) throw new Error(`The provider stopped at ${next}: ${await step.text()}`)
        next = new URL(location, next).href
      }
      return next
    },
    stop: stop(server),
  }
}

export interface LyingProvider {
  readonly issuer: string
  /** What it answers with, to be replaced by a test. */
  token: (claims: JWTPayload) => Promise<object>
  answer: ((response: ServerResponse) => void) | undefined
  sign(claims: JWTPayload): Promise<string>
  readonly publicJwk: Readonly<Record<string, unknown>>
  stop(): Promise<void>
}

/** A provider whose every answer a test can bend. Its ID tokens are right unless `token` says otherwise. */
export async function startLyingProvider(person: () => Person & { nonce: string }): Promise<LyingProvider> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const publicJwk = { ...(await exportJWK(publicKey)), kid: 'lies', alg: 'ES256', use: 'sig' }
  const sign = (claims: JWTPayload) =>
    new SignJWT(claims).setProtectedHeader({ alg: 'ES256', kid: 'lies' }).sign(privateKey)
  const tokens = (idToken: string) => ({ access_token: 'a', token_type: 'Bearer', id_token: idToken })
  const server = createServer((request, response) => {
    const json = (body: unknown) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const paths: Record<string, () => unknown> = {
      '/.well-known/openid-configuration': () =>
        json({
          issuer: provider.issuer,
          authorization_endpoint: `${provider.issuer}/authorize`,
          token_endpoint: `${provider.issuer}/token`,
          jwks_uri: `${provider.issuer}/jwks`,
          response_types_supported: ['code'],
          subject_types_supported: ['public'],
          id_token_signing_alg_values_supported: ['ES256'],
        }),
      '/jwks': () => json({ keys: [publicJwk] }),
      '/token': async () => {
        if (provider.answer) return provider.answer(response)
        const now = Math.floor(Date.now() / 1_000)
        const claims = { iss: provider.issuer, aud: relyingParty.clientId, iat: now, exp: now + 60 }
        return json(await provider.token({ ...claims, ...person() }))
      },
    }
    const path = paths[request.url ?? '']
    Promise.resolve(path?.()).catch((error: unknown) => response.destroy(error as Error))
  })
  const provider: LyingProvider = {
    issuer: await listen(server),
    token: async (claims) => tokens(await sign(claims)),
    answer: undefined,
    sign,
    publicJwk,
    stop: stop(server),
  }
  return provider
}
