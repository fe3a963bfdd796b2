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

test('a page of the web app that a browser asks for without # is found', async () => {
  const open = (url: string, accept = 'text/html,application/xhtml+xml') =>
    parts.server.inject({ url, headers: { accept } })
  const { webUrl } = parts.app.config
  for (const url of ['/matters/17', '/search?q=net%20income', '/contracts/']) {
    const { statusCode, headers } = await open(url)
    expect([statusCode, headers.location]).toEqual([302, `${webUrl}/#${url}`])
    expect((await open(url, 'application/json')).statusCode).toBe(404)
  }
  for (const url of ['/v2/nothing', '/matter-apis/v1/nothing', '//evil.example', '/a.php', '/assets/x'])
    expect((await open(url)).statusCode).toBe(404)
  expect((await parts.server.inject({ method: 'POST', url: '/matters/17' })).statusCode).toBe(404)
})
