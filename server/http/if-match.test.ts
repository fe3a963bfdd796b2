import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { versionCheck } from './if-match.ts'

test('a route that compares versions must declare ifMatch, so that the documents show the header', async () => {
  const server = Fastify()
  server.patch('/silent', async (request) => versionCheck(request)(3))
  server.patch('/declared', { config: { ifMatch: true } as never }, async (request) => {
    versionCheck(request)(3)
    return 'changed'
  })
  const patch = (url: string, tag: string) =>
    server.inject({ method: 'PATCH', url, headers: { 'if-match': tag } })
  expect((await patch('/silent', '"3"')).json()).toMatchObject({
    message: expect.stringContaining('ifMatch'),
  })
  expect((await patch('/declared', '"2"')).statusCode).not.toBe(200)
  expect((await patch('/declared', '"3"')).body).toBe('changed')
})
