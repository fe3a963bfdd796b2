// What the S3 server of the other tests does not do: pages of long lists, and interrupted transfers.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Storage } from './storage.ts'
import { openS3Storage } from './storage-s3.ts'

const key = (letter: string) => `7/2026/03/${letter.repeat(40)}`
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()

let server: Server
let storage: Storage
const requests: string[] = []
const pages: Record<string, string> = {}
beforeAll(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test')
  server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
    searchParams.delete('x-id')
    searchParams.sort()
    const asked = `${request.method} ${pathname}?${searchParams.toString()}`
    requests.push(asked)
    response.statusCode = request.method === 'DELETE' ? 204 : 200
    response.setHeader('content-type', 'application/xml')
    response.end(pages[asked])
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  storage = await openS3Storage({ bucket: 'b', region: 'us-east-1', endpoint, maxUploadBytes: 1_000 })
})
afterEach(() => void requests.splice(0))
afterAll(async () => {
  await storage.close()
  server.close()
  vi.unstubAllEnvs()
})

const uploads = (more: string, ...all: [string, string, string][]) =>
  `<ListMultipartUploadsResult>${more}${all
    .map(
      ([name, id, at]) =>
        `<Upload><Key>${name}</Key><UploadId>${id}</UploadId><Initiated>${at}</Initiated></Upload>`,
    )
    .join('')}</ListMultipartUploadsResult>`
const objects = (more: string, ...all: [string, string][]) =>
  `<ListBucketResult>${more}${all
    .map(([name, at]) => `<Contents><Key>${name}</Key><LastModified>${at}</LastModified></Contents>`)
    .join('')}</ListBucketResult>`

test('lists all pages, ignores foreign objects, and aborts interrupted transfers', async () => {
  pages['GET /b/?uploads='] = uploads(
    '<IsTruncated>true</IsTruncated><NextKeyMarker>k</NextKeyMarker><NextUploadIdMarker>u</NextUploadIdMarker>',
    [key('a'), 'broken', daysAgo(3)],
    ['somebody/elses', 'foreign', daysAgo(3)],
  )
  pages['GET /b/?key-marker=k&upload-id-marker=u&uploads='] = uploads(
    '<IsTruncated>false</IsTruncated>',
    [key('b'), 'under-way', daysAgo(0.9)],
    [key('c'), 'broken-too', daysAgo(3)],
  )
  pages['GET /b/?list-type=2'] = objects(
    '<IsTruncated>true</IsTruncated><NextContinuationToken>next</NextContinuationToken>',
    [key('d'), daysAgo(3)],
    ['somebody/elses', daysAgo(3)],
    // it started that long ago, and may have finished a moment ago
    [key('e'), daysAgo(0.9)],
  )
  pages['GET /b/?continuation-token=next&list-type=2'] = objects('<IsTruncated>false</IsTruncated>', [
    key('f'),
    daysAgo(3),
  ])
  const keys = await Readable.from(storage.keysOlderThan(new Date(Date.now() - 3_600_000))).toArray()
  expect(keys).toEqual([key('d'), key('f')])
  expect(requests.filter((request) => request.startsWith('DELETE'))).toEqual([
    `DELETE /b/${key('a')}?uploadId=broken`,
    `DELETE /b/${key('c')}?uploadId=broken-too`,
  ])
})

test('requests only keys of its own making', async () => {
  await expect(storage.open('../other-bucket/secret')).rejects.toThrow('Not a key')
  await expect(storage.remove('7/2026/03/x')).rejects.toThrow('Not a key')
  expect(requests).toEqual([])
})

test('a bucket that cannot be opened is reported with its address and the settings', async () => {
  // the discard port: nothing listens there
  const closed = {
    bucket: 'contents',
    region: 'us-east-1',
    endpoint: 'http://127.0.0.1:9',
    maxUploadBytes: 1_000,
  }
  await expect(openS3Storage(closed)).rejects.toThrow(
    /^The bucket contents at http:\/\/127\.0\.0\.1:9 cannot be used: .*ECONNREFUSED.*CHANCERY_S3_BUCKET, CHANCERY_S3_ENDPOINT/,
  )
})

test('a service that does not respond is unavailable, and has lost nothing', async () => {
  const away = await openS3Storage({
    bucket: 'b',
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    maxUploadBytes: 1_000,
  })
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
  await expect(away.open(key('a'))).rejects.toMatchObject({ code: 'unavailable', status: 503 })
  await away.close()
})
