// A browser with the web app in it, for tests: keeps the cookie, sends the CSRF token, signs in and decides as the web
// app does.
import { hash } from '@node-rs/argon2'
import type { InjectOptions } from 'fastify'
import type { Server } from '../../server/http/route.ts'

/** The password of everyone made with `passwordHash`. */
export const password = 'a sturdy test password'

let known: Promise<string> | undefined

/** The hash of `password`, for `createUser`: as the product's, but computed in a thousandth of the time. */
export const passwordHash = (): Promise<string> =>
  (known ??= hash(password, { memoryCost: 8, timeCost: 1, parallelism: 1 }))

type Options = Omit<InjectOptions, 'method' | 'url'>
type Body = Exclude<InjectOptions['payload'], undefined>

export interface Browser {
  /** Every cookie it has. */
  readonly cookies: Map<string, string>
  call(
    method: NonNullable<InjectOptions['method']>,
    url: string,
    body?: Body,
    options?: Options,
  ): Promise<Answer>
  /** Asks who is signed in, and takes the CSRF token for what follows. */
  session(): Promise<{ user: { email: string } | null; csrfToken: string }>
  signIn(email: string): Promise<Answer>
  /** Opens the authorize address with this query and decides; answers where the browser is sent. */
  authorize(query: string, decision?: 'allow' | 'deny'): Promise<string>
}
type Answer = Awaited<ReturnType<typeof inject>>

/** A browser without any cookie. */
export function openBrowser(server: Server): Browser {
  const cookies = new Map<string, string>()
  let csrfToken = ''
  const call: Browser['call'] = async (method, url, body, options = {}) => {
    const answer = await inject(server, {
      ...options,
      method,
      url,
      ...(body === undefined ? {} : { payload: body }),
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(method === 'GET' ? {} : { 'x-csrf-token': csrfToken }),
        ...options.headers,
      },
    })
    for (const { name, value } of answer.cookies) {
      if (value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  const session: Browser['session'] = async () => {
    const answer = (await call('GET', '/session')).json<Awaited<ReturnType<Browser['session']>>>()
    csrfToken = answer.csrfToken
    return answer
  }
  return {
    cookies,
    call,
    session,
    async signIn(email) {
      await session()
      const answer = await call('POST', '/session', { email, password })
      if (answer.statusCode === 200) csrfToken = answer.json<{ csrfToken: string }>().csrfToken
      return answer
    },
    async authorize(query, decision = 'allow') {
      const started = (await call('POST', '/oauth/authorization-requests', { query })).json<Started>()
      if (started.redirectTo !== undefined) return started.redirectTo
      if (started.id === undefined) throw new Error(started.detail)
      const decided = await call('POST', `/oauth/authorization-requests/${started.id}/decision`, { decision })
      const { redirectTo, detail } = decided.json<Started>()
      if (redirectTo === undefined) throw new Error(detail)
      return redirectTo
    },
  }
}

interface Started {
  readonly id?: string
  readonly redirectTo?: string
  readonly detail?: string
}

const inject = (server: Server, options: InjectOptions) => server.inject(options)
