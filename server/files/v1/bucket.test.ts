// Files whose content is stored in a bucket, through real connections: raw uploads, some of which are cut off,
// finalising, moving, deleting and purging.
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request as send } from 'node:http'
import { text } from 'node:stream/consumers'
import {
  CreateBucketCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3'
import { type FauxqsServer, startFauxqs } from 'fauxqs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  addFolder,
  addText,
  createFileWorld,
  download,
  eventsOf,
  type FileWorld,
  versionsOf,
} from '../../../test/fixtures/files.ts'
import { freePort } from '../../../test/peers/free-port.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { accessTokenFor, callerFor } from '../../../test/tokens.ts'
import { claimFileName } from '../../platform/storage/storage.ts'
import { purgeBin } from '../commands/purge-bin.ts'
import { verifyStorage } from '../contents/sweep.ts'

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

const files = '/file-apis/v1/files'
let here: FileWorld
let address: string
beforeAll(async () => {
  here = await createFileWorld(parts.app, parts.server)
  address = await parts.server.listen({ port: 0, host: '127.0.0.1' })
})

const stored = async () =>
  (await client.send(new ListObjectsV2Command({ Bucket: 'contents' }))).Contents?.filter(
    ({ Key }) => Key !== claimFileName,
  ).length ?? 0
const underWay = async () =>
  (await client.send(new ListMultipartUploadsCommand({ Bucket: 'contents' }))).Uploads?.length ?? 0

/**
 * A raw upload through a connection; with `breakAfter` it is cut off after that many bytes. Returns the status, or that
 * it was cut off.
 */
async function sendBytes(content: Buffer, headers: Record<string, string>, breakAfter?: number) {
  const request = send(`${address}${files}/Contract/${here.contractId}?fileName=large.bin`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await accessTokenFor(parts.app, here.owner)}`, ...headers },
  })
  if (breakAfter !== undefined) {
    request.on('error', () => undefined)
    await new Promise((resolve) => request.write(content.subarray(0, breakAfter), resolve))
    request.destroy()
    return { status: 'broke' as const, body: '' }
  }
  request.end(content)
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  return { status: response.statusCode, body: await text(response) }
}

test('a large body is stored in parts and downloaded unchanged; one that is cut off leaves nothing', async () => {
  const content = randomBytes(20 * 1024 * 1024)
  for (const headers of [{ 'transfer-encoding': 'chunked' }, { 'content-length': String(content.length) }]) {
    const { status, body } = await sendBytes(content, { 'content-type': 'application/pdf', ...headers })
    expect(status, body).toBe(200)
    expect((await download(here.asOwner, Number(body))).equals(content)).toBe(true)
  }
  const [before, eventCount] = [await stored(), (await eventsOf(parts.app, here.organisationId)).length]
  for (const breakAfter of [100, 9 * 1024 * 1024, content.length - 1]) {
    const headers = { 'content-type': 'application/pdf', 'content-length': String(content.length) }
    await sendBytes(content, headers, breakAfter)
  }
  await expect.poll(underWay).toBe(0)
  expect(await stored()).toBe(before)
  expect(await versionsOf(parts.app, here.organisationId)).toHaveLength(2)
  expect((await eventsOf(parts.app, here.organisationId)).length).toBe(eventCount)
})

test('undone or purged content is deleted from the bucket; restored or shared content stays', async () => {
  const target = `Contract/${here.contractId}`
  const before = await stored()
  const folder = await addFolder(here.asOwner, target, 'Annexes')
  const failed = await addText(here.asOwner, target, 'failed.txt')
  const existing = await addText(here.asOwner, `Folder/${folder}`, 'a.txt', 'old')
  const moved = await addText(here.asOwner, target, 'a.txt', 'new')
  expect(await stored()).toBe(before + 3)
  await here.asOwner.put(`${files}/${target}/uploads/${failed}`, { outcome: 'Failed' })
  expect(await stored()).toBe(before + 2)
  const query = '?conflictResolution=Replace'
  expect((await here.asOwner.post(`${files}/${moved}/move/${folder}${query}`)).statusCode).toBe(204)
  parts.clock.advance({ days: 31 })
  await purgeBin(parts.app)
  const later = await callerFor(parts, here.owner)
  expect((await download(later, existing)).toString()).toBe('new')
  expect((await verifyStorage(parts.app)).findings.filter(({ problem }) => problem !== 'orphan')).toEqual([])
})
