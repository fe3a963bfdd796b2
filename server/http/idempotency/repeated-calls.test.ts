// Idempotency-Key over HTTP: on JSON, forms and raw uploads, of both versions.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createFileWorld, versionsOf } from '../../../test/fixtures/files.ts'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import { form } from '../../../test/documents/forms.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { accessTokenFor, callerFor } from '../../../test/tokens.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { AppError } from '../../platform/errors.ts'
import { serverParts } from '../../operations/process/server-parts.ts'
import { buildServer } from '../../operations/process/server.ts'
import { jobs, runJob } from '../../operations/process/worker.ts'
import { acceptRawBodies } from '../bodies/raw-body.ts'
import type { RouteModule } from '../route.ts'

const parts = useTestApp()
const world = () => createFileWorld(parts.app, parts.server)
let keys = 0
const newKey = () => ({ headers: { 'idempotency-key': `key-${++keys}` } })

let address: Promise<string> | undefined
const listening = () => (address ??= parts.server.listen({ port: 0, host: '127.0.0.1' }))

async function folders(organisationId: number): Promise<number> {
  const rows = await parts.app.db
    .selectFrom('files')
    .where('organisation_id', '=', organisationId)
    .select('id')
    .execute()
  return rows.length
}

test('a repeated call gets the answer of the first one, which is carried out once [G-110]', async () => {
  const { asOwner, organisationId, contractId } = await world()
  const body = { name: 'Annexes', resource: { type: 'Contract', id: contractId } }
  const once = newKey()
  const first = await asOwner.post('/v2/files', body, once)
  expect([first.statusCode, first.headers['idempotent-replayed']]).toEqual([201, undefined])
  const second = await asOwner.post('/v2/files', body, once)
  expect(second.statusCode).toBe(201)
  expect(second.json()).toEqual(first.json())
  expect(second.headers).toMatchObject({
    'idempotent-replayed': 'true',
    location: first.headers.location,
    'content-type': first.headers['content-type'],
  })
  expect(await folders(organisationId)).toBe(1)
})

test('v1 answers are repeated as well, also those without a body [G-110]', async () => {
  const { asOwner, contractId } = await world()
  const once = newKey()
  const post = () => asOwner.post(`/file-apis/v1/folders/Contract/${contractId}`, { name: 'A' }, once)
  const first = await post()
  const second = await post()
  expect([second.statusCode, second.body]).toEqual([first.statusCode, first.body])
  expect(second.headers['idempotent-replayed']).toBe('true')
})

test('another body or address with the same key is 422, and nothing is done [G-111]', async () => {
  const { asOwner, organisationId, contractId } = await world()
  const once = newKey()
  const resource = { type: 'Contract', id: contractId }
  expect((await asOwner.post('/v2/files', { name: 'A', resource }, once)).statusCode).toBe(201)
  expect((await asOwner.post('/v2/files', { name: 'B', resource }, once)).statusCode).toBe(422)
  expect((await asOwner.post('/v2/files?x=1', { name: 'A', resource }, once)).statusCode).toBe(422)
  expect(await folders(organisationId)).toBe(1)
})

test('uploads are compared as they arrive: a form whatever its boundary, and a raw body [G-112]', async () => {
  const { asOwner, organisationId, contractId } = await world()
  const once = newKey()
  const upload = (content: string, boundary: string) => {
    const payload = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${content}\r\n--${boundary}--\r\n`
    const headers = { ...once.headers, 'content-type': `multipart/form-data; boundary=${boundary}` }
    return asOwner.post(`/contract-apis/v1/contracts/${contractId}/files`, Buffer.from(payload), { headers })
  }
  const first = await upload('one', 'aaa')
  expect(first.statusCode, first.body).toBe(201)
  const again = await upload('one', 'bbbbb')
  expect([again.statusCode, again.body, again.headers['idempotent-replayed']]).toEqual([
    201,
    first.body,
    'true',
  ])
  expect((await upload('two', 'ccc')).statusCode).toBe(422)
  const raw = newKey()
  const send = (content: string) =>
    asOwner.post(`/file-apis/v1/files/Contract/${contractId}?fileName=raw.bin`, Buffer.from(content), {
      headers: { ...raw.headers, 'content-type': 'application/octet-stream' },
    })
  const id = (await send('x'.repeat(100_000))).body
  expect((await send('x'.repeat(100_000))).body).toBe(id)
  expect((await send('x'.repeat(99_999))).statusCode).toBe(422)
  expect(await versionsOf(parts.app, organisationId)).toHaveLength(2)
})

test('of calls at the same moment one is carried out, and the others are 409 or get its answer [G-111]', async () => {
  const { asOwner, organisationId, contractId } = await world()
  const once = newKey()
  const body = { name: 'Annexes', resource: { type: 'Contract', id: contractId } }
  const answers = await Promise.all(Array.from({ length: 8 }, () => asOwner.post('/v2/files', body, once)))
  expect(answers.every(({ statusCode }) => statusCode === 201 || statusCode === 409)).toBe(true)
  expect(answers.some(({ statusCode }) => statusCode === 201)).toBe(true)
  expect(await folders(organisationId)).toBe(1)
})

test('a refused call gives its key back [G-111]', async () => {
  const { asOwner, contractId } = await world()
  const once = newKey()
  const resource = { type: 'Contract', id: contractId }
  expect((await asOwner.post('/v2/files', { name: '', resource }, once)).statusCode).toBe(400)
  expect((await asOwner.post('/v2/files', { name: 'A', resource }, once)).statusCode).toBe(201)
})

test('keys belong to a person, and end after a day [G-111]', async () => {
  const { asOwner, organisationId, contractId, owner } = await world()
  const other = await createUser(parts.app, { organisationId })
  const once = newKey()
  const body = { name: 'A', resource: { type: 'Contract', id: contractId } }
  expect((await asOwner.post('/v2/files', body, once)).statusCode).toBe(201)
  // not visible to them: their own call, not the owner's answer
  expect((await (await callerFor(parts, other)).post('/v2/files', body, once)).statusCode).toBe(400)
  parts.clock.advance({ hours: 25 })
  const later = await callerFor(parts, owner)
  expect((await later.post('/v2/files', body, once)).statusCode).toBe(409)
  const job = jobs.find(({ name }) => name === 'sweep-idempotency-keys')
  if (!job) throw new Error('There is no job')
  await runJob(parts.app, job, {})
  const left = await parts.app.db.selectFrom('idempotency_keys').select('key').execute()
  expect(left).toEqual([])
})

test('a call whose process died is neither repeated nor taken for done [G-113]', async () => {
  const { asOwner, owner, organisationId, contractId } = await world()
  const once = newKey()
  const body = { name: 'A', resource: { type: 'Contract', id: contractId } }
  const answer = await asOwner.post('/v2/files', body, once)
  expect(answer.statusCode).toBe(201)
  await internalTransaction(parts.app, async (tx) => {
    await sql`update idempotency_keys set status = null, answer = null, leased_until = '2020-01-01'
      where organisation_id = ${organisationId} and user_id = ${owner.id}`.execute(tx)
  })
  const again = await asOwner.post('/v2/files', body, once)
  expect(again.statusCode).toBe(409)
  expect(again.json<{ detail: string }>().detail).toContain('may or may not have been carried out')
})

test.each(['', 'with\ttab', 'ü', 'x'.repeat(256)])('the key %j is refused [G-111]', async (key) => {
  const { asOwner, contractId } = await world()
  const body = { name: 'A', resource: { type: 'Contract', id: contractId } }
  const answer = await asOwner.post('/v2/files', body, { headers: { 'idempotency-key': key } })
  expect(answer.statusCode).toBe(400)
})

test('answers are stored sealed [G-110]', async () => {
  const { asOwner, organisationId, contractId } = await world()
  const { payload, headers } = form({
    targetResourceType: 'Contract',
    targetResourceId: String(contractId),
    file: { name: 'a.txt', content: 'x', contentType: 'text/plain' },
  })
  const once = newKey()
  const answer = await asOwner.post('/v2/files', payload, { headers: { ...headers, ...once.headers } })
  expect(answer.statusCode).toBe(201)
  const row = await parts.app.db
    .selectFrom('idempotency_keys')
    .where('organisation_id', '=', organisationId)
    .select(['answer', 'status'])
    .executeTakeFirstOrThrow()
  expect(row.status).toBe(201)
  expect(row.answer?.includes('application/json')).toBe(false)
})

test('a body that arrives over a connection in pieces is compared as a whole [G-112]', async () => {
  const { contractId, owner } = await world()
  const address = await listening()
  const authorization = `Bearer ${await accessTokenFor(parts.app, owner)}`
  const pieces = async function* (last: string) {
    for (let piece = 0; piece < 20; piece++) yield Buffer.alloc(50_000, piece)
    yield Buffer.from(last)
  }
  const send = (last: string) =>
    fetch(`${address}/file-apis/v1/files/Contract/${contractId}?fileName=long.bin`, {
      method: 'POST',
      headers: {
        authorization,
        'idempotency-key': 'over-a-connection',
        'content-type': 'application/octet-stream',
      },
      body: Readable.toWeb(Readable.from(pieces(last))) as never,
      duplex: 'half',
    })
  const first = await send('end')
  const id = await first.text()
  expect(first.status, id).toBe(200)
  const again = await send('end')
  expect([again.status, await again.text(), again.headers.get('idempotent-replayed')]).toEqual([
    200,
    id,
    'true',
  ])
  expect((await send('END')).status).toBe(422)
})

test('the key of a call whose connection ended before it began is free again [G-110]', async () => {
  const { contractId, organisationId, owner } = await world()
  const key = 'cut-off'
  const authorization = `Bearer ${await accessTokenFor(parts.app, owner)}`
  const headers = { authorization, 'idempotency-key': key, 'content-type': 'application/json' }
  const body = JSON.stringify({ name: 'Annexes', resource: { type: 'Contract', id: contractId } })
  const address = new URL(await listening())
  // claiming the key waits for this transaction, and meanwhile the connection ends
  const holder = await parts.app.database.pool.connect()
  await holder.query('begin')
  await holder.query(
    `insert into idempotency_keys (organisation_id, user_id, client_id, key, created_at, leased_until)
     select $1, $2, id, $3, now(), now() from oauth_clients`,
    [organisationId, owner.id, key],
  )
  const accepted = once(parts.server.server, 'connection')
  const socket = connect(Number(address.port), address.hostname)
  const lines = Object.entries({ host: address.host, 'content-length': body.length, ...headers })
  socket.write(
    `POST /v2/files HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  )
  const [theirs] = (await accepted) as [Socket]
  const waiting = () =>
    holder.query('select from pg_locks where not granted and transactionid = pg_current_xact_id()::xid')
  await expect.poll(async () => (await waiting()).rowCount).toBe(1)
  socket.destroy()
  if (!theirs.destroyed) await once(theirs, 'close')
  await holder.query('rollback')
  holder.release()
  const again = async () =>
    (await fetch(new URL('/v2/files', address), { method: 'POST', headers, body })).status
  await expect.poll(again).toBe(201)
  expect(await folders(organisationId)).toBe(1)
})

test('the key of a refused call is free while the rest of its body is still read [G-110, G-173]', async () => {
  const refusing: RouteModule = (scope) => {
    acceptRawBodies(scope)
    scope.post('/refusing', { config: { access: { right: 'use' } } }, () => {
      throw new AppError('unavailable', 'Later.')
    })
  }
  const { app } = parts
  const server = await buildServer(app, { ...serverParts(app), routes: [refusing] })
  const url = new URL(`${await server.listen({ port: 0, host: '127.0.0.1' })}/refusing`)
  const { id: organisationId } = await createOrganisation(app)
  const token = await accessTokenFor(app, await createUser(app, { organisationId }))
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/x', ...newKey().headers }
  const socket = connect(Number(url.port), url.hostname)
  let answer = ''
  socket.on('data', (data) => (answer += data.toString())).on('error', () => undefined)
  const head = Object.entries({ host: 'a', 'content-length': 9, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  // the rest of the body does not come
  socket.write(`POST /refusing HTTP/1.1\r\n${head.join('')}\r\nx`)
  await once(server.server, 'request')
  const again = async () => (await fetch(url, { method: 'POST', headers, body: 'whole' })).status
  await expect.poll(again).toBe(503)
  expect(answer).toBe('')
  socket.destroy()
  await server.close()
})
