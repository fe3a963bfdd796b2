// An integration that works for one person: its calls must succeed, and its responses are checked.
import { as, type Caller } from '../http.ts'
import { askForTokens, createClient, grantTo } from '../tokens.ts'
import type { TestApp } from '../test-app.ts'
import { form } from '../documents/forms.ts'
import type { watchAnswers } from './answers.ts'

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** Calls that must succeed; each returns the body, parsed if it is JSON. */
export interface Integration {
  readonly userId: string
  readonly organisationId: number
  get<Body = never>(url: string): Promise<Body>
  post<Body = never>(url: string, body?: unknown): Promise<Body>
  put<Body = never>(url: string, body?: unknown): Promise<Body>
  patch<Body = never>(url: string, body: unknown): Promise<Body>
  delete<Body = never>(url: string): Promise<Body>
  /** A form with one file and text parts. */
  upload<Body = never>(url: string, parts: Parameters<typeof form>[0]): Promise<Body>
  /** A body that is the content itself. */
  send<Body = never>(url: string, content: Buffer, contentType: string): Promise<Body>
  /** Exchanges a refresh token of the person for a new pair. */
  refreshTokens(): Promise<void>
}

/** The people of the scenario. */
export interface People {
  readonly administrator: Integration
  readonly counsel: Integration
  readonly requester: Integration
  readonly partner: Integration
}

/** The integration of the person with this address. */
export async function integrationOf(
  { app, server }: Pick<TestApp, 'app' | 'server'>,
  watched: ReturnType<typeof watchAnswers>,
  email: string,
): Promise<Integration> {
  const user = await app.db
    .selectFrom('users')
    .where('email_key', '=', email)
    .select(['id', 'organisation_id', 'first_name', 'last_name'])
    .executeTakeFirstOrThrow()
  const client = await createClient(app, { organisationId: user.organisation_id })
  const person = {
    id: user.id,
    email,
    organisationId: user.organisation_id,
    name: `${user.first_name} ${user.last_name}`,
  }
  const pair = await grantTo(app, person, client)
  const caller: Caller = as(server, pair.accessToken)
  const call = async (method: Method, url: string, body?: unknown, headers = {}): Promise<never> => {
    const answer = await (method === 'get' || method === 'delete'
      ? caller[method](url)
      : caller[method](url, body as Buffer, { headers }))
    const { statusCode: status, body: text } = answer
    if (status >= 300) throw new Error(`${method.toUpperCase()} ${url} was answered ${status}: ${text}`)
    const [path = ''] = url.split('?')
    watched.watch({ method: method.toUpperCase(), path, status, body: text })
    const isJson = /json/.test(String(answer.headers['content-type']))
    return (isJson && text !== '' ? JSON.parse(text) : text) as never
  }
  return {
    userId: user.id,
    organisationId: user.organisation_id,
    get: (url) => call('get', url),
    post: (url, body) => call('post', url, json(body), jsonHeaders),
    put: (url, body) => call('put', url, json(body), jsonHeaders),
    patch: (url, body) => call('patch', url, json(body), jsonHeaders),
    delete: (url) => call('delete', url),
    upload: (url, parts) => {
      const { payload, headers } = form(parts)
      return call('post', url, payload, headers)
    },
    async refreshTokens() {
      const answer = await askForTokens(server, {
        grant_type: 'refresh_token',
        refresh_token: pair.refreshToken,
        client_id: client.clientId,
        client_secret: client.secret,
      })
      const { statusCode: status, body } = answer
      watched.watch({ method: 'POST', path: '/account-apis/v1/auth/token', status, body })
    },
    send: (url, content, contentType) => call('post', url, content, { 'content-type': contentType }),
  }
}

const jsonHeaders = { 'content-type': 'application/json' }
const json = (body: unknown) => JSON.stringify(body ?? null)

/** The matching item; otherwise an error that names what was missing. */
export function the<Item>(items: readonly Item[], fits: (item: Item) => boolean): Item {
  const found = items.find(fits)
  if (!found) throw new Error(`None of ${items.length} fits ${String(fits)}`)
  return found
}
