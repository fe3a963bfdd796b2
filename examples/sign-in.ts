// How an integration gets its first tokens: authorization code with PKCE, using a library that implements the protocol.
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import * as oauth from 'openid-client'
import type { Options } from './options.ts'

/** The tokens, once a person has consented to the integration. */
export async function signIn(
  options: Pick<Options, 'url' | 'clientId' | 'clientSecret' | 'person'>,
): Promise<oauth.TokenEndpointResponse> {
  // http is for a server on this machine only
  const insecure = options.url.startsWith('http:') ? { execute: [oauth.allowInsecureRequests] } : {}
  const server = await oauth.discovery(
    new URL(options.url),
    options.clientId,
    options.clientSecret,
    undefined,
    {
      algorithm: 'oauth2',
      ...insecure,
    },
  )
  const codeVerifier = oauth.randomPKCECodeVerifier()
  const state = oauth.randomState()
  const { redirectUri, answer } = options.person
    ? allowAs(options.url, options.person)
    : await listenForAnswer()
  const address = oauth.buildAuthorizationUrl(server, {
    redirect_uri: redirectUri,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  })
  return oauth.authorizationCodeGrant(server, await answer(address), {
    pkceCodeVerifier: codeVerifier,
    expectedState: state,
  })
}

interface Consent {
  /** A sandbox accepts any; production only the ones registered for the integration. */
  readonly redirectUri: string
  /** Opens the address for the person's consent, and returns the address they are sent back to. */
  answer(authorize: URL): Promise<URL>
}

/** Waits for a person at a browser. */
async function listenForAnswer(): Promise<Consent> {
  const listener = createServer()
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const redirectUri = `http://localhost:${(listener.address() as AddressInfo).port}/signed-in`
  const back = new Promise<URL>((resolve) => {
    listener.on('request', (request, response) => {
      const address = new URL(request.url ?? '/', redirectUri)
      if (address.pathname !== '/signed-in') return void response.writeHead(404).end()
      response.writeHead(200, { connection: 'close' }).end('Signed in. You can close this window.\n')
      listener.close()
      resolve(address)
    })
  })
  return {
    redirectUri,
    answer(authorize) {
      console.log(`Open this address in a browser, sign in and allow:\n\n  ${authorize.href}\n`)
      return back
    },
  }
}

interface Person {
  readonly email: string
  readonly password: string
}

/**
 * Does what a person does in the browser, so that the example runs unattended: opens the authorize address, signs in,
 * allows. No real integration does this; it never sees a password.
 */
export function allowAs(url: string, { email, password }: Person): Consent {
  const cookies = new Map<string, string>()
  let csrfToken = ''
  const call = async <Body>(method: 'GET' | 'POST', path: string, body?: object): Promise<Body> => {
    const response = await fetch(url + path, {
      method,
      headers: {
        'content-type': 'application/json',
        'x-csrf-token': csrfToken,
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const answer = (await response.json()) as Body & { detail?: string; csrfToken?: string }
    if (!response.ok) throw new Error(`${email} could not sign in: ${answer.detail ?? response.status}`)
    csrfToken = answer.csrfToken ?? csrfToken
    return answer
  }
  return {
    redirectUri: 'http://localhost/signed-in',
    async answer(authorize) {
      const query = authorize.href.slice(authorize.href.indexOf('?') + 1)
      const { id } = await call<{ id: string }>('POST', '/oauth/authorization-requests', { query })
      await call('GET', '/session')
      await call('POST', '/session', { email, password })
      const decided = `/oauth/authorization-requests/${id}/decision`
      const { redirectTo } = await call<{ redirectTo: string }>('POST', decided, { decision: 'allow' })
      return new URL(redirectTo)
    },
  }
}
