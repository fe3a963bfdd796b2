// Calls a server as the holder of an access token would, without a socket.
import type { InjectOptions } from 'fastify'
import type { Server } from '../server/http/route.ts'

type Options = Omit<InjectOptions, 'method' | 'url'>
type Answer = Awaited<ReturnType<typeof call>>
type Body = Exclude<InjectOptions['payload'], undefined>

/** A caller: one function for each method. An object as body goes as JSON. */
export interface Caller {
  get(url: string, options?: Options): Promise<Answer>
  post(url: string, body?: Body, options?: Options): Promise<Answer>
  put(url: string, body?: Body, options?: Options): Promise<Answer>
  patch(url: string, body?: Body, options?: Options): Promise<Answer>
  delete(url: string, options?: Options): Promise<Answer>
}

/** The caller with this access token; without one, nobody. */
export function as(server: Server, token?: string): Caller {
  const send = (method: NonNullable<InjectOptions['method']>, url: string, options: Options = {}) =>
    call(server, {
      ...options,
      method,
      url,
      headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...options.headers },
    })
  const withBody = (body: Body | undefined, options?: Options): Options =>
    body === undefined ? { ...options } : { ...options, payload: body }
  return {
    get: (url, options) => send('GET', url, options),
    post: (url, body, options) => send('POST', url, withBody(body, options)),
    put: (url, body, options) => send('PUT', url, withBody(body, options)),
    patch: (url, body, options) => send('PATCH', url, withBody(body, options)),
    delete: (url, options) => send('DELETE', url, options),
  }
}

const call = (server: Server, options: InjectOptions) => server.inject(options)
