import { Writable } from 'node:stream'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

test('neither the query of an address nor credentials are logged', async () => {
  let logged = ''
  const destination = new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString()
      done()
    },
  })
  const server = Fastify({ loggerInstance: createLog('trace', destination) })
  server.get('/callback', async (request) => {
    request.log.info({ tokens: { access_token: 'hush', refresh_token: 'hush' } }, 'answered')
    return {}
  })
  await server.inject({
    url: '/callback?code=hush&state=hush',
    headers: { authorization: 'Bearer hush', cookie: 'chancery_session=hush' },
  })
  await server.close()
  expect(logged).toContain('"path":"/callback"')
  expect(logged).toContain('answered')
  expect(logged).not.toContain('hush')
})
