// Resumable uploads with a client library of the protocol, over real connections: interrupted, continued, checked,
// given up.
import { createHash, randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { Upload } from 'tus-js-client'
import { createFileWorld, type FileWorld } from '../../../test/fixtures/files.ts'
import { form } from '../../../test/documents/forms.ts'
import { actorFor } from '../../../test/fixtures/actors.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { accessTokenFor, callerFor } from '../../../test/tokens.ts'
import { endResumableUploads } from '../commands/end-resumable-uploads.ts'
import { getUploadToUse } from '../uploads/finish-upload.ts'

const parts = useTestApp()
let here: FileWorld
let address: string
let authorization: string
beforeAll(async () => {
  here = await createFileWorld(parts.app, parts.server)
  address = await parts.server.listen({ port: 0, host: '127.0.0.1' })
  authorization = `Bearer ${await accessTokenFor(parts.app, here.owner)}`
})

const local = (location: string) => address + location
const tus = (extra: Record<string, string> = {}) => ({ authorization, 'tus-resumable': '1.0.0', ...extra })

async function begin(size: number): Promise<string> {
  const metadata = `filename ${Buffer.from('Hearing.bin').toString('base64')}`
  const headers = tus({ 'upload-length': String(size), 'upload-metadata': metadata })
  const answer = await fetch(`${address}/v2/uploads`, { method: 'POST', headers })
  expect(answer.status).toBe(201)
  expect(answer.headers.get('upload-expires')).toMatch(/GMT$/)
  return local(String(answer.headers.get('location')))
}

async function offsetOf(url: string): Promise<number> {
  const answer = await fetch(url, { method: 'HEAD', headers: tus() })
  expect(answer.status).toBe(200)
  return Number(answer.headers.get('upload-offset'))
}

const patch = (url: string, offset: number, body: Buffer, extra: Record<string, string> = {}) =>
  fetch(url, {
    method: 'PATCH',
    headers: tus({
      'upload-offset': String(offset),
      'content-type': 'application/offset+octet-stream',
      ...extra,
    }),
    body: new Uint8Array(body),
  })

const idOf = (url: string) => String(url.split('/').at(-1))
const finish = (url: string, more: object = {}) =>
  here.asOwner.post('/v2/files', {
    upload: { id: idOf(url) },
    resource: { type: 'Contract', id: here.contractId },
    ...more,
  })

test('a client library uploads in pieces, and the upload becomes a file [F-147]', async () => {
  const content = randomBytes(9_000_000)
  const url = await new Promise<string>((resolve, reject) => {
    const upload = new Upload(content, {
      endpoint: `${address}/v2/uploads`,
      chunkSize: 2_500_000,
      retryDelays: [],
      headers: { authorization },
      metadata: { filename: 'Scan.bin', filetype: 'application/octet-stream' },
      onError: reject,
      onSuccess: () => resolve(String(upload.url)),
    })
    upload.start()
  })
  const made = await finish(url, { comments: 'by pieces' })
  expect(made.statusCode, made.body).toBe(201)
  const { id } = made.json<{ id: number }>()
  const stored = await here.asOwner.get(`/v2/files/${id}/content`)
  expect(stored.rawPayload.equals(content)).toBe(true)
  expect((await here.asOwner.get(`/v2/files/${id}`)).json()).toMatchObject({
    name: 'Scan.bin',
    size: 9_000_000,
  })
  const again = await finish(url)
  expect([again.statusCode, again.json<{ detail: string }>().detail]).toEqual([
    409,
    `This upload has become file ${id} already. Begin another upload.`,
  ])
  expect((await fetch(url, { method: 'HEAD', headers: tus() })).status).toBe(404)
  const left = await parts.app.db
    .selectFrom('resumable_upload_pieces')
    .where('organisation_id', '=', here.organisationId)
    .select('upload_id')
    .execute()
  expect(left).toEqual([])
})

test('OPTIONS says what of the protocol is supported, to anybody; pages of other origins read its headers [F-147]', async () => {
  for (const path of ['/v2/uploads', '/v2/uploads/0f8f3c1e-5a57-4b0e-9d3b-2f1f5c7f5a11']) {
    const answer = await fetch(address + path, { method: 'OPTIONS' })
    expect([answer.status, Object.fromEntries(answer.headers)]).toMatchObject([
      204,
      {
        'tus-resumable': '1.0.0',
        'tus-version': '1.0.0',
        'tus-extension': 'creation,termination,checksum,expiration',
        'tus-checksum-algorithm': 'sha1,md5,sha256',
        'tus-max-size': String(parts.app.config.maxUploadBytes),
      },
    ])
  }
  const headers = tus({ 'upload-length': '3', origin: 'https://page.example' })
  const begun = await fetch(`${address}/v2/uploads`, { method: 'POST', headers })
  expect(begun.headers.get('access-control-expose-headers')).toMatch(/location.*upload-offset/)
})

test('what arrived before a connection broke is kept, and the upload continues there [F-148]', async () => {
  const content = randomBytes(3_000_000)
  const url = await begin(content.length)
  const { hostname, port, pathname } = new URL(url)
  const socket = connect(Number(port), hostname)
  const head = [
    `PATCH ${pathname} HTTP/1.1`,
    `Host: ${hostname}`,
    `Authorization: ${authorization}`,
    'Tus-Resumable: 1.0.0',
    'Upload-Offset: 0',
    'Content-Type: application/offset+octet-stream',
    `Content-Length: ${content.length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  await new Promise<void>((resolve) => socket.write(content.subarray(0, 1_000_000), () => resolve()))
  socket.destroy()
  await expect.poll(() => offsetOf(url)).toBeGreaterThan(0)
  const offset = await offsetOf(url)
  expect(offset).toBeLessThanOrEqual(1_000_000)
  expect((await patch(url, 0, content)).status).toBe(409)
  const rest = await patch(url, offset, content.subarray(offset))
  expect([rest.status, rest.headers.get('upload-offset')]).toEqual([204, '3000000'])
  const { id } = (await finish(url, { name: 'whole.bin' })).json<{ id: number }>()
  expect((await here.asOwner.get(`/v2/files/${id}/content`)).rawPayload.equals(content)).toBe(true)
})

test('a checksum that does not fit is 460, and nothing of it is kept [F-148]', async () => {
  const url = await begin(4)
  const right = `sha256 ${createHash('sha256').update('abcd').digest('base64')}`
  expect((await patch(url, 0, Buffer.from('abcx'), { 'upload-checksum': right })).status).toBe(460)
  expect(await offsetOf(url)).toBe(0)
  expect((await patch(url, 0, Buffer.from('abcd'), { 'upload-checksum': right })).status).toBe(204)
  expect((await patch(url, 4, Buffer.from('e'))).status).toBe(413)
  expect(await offsetOf(url)).toBe(4)
})

test('of two that continue at the same place one wins [F-148]', async () => {
  const url = await begin(8)
  const answers = await Promise.all([patch(url, 0, Buffer.from('aaaa')), patch(url, 0, Buffer.from('bbbb'))])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
  expect(await offsetOf(url)).toBe(4)
})

test('a finished upload becomes a version of a file or contract document, with comments and once [F-152]', async () => {
  const first = await begin(3)
  await patch(first, 0, Buffer.from('one'))
  const { id } = (await finish(first)).json<{ id: number }>()
  const second = await begin(3)
  await patch(second, 0, Buffer.from('two'))
  const body = { upload: { id: idOf(second) }, comments: 'With their changes' }
  const { etag } = (await here.asOwner.get(`/v2/files/${id}`)).headers
  const stale = { headers: { 'if-match': '"0"' } }
  expect((await here.asOwner.post(`/v2/files/${id}`, body, stale)).statusCode).toBe(412)
  const made = await here.asOwner.post(`/v2/files/${id}`, body, { headers: { 'if-match': String(etag) } })
  expect([made.statusCode, made.json()]).toEqual([201, { id }])
  expect((await here.asOwner.get(`/v2/files/${id}/versions`)).json()).toMatchObject({
    items: [{ version: 2, comments: 'With their changes' }, { version: 1 }],
  })
  expect((await here.asOwner.get(`/v2/files/${id}/content`)).body).toBe('two')
  expect((await here.asOwner.post(`/v2/files/${id}`, body)).json()).toMatchObject({
    status: 409,
    detail: expect.stringContaining(`has become file ${id}`),
  })
  expect((await here.asOwner.post(`/v2/files/${id}`, { comments: 'x' })).statusCode).toBe(400)
})

test('a version sent as a form has its comments [F-152]', async () => {
  const url = await begin(3)
  await patch(url, 0, Buffer.from('one'))
  const { id } = (await finish(url, { name: 'Form.bin' })).json<{ id: number }>()
  const { payload, headers } = form({
    file: { name: 'a.bin', content: 'two', contentType: 'text/plain' },
    comments: 'Second',
  })
  expect((await here.asOwner.post(`/v2/files/${id}`, payload, { headers })).statusCode).toBe(201)
  expect((await here.asOwner.get(`/v2/files/${id}/versions`)).json()).toMatchObject({
    items: [{ comments: 'Second' }, {}],
  })
})

test('finished by four at once, an upload becomes one file, and the others are refused [F-147]', async () => {
  const { asOwner, contractId } = here
  const list = async () => {
    const { app } = parts
    const files = await app.db
      .selectFrom('files')
      .where('organisation_id', '=', here.organisationId)
      .select('id')
      .execute()
    return files.length
  }
  const before = await list()
  for (const size of [30_000, 9_000_000]) {
    const content = randomBytes(size)
    const url = await begin(content.length)
    expect((await patch(url, 0, content)).status).toBe(204)
    const id = idOf(url)
    const body = { upload: { id }, resource: { type: 'Contract', id: contractId }, onConflict: 'KeepBoth' }
    const answers = await Promise.all([1, 2, 3, 4].map(() => asOwner.post('/v2/files', body)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409, 409])
    const made = answers.find(({ statusCode }) => statusCode === 201)?.json<{ id: number }>().id
    const shown = await asOwner.get(`/v2/files/${made}/content`)
    expect(shown.rawPayload.equals(content)).toBe(true)
    expect((await asOwner.post('/v2/files', body)).json()).toMatchObject({
      detail: expect.stringContaining(`file ${made} already`),
    })
  }
  expect(await list()).toBe(before + 2)
})

test('an upload that becomes a file while another call looks for it is a conflict, not unknown [F-147]', async () => {
  const { app } = parts
  const content = randomBytes(100)
  const url = await begin(content.length)
  expect((await patch(url, 0, content)).status).toBe(204)
  let statements = 0
  const db = app.database.kysely.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (++statements === 1) await finish(url, { onConflict: 'KeepBoth' })
      return result
    },
  })
  const actor = await actorFor(app, here.owner)
  const found = await getUploadToUse({ ...app, db }, actor, idOf(url)).catch((error: unknown) => error)
  expect(statements).toBeGreaterThan(0)
  expect(found).not.toMatchObject({ code: 'not_found' })
  await expect(getUploadToUse(app, actor, idOf(url))).rejects.toMatchObject({ code: 'conflict' })
})

test("an upload is its creator's, is not a file before it is complete, and ends when given up or after a day [F-149]", async () => {
  const url = await begin(4)
  await patch(url, 0, Buffer.from('ab'))
  const other = {
    'tus-resumable': '1.0.0',
    authorization: `Bearer ${await accessTokenFor(parts.app, here.colleague)}`,
  }
  for (const method of ['HEAD', 'DELETE']) {
    expect((await fetch(url, { method, headers: other })).status).toBe(404)
  }
  const refused = await finish(url)
  expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
    409,
    expect.stringContaining('2 of 4 bytes'),
  ])
  expect((await fetch(url, { method: 'HEAD', headers: { authorization } })).status).toBe(412)
  const given = await begin(4)
  expect((await fetch(given, { method: 'DELETE', headers: tus() })).status).toBe(204)
  expect((await fetch(given, { method: 'HEAD', headers: tus() })).status).toBe(404)
  parts.clock.advance({ hours: 25 })
  const later = await callerFor(parts, here.owner)
  expect(
    (await later.post('/v2/files', { upload: { id: idOf(url) }, resource: { type: 'Contract', id: 1 } }))
      .statusCode,
  ).toBe(400)
  expect(await endResumableUploads(parts.app)).toBeGreaterThan(0)
})
