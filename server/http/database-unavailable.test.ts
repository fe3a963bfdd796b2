import { type AddressInfo, createServer } from 'node:net'
import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { buildApp } from '../operations/process/app.ts'
import { insertContract } from '../../test/fixtures/contracts.ts'
import { cutAtPacket } from '../../test/servers/failing-statements.ts'
import { createContractTemplate, createOrganisation, createUser } from '../../test/factories.ts'
import { eventsOf } from '../../test/fixtures/files.ts'
import { as } from '../../test/http.ts'
import { useTestApp } from '../../test/test-app.ts'
import { callerFor } from '../../test/tokens.ts'
import { connectFailure, databaseRefusal, statementFailure } from '../platform/postgres/database-failures.ts'
import { buildServer } from '../operations/process/server.ts'
import { serverParts } from '../operations/process/server-parts.ts'

const parts = useTestApp()

async function contractOfOwner() {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const owner = await createUser(app, { organisationId })
  const id = await insertContract(app, {
    owner,
    templateId: await createContractTemplate(app, { organisationId }),
  })
  return { organisationId, path: `/contract-apis/v1/contracts/${id}`, caller: await callerFor(parts, owner) }
}

async function ownerOfNothing() {
  const { id: organisationId } = await createOrganisation(parts.app)
  const owner = await createUser(parts.app, { organisationId, role: 'Administrator' })
  return { organisationId, caller: await callerFor(parts, owner) }
}

interface Answer {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, unknown>>
  json(): unknown
}

const detail = (answer: Answer | undefined) => (answer?.json() as { detail: string } | undefined)?.detail
const mayBeStored = expect.stringContaining('may or may not have been made')

describe('a broken connection', () => {
  test.each(['before', 'while under way'] as const)(
    '%s a packet of statements, whichever it is, is 503 with Retry-After, for reads and writes [G-58, G-60]',
    async (when) => {
      const { path, caller } = await contractOfOwner()
      const requests = {
        read: () => caller.get(`${path}/users`),
        list: () => caller.get('/v2/matters?$count=true'),
        write: () => caller.patch(path, { Name: 'Lease' }),
      }
      let cuts = 0
      for (const send of Object.values(requests)) {
        for (let number = 1; ; number++) {
          let answer: Answer | undefined
          const text = await cutAtPacket(parts.app, { number, when }, async () => {
            answer = await send()
          })
          if (text === undefined) break
          cuts += 1
          expect([text, answer?.statusCode, answer?.headers['retry-after']]).toEqual([text, 503, '2'])
          if (/\bcommit$/.test(text)) expect(detail(answer)).toEqual(mayBeStored)
          else expect(detail(answer)).not.toEqual(mayBeStored)
        }
      }
      expect(cuts).toBeGreaterThan(8)
    },
  )

  test('before the commit leaves nothing of the change', async () => {
    const { path, caller, organisationId } = await contractOfOwner()
    for (let number = 1; ; number++) {
      const text = await cutAtPacket(parts.app, { number, when: 'before' }, async () => {
        await caller.patch(path, { Name: 'Never' })
      })
      if (text === undefined) break
      const events = await eventsOf(parts.app, organisationId)
      expect([text, events.length]).toEqual([text, 0])
    }
    expect((await caller.get(path)).json<{ name: string }>().name).toBe('Never')
  })
})

test('a call with an Idempotency-Key says what became of it, wherever the connection breaks [G-165]', async () => {
  const { organisationId, caller } = await ownerOfNothing()
  const made = async () =>
    (await eventsOf(parts.app, organisationId)).filter(([name]) => name === 'team.created').length
  let [before, cuts] = [await made(), 0]
  for (const when of ['before', 'while under way'] as const)
    for (let number = 1; ; number++) {
      let answer: Answer | undefined
      const key = { headers: { 'idempotency-key': `${when} ${number}` } }
      const text = await cutAtPacket(parts.app, { number, when }, async () => {
        answer = await caller.post('/v2/teams', { name: `Team ${when} ${number}` }, key)
      })
      const count = (await made()) - before
      before += count
      const problem = [answer?.statusCode, answer?.headers['content-type']]
      if (count === 1 && answer?.statusCode !== 201)
        expect([text, detail(answer)]).toEqual([text, mayBeStored])
      if (count === 0)
        expect([text, ...problem]).toEqual([text, 503, 'application/problem+json; charset=utf-8'])
      expect(JSON.stringify(answer?.json())).not.toContain('ECONN')
      // sent again it is carried out at most once
      const again = await caller.post('/v2/teams', { name: `Team ${when} ${number}` }, key)
      const more = (await made()) - before
      before += more
      expect([text, again.statusCode, count + more <= 1]).toEqual([text, again.statusCode, true])
      if (text === undefined) break
      cuts++
    }
  expect(cuts).toBeGreaterThan(8)
})

test('whichever hook fails, the answer is a problem without what is inside, and what was done stays done [G-166]', async () => {
  const { app } = parts
  const server = await buildServer(app, serverParts(app))
  const failing = ['onRequest', 'preParsing', 'preValidation', 'preHandler', 'onSend'] as const
  for (const name of failing)
    for (const style of ['async', 'callback'] as const)
      await server.register(async (scope) => {
        const inside = new Error('connect ECONNREFUSED 127.0.0.1:5432')
        const hook =
          style === 'async'
            ? () => Promise.reject(inside)
            : name === 'onSend' || name === 'preParsing'
              ? (_request: unknown, _reply: unknown, _payload: unknown, done: (error: Error) => void) =>
                  done(inside)
              : (_request: unknown, _reply: unknown, done: (error: Error) => void) => done(inside)
        scope.addHook(name as 'onRequest', hook as never)
        scope.post(`/failing/${name}/${style}`, { config: { access: 'public' } }, async (_, reply) =>
          reply.code(201).send({ made: true }),
        )
      })
  for (const name of failing)
    for (const style of ['async', 'callback']) {
      const { statusCode, body, headers } = await server.inject({
        method: 'POST',
        url: `/failing/${name}/${style}`,
      })
      expect(body, name).not.toContain('ECONNREFUSED')
      if (name === 'onSend') expect([name, statusCode, body]).toEqual([name, 201, '{"made":true}'])
      else
        expect([name, statusCode, headers['content-type']]).toEqual([
          name,
          500,
          'application/problem+json; charset=utf-8',
        ])
    }
  await server.close()
})

test('a database that does not respond is 503 with Retry-After', async () => {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => probe.once('listening', listening))
  const { port } = probe.address() as AddressInfo
  await new Promise((closed) => probe.close(closed))
  const nowhere = { host: '127.0.0.1', port, user: 'nobody', database: 'nothing' }
  const app = await buildApp(parts.app.config, nowhere, { clock: parts.clock, log: parts.app.log })
  const server = await buildServer(app, serverParts(app))
  const form = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x', client_id: 'y' })
  const answer = await as(server).post('/account-apis/v1/auth/token', form.toString(), {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2'])
  await server.close()
  await app.close()
})

describe('a database error', () => {
  const error = (code: string, message = 'as the database says') =>
    Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code })

  test.each([
    ['53100', 507],
    ['58030', 507, 'could not extend file "base/16384/1249": No space left on device'],
    ['XX000', 507, 'could not write to file "pg_wal/xlogtemp.42": Disk quota exceeded'],
    ['53200', 503],
    ['53300', 503],
    ['57P01', 503],
    ['57P02', 503],
    ['57P03', 503],
    ['57P04', 503],
    ['57P05', 503],
    ['08006', 503],
    ['25006', 503],
    ['25P03', 503],
    ['57014', 503],
    ['40001', 503],
    ['40P01', 503],
    ['XX000', undefined],
    ['58030', undefined, 'could not read block 3'],
    ['42P01', undefined],
    ['23505', undefined],
  ])('%s is %s to the caller [G-59]', (code, status, message?: string) => {
    const refusal = databaseRefusal(statementFailure(error(code, message), { whileCommitting: false }))
    expect(refusal?.status).toBe(status)
    if (status === 503) expect(refusal?.headers).toEqual({ 'retry-after': '2' })
  })

  test.each([
    'Connection terminated unexpectedly',
    'Client has encountered a connection error and is not queryable',
    'timeout exceeded when trying to connect',
    'Cannot use a pool after calling end on the pool',
  ])('from the driver is recognised where the driver reports it: %s', (message) => {
    expect(databaseRefusal(statementFailure(new Error(message), { whileCommitting: false }))?.status).toBe(
      503,
    )
    expect(databaseRefusal(connectFailure(new Error(message)))?.status).toBe(503)
    expect(databaseRefusal(new Error(message))).toBeUndefined()
  })

  test('is not assumed for a socket that is not the database’s', () => {
    const reset = Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
    expect(databaseRefusal(reset)).toBeUndefined()
    expect(databaseRefusal(statementFailure(reset, { whileCommitting: false }))?.status).toBe(503)
  })

  test('caused by a bug remains a 500', () => {
    expect(
      databaseRefusal(statementFailure(new TypeError('Invalid time value'), { whileCommitting: false })),
    ).toBeUndefined()
  })
})
