// Resumable uploads whose pieces are stored in a bucket, with a client library of the protocol and over real
// connections.
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import {
  CreateBucketCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3'
import { type FauxqsServer, startFauxqs } from 'fauxqs'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createFileWorld, type FileWorld } from '../../../test/fixtures/files.ts'
import { freePort } from '../../../test/peers/free-port.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { accessTokenFor } from '../../../test/tokens.ts'
import { claimFileName } from '../../platform/storage/storage.ts'

const port = await freePort()
const endpoint = `http://127.0.0.1:${port}`
const client = new S3Client({
  endpoint,
  region: 'us-east-1',
  forcePathStyle: true,
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
})
let bucket: FauxqsServer
beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test')
  bucket = await startFauxqs({ port, host: '127.0.0.1', logger: false })
  await client.send(new CreateBucketCommand({ Bucket: 'contents' }))
})
afterAll(async () => {
  client.destroy()
  await bucket.stop()
  vi.unstubAllEnvs()
})
const parts = useTestApp({
  CHANCERY_STORAGE: 's3',
  CHANCERY_S3_BUCKET: 'contents',
  CHANCERY_S3_ENDPOINT: endpoint,
})

let here: FileWorld
let address: string
let authorization: string
beforeAll(async () => {
  here = await createFileWorld(parts.app, parts.server)
  address = await parts.server.listen({ port: 0, host: '127.0.0.1' })
  authorization = `Bearer ${await accessTokenFor(parts.app, here.owner)}`
})

const stored = async () =>
  (await client.send(new ListObjectsV2Command({ Bucket: 'contents' }))).Contents?.filter(
    ({ Key }) => Key !== claimFileName,
  ).length ?? 0

const upload = (content: Buffer, url?: string) =>
  new Promise<string>((resolve, reject) => {
    const sent = new Upload(content, {
      endpoint: `${address}/v2/uploads`,
      ...(url === undefined ? {} : { uploadUrl: url }),
      chunkSize: 9_000_000,
      retryDelays: [],
      headers: { authorization },
      metadata: { filename: 'Hearing.bin' },
      onError: reject,
      onSuccess: () => resolve(String(sent.url)),
    })
    sent.start()
  })

const finish = async (url: string) => {
  const made = await here.asOwner.post('/v2/files', {
    upload: { id: url.split('/').at(-1) },
    resource: { type: 'Contract', id: here.contractId },
    onConflict: 'KeepBoth',
  })
  expect(made.statusCode, made.body).toBe(201)
  return made.json<{ id: number }>().id
}

const isStored = async (id: number, content: Buffer) =>
  (await here.asOwner.get(`/v2/files/${id}/content`)).rawPayload.equals(content)

test('an upload of many pieces becomes one object, and the pieces are gone [F-147]', async () => {
  const before = await stored()
  const content = randomBytes(20_000_000)
  const url = await upload(content)
  // pieces of 8 MiB, of each call on its own
  expect((await stored()) - before).toBe(5)
  const id = await finish(url)
  expect((await stored()) - before).toBe(1)
  expect(await isStored(id, content)).toBe(true)
  const open = await client.send(new ListMultipartUploadsCommand({ Bucket: 'contents' }))
  expect(open.Uploads ?? []).toEqual([])
})

test('what arrived before a connection broke is kept in the bucket, and the upload continues there [F-148]', async () => {
  const content = randomBytes(10_000_000)
  const headers = { authorization, 'tus-resumable': '1.0.0' }
  const begun = await fetch(`${address}/v2/uploads`, {
    method: 'POST',
    headers: { ...headers, 'upload-length': String(content.length) },
  })
  const url = address + String(begun.headers.get('location'))
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  socket.on('error', () => undefined)
  const head = [
    `PATCH ${new URL(url).pathname} HTTP/1.1`,
    'host: localhost',
    `authorization: ${authorization}`,
    'tus-resumable: 1.0.0',
    'upload-offset: 0',
    'content-type: application/offset+octet-stream',
    `content-length: ${content.length}`,
  ].join('\r\n')
  socket.write(`${head}\r\n\r\n`)
  socket.write(content.subarray(0, 9_000_000), () => socket.end())
  const offset = async () =>
    Number((await fetch(url, { method: 'HEAD', headers })).headers.get('upload-offset'))
  await vi.waitFor(async () => expect(await offset()).toBeGreaterThanOrEqual(8_388_608), 30_000)
  socket.destroy()
  await vi.waitFor(async () => expect(await offset()).toBe(9_000_000), 30_000)
  expect(await isStored(await finish(await upload(content, url)), content)).toBe(true)
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
  const listed = await list()
  for (const size of [30_000, 9_000_000]) {
    const content = randomBytes(size)
    const id = String((await upload(content)).split('/').at(-1))
    const body = { upload: { id }, resource: { type: 'Contract', id: contractId }, onConflict: 'KeepBoth' }
    const before = await stored()
    const answers = await Promise.all([1, 2, 3, 4].map(() => asOwner.post('/v2/files', body)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409, 409])
    const made = answers.find(({ statusCode }) => statusCode === 201)?.json<{ id: number }>().id
    const shown = await asOwner.get(`/v2/files/${made}/content`)
    expect(shown.rawPayload.equals(content)).toBe(true)
    // the content of those who lost is gone, and so are the pieces
    expect(await stored()).toBe(
      before - Math.ceil(size / 9_000_000) * Math.min(2, Math.ceil(size / 8_388_608)) + 1,
    )
    expect((await asOwner.post('/v2/files', body)).json()).toMatchObject({
      detail: expect.stringContaining(`file ${made} already`),
    })
  }
  expect(await list()).toBe(listed + 2)
})
