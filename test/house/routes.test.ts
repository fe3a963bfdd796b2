// Every route states who may call it, is documented, and returns errors in the common format.
import { readFile } from 'node:fs/promises'
import Fastify from 'fastify'
import Type from 'typebox'
import { Compile } from 'typebox/schema'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { methodsAt } from '../../server/http/methods.ts'
import { areas, documentOf, type OpenApiDocument } from '../../server/http/openapi.ts'
import { requireAccessRule, type RouteEntry, type Server } from '../../server/http/route.ts'
import { serverParts } from '../../server/operations/process/server-parts.ts'
import { buildServer } from '../../server/operations/process/server.ts'
import { useTestApp } from '../test-app.ts'
import { placeOfPath } from './import-rules.ts'

const parts = useTestApp()

/** Routes outside the API: no integration calls them, so they are not documented. */
const serverRoutes: readonly RegExp[] = [
  /^GET \/(healthz|readyz|metrics)$/,
  /^GET \/(?:[\w-]+\/)?openapi\.json$/,
  /^GET \/docs(\/|$)/,
  /^GET \/\.well-known\//,
  // signing in and consenting, between the web app and its server
  /^\w+ \/(session|oauth|authorize)(\/|$)/,
  // SCIM has its own way of describing itself
  /^\w+ \/scim\/v2\//,
  // answers 405 in the format of RFC 6749
  /^GET \/account-apis\/v1\/auth\/token$/,
  // the page behind a link in a mail
  /^\w+ \/notifications\/unsubscribe\//,
  // the page behind the address of a signer
  /^\w+ \/signing\//,
  // events of signing services, as docs/signing-services.md describes them
  /^POST \/signing-services\//,
  // the page behind the address of somebody who was sent a document
  /^\w+ \/sharing\//,
  // the page behind the address of an approver
  /^\w+ \/approving\//,
  // checks of sealed documents by people without an account
  /^POST \/seal-checks$/,
  // what calendar programs read
  /^GET \/calendars\/:file$/,
  // the web app
  /^GET \/(assets\/:file|assets\/:library\/:folder\/:file|favicon\.svg)?$/,
]

const isServerRoute = ({ method, path }: RouteEntry) =>
  serverRoutes.some((each) => each.test(`${method} ${path}`))
const asTemplate = (path: string) => path.replace(/:(\w+)/g, '{$1}')
const methodsOf = (url: string) => methodsAt(parts.server.routeTable, url)

interface DescribedBody {
  readonly schema?: { readonly $ref?: string; readonly examples?: readonly unknown[] }
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}
type DescribedContent = Readonly<Record<string, DescribedBody>>

interface DescribedOperation {
  readonly summary?: string
  readonly description?: string
  readonly requestBody?: { readonly content: DescribedContent }
  readonly responses: Readonly<Record<string, { readonly content?: DescribedContent }>>
}

/** What is sent and returned as JSON, by place. */
function jsonBodiesOf({ requestBody, responses }: DescribedOperation): readonly [string, DescribedBody][] {
  const answers = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  return [
    ...Object.entries(requestBody?.content ?? {}),
    ...answers.flatMap(([, { content }]) => Object.entries(content ?? {})),
  ].filter(([type]) => /[/+]json$/.test(type))
}

function wrongExamples(body: DescribedBody, schemas: Readonly<Record<string, object>>): readonly string[] {
  const schema = resolved(body.schema, schemas) as { readonly examples?: readonly unknown[] }
  const examples = [
    ...(body.example === undefined ? [] : [body.example]),
    ...Object.values(body.examples ?? {}).map(({ value }) => value),
    ...(schema.examples ?? []),
  ]
  if (examples.length === 0) return ['no example']
  const check = Compile(schema as never)
  return examples.flatMap((example) => {
    const [fits, errors] = check.Errors(example)
    return fits ? [] : errors.map(({ instancePath, message }) => `${instancePath} ${message}`)
  })
}

/** The schema with its references resolved. */
function resolved(
  schema: unknown,
  schemas: Readonly<Record<string, object>>,
  within: readonly string[] = [],
): unknown {
  if (Array.isArray(schema)) return schema.map((each) => resolved(each, schemas, within))
  if (typeof schema !== 'object' || schema === null) return schema
  const { $ref } = schema as { readonly $ref?: unknown }
  if (typeof $ref === 'string') {
    const name = $ref.split('/').at(-1) ?? ''
    // one that refers to itself is checked as deep as examples go
    if (within.filter((each) => each === name).length > 2) return {}
    return resolved(schemas[name], schemas, [...within, name])
  }
  return Object.fromEntries(
    Object.entries(schema).map(([name, each]) => [name, resolved(each, schemas, within)]),
  )
}

const documentNow = () => parts.server.swagger() as unknown as OpenApiDocument

test('a route without an access rule stops the server from being built [P-25]', () => {
  const server = Fastify() as unknown as Server
  requireAccessRule(server)
  expect(() => server.get('/open', async () => 'anything')).toThrow('GET /open has no access rule')
  expect(() => server.get('/stated', { config: { access: 'public' } }, async () => 'anything')).not.toThrow()
})

test('every route is documented or on the short list above, and never both [G-10]', () => {
  const { paths } = documentNow()
  const wrong = parts.server.routeTable.filter(
    (route) =>
      (paths[asTemplate(route.path)]?.[route.method.toLowerCase()] !== undefined) === isServerRoute(route),
  )
  expect(wrong).toEqual([])
})

test('every route on the short list exists', () => {
  const all = parts.server.routeTable.map(({ method, path }) => `${method} ${path}`)
  expect(serverRoutes.filter((each) => !all.some((route) => each.test(route)))).toEqual([])
})

test('every operation of v2 has a description, and examples of each JSON body and response that match their schemas [V-257]', () => {
  const { paths, components } = documentOf(documentNow(), 'v2')
  const wrong = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as unknown as Record<string, DescribedOperation>).flatMap(
      ([method, operation]) => {
        const name = `${method.toUpperCase()} ${path}`
        return [
          ...(operation.summary && operation.description ? [] : [`${name} has no summary or description`]),
          ...jsonBodiesOf(operation).flatMap(([where, body]) =>
            wrongExamples(body, components?.schemas ?? {}).map((why) => `${name}, ${where}: ${why}`),
          ),
        ]
      },
    ),
  )
  expect(wrong).toEqual([])
})

test('no route is registered twice, and none differs from another in case or a slash only', () => {
  const keys = parts.server.routeTable.map(
    ({ method, path }) =>
      `${method} ${path
        .toLowerCase()
        .replace(/:\w+/g, ':')
        .replace(/(.)\/$/, '$1')}`,
  )
  expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
})

test('a method that a path does not support is 405, with the supported ones [G-6]', async () => {
  const { routeTable } = parts.server
  for (const path of new Set(routeTable.map((route) => route.path))) {
    const url = path.replace(/:\w+/g, '7')
    const taken = routeTable.filter((route) => route.path === path).map(({ method }) => method)
    const other = (['PATCH', 'DELETE', 'PUT', 'POST'] as const).find(
      (method) => !methodsOf(url).includes(method),
    )
    if (!other) continue
    const answer = await parts.server.inject({ method: other, url })
    expect(answer.statusCode, `${other} ${url}`).toBe(405)
    expect(answer.headers['allow']?.split(', '), url).toEqual(expect.arrayContaining(taken))
  }
  expect((await parts.server.inject({ method: 'PUT', url: '/nowhere' })).statusCode).toBe(404)
  // a route that finds nothing is a different case
  expect((await parts.server.inject('/assets/nothing.js')).statusCode).toBe(404)
})

test('the path gives the folder: /...-apis/v1 is in v1, /v2 in v2', async () => {
  const page = await readFile(new URL('../../docs/routes.md', import.meta.url), 'utf8')
  const rows = [...page.matchAll(/^\| (\w+) `([^`]+)` \|[^|]*\|[^|]*\| \[[^\]]*\]\(\.\.\/([^)]+)\)/gm)]
  expect(rows.length).toBe(parts.server.routeTable.length)
  const misplaced = rows.filter(([, , path = '', file = '']) => {
    const version = /^\/(?:[\w-]+-apis\/)?(v[12])\//.exec(path)?.[1]
    const { layer } = placeOfPath(file)
    // the token endpoint belongs to OAuth, not to a version of ours
    return (
      version !== undefined && layer !== version && layer !== 'endpoints' && !path.endsWith('/openapi.json')
    )
  })
  expect(misplaced.map(([row]) => row)).toEqual([])
})

test.each(areas)(
  'openapi/ has the current document of %s: run `npm run generate` otherwise',
  async (area) => {
    const file = area === 'v2' ? 'v2.json' : `${area}.v1.json`
    const committed = await readFile(new URL(`../../openapi/${file}`, import.meta.url), 'utf8')
    expect(JSON.parse(committed).paths).toEqual(
      JSON.parse(JSON.stringify(documentOf(documentNow(), area).paths)),
    )
  },
)

describe('errors', () => {
  let server: Server
  beforeAll(async () => {
    server = await buildServer(parts.app, serverParts(parts.app, { milliseconds: 0 }))
    const open = { config: { access: 'public' } } as const
    server.get('/broken', open, async () => {
      throw new Error('select secret from users at /home/chancery/server.ts:12')
    })
    server.get('/database', open, async () => parts.app.database.pool.query('select secret from nowhere'))
    server.get('/thrown', open, async () => {
      throw 'a string with a secret'
    })
    const body = Type.Object({ a: Type.String() })
    server.post('/taken', { ...open, schema: { body } }, async () => 'taken')
    await server.ready()
  })
  afterAll(() => server.close())

  test.each(['/broken', '/database', '/thrown'])(
    'an unexpected one at %s reveals nothing but its operation id [G-53]',
    async (url) => {
      const answer = await server.inject({ url })
      expect(answer.statusCode).toBe(500)
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
      expect(answer.body).not.toMatch(/secret|select|nowhere|home|stack|\.ts/i)
      expect(answer.json()).toEqual({
        type: 'about:blank',
        title: 'Internal Server Error',
        status: 500,
        detail: expect.stringContaining(answer.headers['x-request-id'] as string),
        instance: url,
        operationId: answer.headers['x-request-id'],
      })
    },
  )

  test.each(areas.map((area) => `/${area}/${area === 'v2' ? '' : 'v1/'}nothing-of-this-name`))(
    'an unknown path is one: %s [G-7]',
    async (url) => {
      const answer = await server.inject({ url })
      expect(answer.statusCode).toBe(404)
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
      expect(answer.json()).toMatchObject({ type: 'about:blank', status: 404, instance: url })
    },
  )

  test('a broken body, one of an unknown type and one that is too large are problem documents [G-50, G-52]', async () => {
    const json = { 'content-type': 'application/json' }
    const post = (headers: Record<string, string>, body: string) =>
      server.inject({ method: 'POST', url: '/taken', headers, body })
    const answers = [
      await post(json, '{"a":'),
      await post(json, '{"b":5}'),
      await post({ 'content-type': 'image/png' }, 'x'),
      await post(json, JSON.stringify({ a: 'x'.repeat(2 * 1024 * 1024) })),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([400, 400, 415, 413])
    for (const answer of answers) {
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
      expect(answer.json()).toMatchObject({
        type: 'about:blank',
        operationId: answer.headers['x-request-id'],
      })
    }
    // the one exception: the token endpoint follows RFC 6749, for ordinary OAuth clients
    const token = await server.inject({
      method: 'POST',
      url: '/account-apis/v1/auth/token',
      payload: 'grant_type=none',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(token.json()).toMatchObject({ error: 'unsupported_grant_type' })
  })
})
