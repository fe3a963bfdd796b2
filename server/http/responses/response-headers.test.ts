// All headers of answers, so that none is lost or added unnoticed.
import type { InjectOptions } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { createFileWorld, upload } from '../../../test/fixtures/files.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { accessTokenFor } from '../../../test/tokens.ts'

const parts = useTestApp({ CHANCERY_RATE_LIMITS: 'on' })
let authorization: string
let contract: string
let download: string

beforeAll(async () => {
  const here = await createFileWorld(parts.app, parts.server)
  authorization = `Bearer ${await accessTokenFor(parts.app, here.owner)}`
  contract = `/contract-apis/v1/contracts/${here.contractId}`
  const fileId = (
    await upload(here.asOwner, here.contractId, { name: 'Annex.txt', content: 'x' })
  ).json<number>()
  download = `/file-apis/v1/files/${fileId}/download`
})

const security = {
  'content-security-policy':
    "default-src 'self';img-src 'self' data:;style-src 'self';object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}
const json = 'application/json; charset=utf-8'
const problem = 'application/problem+json; charset=utf-8'
const origin = 'https://ledger.example'
const exposed =
  'etag, location, content-disposition, www-authenticate, retry-after, ratelimit, ratelimit-policy, x-request-id, idempotent-replayed, sandbox-clock'
const readable = { 'access-control-allow-origin': '*', 'access-control-expose-headers': exposed }
const limits = (name: string) => ({
  ratelimit: expect.stringContaining(`"${name}";`),
  'ratelimit-policy': expect.stringContaining(`"${name}";`),
})
const asCaller = { authorization: () => authorization }

/** The headers of an answer, without those that every answer of a connection has. */
async function headersOf(
  { headers = {}, ...options }: InjectOptions,
  as?: { authorization: () => string },
): Promise<Record<string, unknown>> {
  const answer = await parts.server.inject({
    ...options,
    headers: { ...headers, ...(as ? { authorization: as.authorization() } : {}) },
  })
  expect(answer.headers['content-length']).toBe(
    options.method === 'HEAD' ? expect.any(String) : String(answer.rawPayload.length),
  )
  const { date, connection, 'content-length': length, ...rest } = answer.headers
  expect([date, connection]).toEqual([expect.any(String), 'keep-alive'])
  return { status: answer.statusCode, ...rest, ...(length === '0' ? { empty: true } : {}) }
}

const usual = { vary: 'Origin', 'x-request-id': expect.stringMatching(/^[\w-]{36}$/), ...security }

test('of the API', async () => {
  const details = {
    status: 200,
    'content-type': json,
    etag: expect.any(String),
    ...usual,
    ...limits('caller'),
  }
  expect(await headersOf({ url: contract }, asCaller)).toEqual(details)
  expect(await headersOf({ url: '/healthz' })).toEqual({ status: 200, 'content-type': json, ...usual })
  expect(await headersOf({ url: contract, headers: { origin } }, asCaller)).toEqual({
    ...details,
    ...readable,
  })
})

test('of HEAD, which are those of GET', async () => {
  const get = await parts.server.inject({ url: contract, headers: { authorization } })
  const head = await parts.server.inject({ method: 'HEAD', url: contract, headers: { authorization } })
  const compared = ({ headers }: typeof get) => ({
    ...headers,
    ratelimit: '',
    'x-request-id': '',
    date: '',
  })
  expect(compared(head)).toEqual(compared(get))
})

test('of files, which have a stricter policy', async () => {
  expect(await headersOf({ url: download }, asCaller)).toEqual({
    status: 200,
    ...usual,
    ...limits('caller'),
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'content-disposition': expect.stringContaining('Annex.txt'),
    'content-security-policy': "sandbox; default-src 'none'",
    'content-type': 'text/plain',
    etag: expect.any(String),
  })
})

test('of pages, which also have permissions', async () => {
  const { 'permissions-policy': permissions, ...rest } = await headersOf({ url: '/docs' })
  expect(rest).toEqual({
    status: 200,
    'content-type': 'text/html; charset=utf-8',
    ...usual,
  })
  expect(permissions).toMatch(/camera=\(\), .*clipboard-write=\(self\)$/)
})

test('of errors', async () => {
  const error = { 'content-type': problem, ...usual }
  expect(await headersOf({ url: contract })).toEqual({
    status: 401,
    ...error,
    ...limits('address'),
    'www-authenticate': 'Bearer',
  })
  expect(await headersOf({ url: `${contract}9999` }, asCaller)).toEqual({
    status: 404,
    ...error,
    ...limits('caller'),
  })
  expect(await headersOf({ url: '/no/such/address', headers: { origin } })).toEqual({
    status: 404,
    ...error,
    ...limits('address'),
    ...readable,
  })
  expect(await headersOf({ method: 'DELETE', url: '/v2/contracts' }, asCaller)).toEqual({
    status: 405,
    ...error,
    ...limits('address'),
    allow: 'GET, HEAD, POST',
  })
})

test('of preflight requests and other OPTIONS', async () => {
  const asked = { origin, 'access-control-request-method': 'GET' }
  const options = (headers: Record<string, string>, url = '/v2/contracts') =>
    headersOf({ method: 'OPTIONS', url, headers })
  const { 'x-request-id': _, ...withoutId } = usual
  const preflight = {
    status: 204,
    ...withoutId,
    ...limits('visits'),
    ...readable,
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'access-control-max-age': '7200',
    vary: 'Origin, Access-Control-Request-Headers',
    empty: true,
  }
  expect(await options(asked)).toEqual(preflight)
  expect(await options({ ...asked, 'access-control-request-headers': 'authorization' })).toEqual({
    ...preflight,
    'access-control-allow-headers': 'authorization',
  })
  expect(await options({ origin })).toEqual({
    status: 400,
    'content-type': 'text/plain',
    ...withoutId,
    ...limits('visits'),
    ...readable,
  })
  const notFound = { status: 405, 'content-type': problem, ...usual, ...limits('visits') }
  expect(await options({})).toEqual({ ...notFound, allow: 'GET, HEAD, POST' })
  // sign-in is not for pages of others
  expect(await options(asked, '/session')).toEqual({ ...notFound, allow: 'DELETE, GET, HEAD, POST' })
})
