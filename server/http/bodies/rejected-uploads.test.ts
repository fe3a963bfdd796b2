import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createFileWorld, storedIn } from '../../../test/fixtures/files.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { accessTokenFor } from '../../../test/tokens.ts'

const limit = 1024 * 1024
const parts = useTestApp({ CHANCERY_MAX_UPLOAD_BYTES: String(limit) })

const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="large.bin"\r\n\r\n'
const tail = '\r\n--b--\r\n'

test('a client that reads no response before having sent everything learns that the file is over the limit', async () => {
  const here = await createFileWorld(parts.app, parts.server)
  const token = await accessTokenFor(parts.app, here.owner)
  await parts.server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = parts.server.server.address() as AddressInfo
  const send = async (size: number) => {
    const sending = request({
      host: '127.0.0.1',
      port,
      method: 'POST',
      path: `/contract-apis/v1/contracts/${here.contractId}/files`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=b' },
    })
    const answered = new Promise<number | undefined>((resolve, reject) => {
      sending.on('error', reject)
      sending.on('response', (answer) => {
        text(answer).then(() => resolve(answer.statusCode), reject)
      })
    })
    await new Promise<void>((sent) => {
      sending.end(head + 'x'.repeat(size) + tail, sent)
    })
    return answered
  }
  const before = await storedIn(parts.app)
  // more than the buffers of a connection hold
  expect(await send(64 * limit)).toBe(413)
  expect(await storedIn(parts.app)).toEqual(before)
  expect(await send(limit)).toBe(201)
})
