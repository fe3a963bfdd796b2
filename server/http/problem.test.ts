// What becomes of errors that nobody threw on purpose.
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { connectFailure } from '../platform/database-failures.ts'
import { AppError } from '../platform/errors.ts'
import { sendProblem } from './problem.ts'

const fromDatabase = (code: string, message: string) =>
  Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code })

const errors: Readonly<Record<string, Error>> = {
  'database-away': connectFailure(
    Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:5432'), { code: 'ECONNREFUSED' }),
  ),
  'database-stopped': fromDatabase('57P01', 'terminating connection'),
  'database-full': fromDatabase('53100', 'could not extend file "base/1/secret": No space left on device'),
  'pool-exhausted': connectFailure(new Error('timeout exceeded when trying to connect')),
  'another-socket': Object.assign(new Error('read ECONNRESET 10.0.0.5:5432'), { code: 'ECONNRESET' }),
  'disk-full': Object.assign(new Error('no space left on /secret/path'), { code: 'ENOSPC' }),
  busy: Object.assign(new Error('under pressure'), { statusCode: 503 }),
  conflict: new AppError('conflict', 'That name is taken.'),
}

let server: FastifyInstance
beforeAll(async () => {
  server = Fastify()
  server.setErrorHandler(sendProblem)
  server.get<{ Params: { name: string } }>('/:name', async ({ params }) => {
    throw errors[params.name] ?? new Error('secret')
  })
  await server.ready()
})
afterAll(() => server.close())

test.each([
  ['database-away', 503, 'The database cannot be reached', '2'],
  ['database-stopped', 503, 'The database cannot be reached', '2'],
  ['pool-exhausted', 503, 'The database cannot be reached', '2'],
  ['database-full', 507, 'no disk space left', undefined],
  ['another-socket', 500, 'on our side', undefined],
  ['busy', 503, 'too busy', '2'],
  ['disk-full', 507, 'no room left', undefined],
  ['conflict', 409, 'That name is taken.', undefined],
  ['anything-else', 500, 'on our side', undefined],
])('%s is %i, in words that tell nothing of the inside', async (name, status, words, retryAfter) => {
  const answer = await server.inject(`/${name}?token=secret`)
  expect(answer.statusCode).toBe(status)
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
  expect(answer.headers['retry-after']).toBe(retryAfter)
  expect(answer.json()).toMatchObject({
    status,
    instance: `/${name}`,
    detail: expect.stringContaining(words) as string,
  })
  expect(answer.body).not.toMatch(/secret|10\.0\.0\.5|terminating/)
})
