// The authorization code flow of an integration. In production a person does the middle part in their browser: here it is done
// for the demo user, with the calls that the sign-in page makes.
import { randomUUID } from 'node:crypto'

export interface Client {
  readonly clientId: string
  readonly clientSecret: string | undefined
  readonly redirectUri: string
}

export interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly expires_in: number
  readonly userName: string
}

interface Person {
  readonly email: string
  readonly password: string
}

/** Gets a pair of tokens for the person, who is asked for consent the first time. */
export async function authorise(host: string, client: Client, person: Person): Promise<Tokens> {
  const state = randomUUID()
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: client.redirectUri,
    state,
  })
  const returned = new URL(await signInAndAllow(host, query.toString(), person))
  if (returned.searchParams.get('state') !== state) throw new Error('The answer belongs to another request.')
  const code = returned.searchParams.get('code')
  if (code === null) throw new Error(`No consent was given: ${returned.searchParams.get('error')}`)
  const response = await fetch(`${host}/account-apis/v1/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      client_id: client.clientId,
      ...(client.clientSecret === undefined ? {} : { client_secret: client.clientSecret }),
      redirect_uri: client.redirectUri,
    }),
  })
  if (!response.ok) throw new Error(`The code was not exchanged: ${await response.text()}`)
  return (await response.json()) as Tokens
}

/** What the person does in the browser; answers the address they are sent back to. */
async function signInAndAllow(host: string, query: string, person: Person): Promise<string> {
  const browser = new Browser(host)
  const started = await browser.call<{ id?: string; redirectTo?: string }>(
    'POST',
    '/oauth/authorization-requests',
    { query },
  )
  if (started.redirectTo !== undefined) return started.redirectTo
  await browser.call('POST', '/session', { ...person })
  const decided = await browser.call<{ redirectTo: string }>(
    'POST',
    `/oauth/authorization-requests/${started.id}/decision`,
    {
      decision: 'allow',
    },
  )
  return decided.redirectTo
}

/** As much of a browser as signing in takes: cookies, and the token against forged requests. */
class Browser {
  readonly #host: string
  readonly #cookies = new Map<string, string>()

  constructor(host: string) {
    this.#host = host
  }

  async call<Answer>(method: string, path: string, body: object): Promise<Answer> {
    const { csrfToken } = await this.#send<{ csrfToken: string }>('GET', '/session')
    return this.#send(method, path, { body, csrfToken })
  }

  async #send<Answer>(
    method: string,
    path: string,
    sent?: { body: object; csrfToken: string },
  ): Promise<Answer> {
    const response = await fetch(this.#host + path, {
      method,
      headers: {
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(sent
          ? { 'content-type': 'application/json', 'x-csrf-token': sent.csrfToken, origin: this.#host }
          : {}),
      },
      ...(sent ? { body: JSON.stringify(sent.body) } : {}),
    }).catch((error: unknown) => {
      throw new Error(`No server answers at ${this.#host}. Start one with npm start.`, { cause: error })
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';', 1)[0] ?? '').split(/=(.*)/s)
      this.#cookies.set(name, value)
    }
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
    return (text === '' ? {} : JSON.parse(text)) as Answer
  }
}
