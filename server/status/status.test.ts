import { expect, test } from 'vitest'
import { useTestApp } from '../../test/test-app.ts'

const parts = useTestApp()

test('a live and ready server says so without credentials', async () => {
  const health = await parts.server.inject('/healthz')
  expect(health.json()).toEqual({ status: 'ok' })
  const ready = await parts.server.inject('/readyz')
  expect(ready.json()).toEqual({ status: 'ready' })
})

test('an unknown address is a problem document with the request id of the log [G-50]', async () => {
  const answer = await parts.server.inject('/nowhere?secret=1')
  expect(answer.statusCode).toBe(404)
  expect(answer.headers['content-type']).toContain('application/problem+json')
  expect(answer.json()).toMatchObject({
    status: 404,
    instance: '/nowhere',
    operationId: answer.headers['x-request-id'],
  })
})
