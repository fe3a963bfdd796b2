// Files of an import that come from a bucket, against a server of the real protocol, over TLS.
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importWorld } from '../../../test/fixtures/import-world.ts'
import { startBucket } from '../../../test/peers/bucket.ts'
import { freePort } from '../../../test/peers/free-port.ts'
import { dyingAtPacket } from '../../../test/servers/failing-statements.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { importKinds } from '../../operations/process/import-kinds.ts'
import type { App } from '../../platform/app.ts'
import { carryOn } from '../work/carry-on.ts'

const parts = useTestApp()
let bucket: Awaited<ReturnType<typeof startBucket>>
beforeAll(async () => {
  bucket = await startBucket(objects)
})
afterAll(() => bucket.stop())

const documents = ['a.pdf', 'b & c/d+e.pdf', 'ü.pdf']
const objects: Readonly<Record<string, string>> = {
  ...Object.fromEntries(documents.map((path) => [`signed/${path}`, `%PDF-1.4 ${path}`])),
  'signed/.DS_Store': 'of a program',
  'signed/empty/': '',
  'other/a.pdf': 'another',
}
const table = ['Name,Type,Document', ...documents.map((path) => `${path},Mutual NDA,${path}`)].join('\n')
const secret = 'a secret that nobody sees again'.replaceAll(' ', '-')

type World = Awaited<ReturnType<typeof importWorld>>

const bucketOf = (more: object = {}) => ({
  endpoint: bucket.endpoint,
  bucket: bucket.name,
  prefix: 'signed/',
  accessKeyId: 'test',
  secretAccessKey: secret,
  ...more,
})

async function begin({ imports, caller }: World, more: object = {}): Promise<number> {
  const { id } = await imports.send('contracts', table)
  const answer = await caller.post(`/v2/imports/${id}/buckets`, bucketOf(more))
  expect([answer.statusCode, answer.body]).toEqual([204, ''])
  return id
}

/** What has arrived, byte for byte. */
async function filesOf(id: number) {
  const { rows } = await sql<{ path: string; key: string }>`/* every organisation: of one import */
    select path, storage_key as key from import_files where import_id = ${id} order by path collate "C"`.execute(
    parts.app.db,
  )
  const contents = rows.map(async ({ path, key }) => [
    path,
    String(await buffer(await parts.app.storage.open(key))),
  ])
  return Promise.all(contents)
}

const sizeOfAll = Buffer.byteLength(documents.map((path) => `%PDF-1.4 ${path}`).join(''))
const whole = documents.map((path) => [path, `%PDF-1.4 ${path}`])

test('the objects of a bucket below a prefix become the files of an import, and its key is forgotten [X-23]', async () => {
  const world = await importWorld(parts)
  const { imports, caller } = world
  const id = await begin(world)
  expect((await imports.shown(id)).files).toMatchObject({ count: 0, buckets: 1, failure: null })
  expect((await caller.post(`/v2/imports/${id}/check`, {})).statusCode).toBe(409)
  expect((await imports.work(id)).files).toMatchObject({ count: 3, buckets: 0, failure: null })
  expect(await filesOf(id)).toEqual(whole)
  const { rows } = await sql`/* every organisation: of one import */
    select secret_sealed, files, bytes from import_buckets where import_id = ${id}`.execute(parts.app.db)
  expect(rows).toEqual([{ secret_sealed: null, files: 3, bytes: sizeOfAll }])
  expect((await caller.get(`/v2/imports/${id}`)).body).not.toContain(secret)
  expect(await imports.act(id, 'check')).toMatchObject({ wrong: 0 })
  expect(await imports.act(id, 'run')).toMatchObject({ state: 'Done', made: 3 })
})

test('a process that stops or dies while objects are fetched leaves whole files, and the next one goes on [X-23, X-11]', async () => {
  const world = await importWorld(parts)
  const { organisationId, imports, caller } = world
  const turn = (id: number, app: App = parts.app) => carryOn(app, { organisationId, id }, importKinds)
  const stopped = await begin(world)
  let asked = 0
  await turn(stopped, { ...parts.app, stopping: () => ++asked > 1 })
  expect((await imports.shown(stopped)).files).toMatchObject({ buckets: 1 })
  expect((await imports.work(stopped)).files).toMatchObject({ count: 3, buckets: 0 })
  expect(await filesOf(stopped)).toEqual(whole)
  let places = 0
  for (let number = 3, wasReached = true; wasReached; number += 3) {
    const id = await begin(world)
    const when = number % 2 === 0 ? 'before' : 'while under way'
    wasReached = await dyingAtPacket(parts.app, { number, when }, () => turn(id).catch(() => undefined))
    await sql`update imports set leased_until = null where organisation_id = ${organisationId}`.execute(
      parts.app.db,
    )
    expect((await imports.work(id)).files).toMatchObject({ count: 3, buckets: 0, failure: null })
    expect(await filesOf(id)).toEqual(whole)
    expect((await caller.delete(`/v2/imports/${id}`)).statusCode).toBe(204)
    places++
  }
  expect(places).toBeGreaterThan(3)
})

test.each([
  ['http://s3.example.com', /must be an https address/],
  ['https://user:word@s3.example.com', /must be an https address/],
  ['https://s3.example.com/a/path', /must be an https address/],
  ['no address', /endpoint/],
  ['https://10.0.0.7', /private or reserved network/],
  ['https://169.254.169.254', /private or reserved network/],
])('the endpoint %s is refused [X-23]', async (endpoint, reason) => {
  const { imports, caller } = await importWorld(parts)
  const { id } = await imports.send('contracts', table)
  const answer = await caller.post(`/v2/imports/${id}/buckets`, bucketOf({ endpoint }))
  expect([answer.statusCode, answer.body]).toEqual([400, expect.stringMatching(reason)])
})

test('what cannot be fetched says why, and its key is forgotten as well [X-23]', async () => {
  const world = await importWorld(parts)
  const missing = await begin(world, { bucket: 'missing' })
  expect((await world.imports.work(missing)).files).toMatchObject({
    count: 0,
    buckets: 0,
    failure: 'missing: there is no such bucket, or an object is gone.',
  })
  const silent = await begin(world, { endpoint: `https://127.0.0.1:${await freePort()}` })
  expect((await world.imports.work(silent)).files).toMatchObject({
    failure: 'archive: it does not answer: the connection was refused.',
  })
  const large = await begin(world)
  const small: App = { ...parts.app, config: { ...parts.app.config, maxUploadBytes: 10 } }
  expect((await world.imports.work(large, small)).files).toMatchObject({
    count: 0,
    failure: 'archive: a.pdf is larger than this server accepts.',
  })
  const { rows } = await sql`select id from import_buckets
    where organisation_id = ${world.organisationId} and secret_sealed is not null`.execute(parts.app.db)
  expect(rows).toEqual([])
})
