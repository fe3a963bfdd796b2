// How unexpected errors are answered.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectFailure } from '../../platform/postgres/database-failures.ts'
import { openDatabase } from '../../platform/postgres/database.ts'
import { AppError } from '../../platform/errors.ts'
import { sendProblem } from './problem.ts'

/** The error of a query on a database that does not exist. */
async function databaseError(connection: pg.PoolConfig): Promise<Error> {
  const database = openDatabase({ connection, connections: 2, log: { warn: () => undefined } })
  const error: unknown = await database.kysely
    .selectFrom('clock')
    .select('id')
    .execute()
    .catch((thrown: unknown) => thrown)
  await database.close()
  return error as Error
}

/** The port of a server that closes every connection at once. */
async function portThatHangsUp(): Promise<number> {
  const hangsUp = createServer((socket) => socket.resetAndDestroy()).listen(0, '127.0.0.1')
  hangsUp.unref()
  await once(hangsUp, 'listening')
  return (hangsUp.address() as AddressInfo).port
}

const fromDatabase = (code: string, message: string) =>
  Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code })

const errors: Readonly<Record<string, Error>> = {
  'database-away': connectFailure(
    Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:5432'), { code: 'ECONNREFUSED' }),
  ),
  'database-stopped': fromDatabase('57P01', 'terminating connection'),
  'database-full': fromDatabase('53100', 'could not extend file "base/1/secret": No space left on device'),
  'pool-exhausted': connectFailure(new Error('timeout exceeded when trying to connect')),
  'database-refused': await databaseError({ host: '127.0.0.1', port: 1 }),
  'database-cut-off': await databaseError({ host: '127.0.0.1', port: await portThatHangsUp() }),
  'bucket-away': Object.assign(new Error('connect ECONNREFUSED 10.0.0.5:9000'), { code: 'ECONNREFUSED' }),
  'bucket-cut-off': Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
  'disk-full': Object.assign(new Error('no space left on /secret/path'), { code: 'ENOSPC' }),
  unreadable: Object.assign(new Error('secret'), { validation: { length: 1 } }),
  'beyond-the-end': Object.assign(new Error('secret path'), { statusCode: 416 }),
  'another-version': Object.assign(new Error('secret'), { statusCode: 412 }),
  teapot: Object.assign(new Error('secret'), { statusCode: 418 }),
  busy: Object.assign(new Error('under pressure'), { statusCode: 503 }),
  conflict: new AppError('conflict', 'That name is taken.'),
}

const logged: { level: number; msg: string }[] = []
let server: FastifyInstance
beforeAll(async () => {
  const stream = { write: (line: string) => void logged.push(JSON.parse(line) as (typeof logged)[number]) }
  server = Fastify({ logger: { level: 'info', stream } })
  server.setErrorHandler(sendProblem)
  server.get<{ Params: { name: string } }>('/:name', async ({ params }) => {
    throw errors[params.name] ?? new Error('secret')
  })
  server.post('/body', async () => 'read')
  await server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => server.close())

test.each([
  ['database-away', 503, 'The database cannot be reached', '2'],
  ['database-stopped', 503, 'The database cannot be reached', '2'],
  ['pool-exhausted', 503, 'The database cannot be reached', '2'],
  ['database-full', 507, 'run out of disk space', undefined],
  ['database-refused', 503, 'The database cannot be reached', '2'],
  ['database-cut-off', 503, 'The database cannot be reached', '2'],
  ['bucket-away', 503, 'cannot do this at the moment', '5'],
  ['bucket-cut-off', 503, 'cannot do this at the moment', '5'],
  ['unreadable', 500, 'on our side', undefined],
  ['beyond-the-end', 416, 'beyond the end', undefined],
  ['another-version', 412, 'not the current one', undefined],
  ['teapot', 400, 'in this form', undefined],
  ['busy', 503, 'too busy', '2'],
  ['disk-full', 507, 'out of disk space', undefined],
  ['conflict', 409, 'That name is taken.', undefined],
  ['anything-else', 500, 'on our side', undefined],
])(
  '%s is %i, with a message that reveals nothing internal [G-57, G-58, G-59]',
  async (name, status, words, retryAfter) => {
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
  },
)

test('a truncated body is the caller’s fault, not a database problem', async () => {
  const before = logged.length
  const answered = new Promise<void>((resolve) =>
    server.server.once('request', (_, response) => response.once('close', resolve)),
  )
  const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(
    'POST /body HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"a":',
  )
  await once(server.server, 'request')
  socket.resetAndDestroy()
  await answered
  await expect
    .poll(() => logged.slice(before).map(({ msg }) => msg))
    .toContain('the caller aborted the request')
  expect(logged.slice(before).filter(({ level }) => level >= 40)).toEqual([])
})
