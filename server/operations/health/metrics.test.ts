// Access to the metrics, and browser permissions of pages.
import { describe, expect, test } from 'vitest'
import { useTestApp } from '../../../test/test-app.ts'

describe('metrics without a token in the settings', () => {
  const parts = useTestApp({ CHANCERY_TRUSTED_PROXIES: '127.0.0.1' })
  const ask = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1') =>
    parts.server.inject({ url: '/metrics', remoteAddress, headers: { host: 'localhost:8080', ...headers } })

  test('are available to programs on the same machine [A-135]', async () => {
    for (const address of ['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1']) {
      const answer = await ask({}, address)
      expect(answer.statusCode, address).toBe(200)
      expect(answer.body).toContain('chancery_http_requests_total')
    }
    for (const host of ['127.0.0.1:8080', '[::1]:8080']) expect((await ask({ host })).statusCode).toBe(200)
  })

  test('are unavailable from elsewhere, including proxied requests, whatever their headers claim [A-135]', async () => {
    const answers = [
      await ask({}, '203.0.113.9'),
      await ask({ 'x-forwarded-for': '203.0.113.9' }),
      await ask({ 'x-forwarded-for': '127.0.0.1' }),
      await ask({ 'x-forwarded-for': '127.0.0.1' }, '203.0.113.9'),
      await ask({ 'x-forwarded-for': '' }),
      await ask({ forwarded: 'for=127.0.0.1' }),
      await ask({ via: '1.1 proxy' }),
      await ask({ 'x-real-ip': '127.0.0.1' }),
      await ask({ 'x-forwarded-proto': 'https' }),
      await ask({ host: 'legal.example' }),
      await ask({ authorization: 'Bearer undefined' }, '203.0.113.9'),
    ]
    for (const answer of answers) {
      expect(answer.statusCode).toBe(403)
      expect(answer.body).not.toContain('chancery_http_requests_total')
    }
  })
})

describe('metrics with a token in the settings', () => {
  const token = 'a-token-of-some-length'
  const parts = useTestApp({ CHANCERY_METRICS_TOKEN: token })
  const ask = (authorization: string | undefined, remoteAddress: string) =>
    parts.server.inject({
      url: '/metrics',
      remoteAddress,
      headers: { host: 'legal.example', ...(authorization === undefined ? {} : { authorization }) },
    })

  test('are available to anyone who sends it, from anywhere [A-135]', async () => {
    for (const address of ['127.0.0.1', '203.0.113.9']) {
      expect((await ask(`Bearer ${token}`, address)).statusCode).toBe(200)
      for (const wrong of [undefined, 'Bearer', `Bearer ${token}x`, `Basic ${token}`, token]) {
        const answer = await ask(wrong, address)
        expect(answer.statusCode).toBe(401)
        expect(answer.headers['www-authenticate']).toBe('Bearer realm="metrics"')
        expect(answer.body).not.toContain('chancery_http_requests_total')
      }
    }
  })
})

describe('pages', () => {
  const parts = useTestApp()

  test('request no device permission except the clipboard [A-136]', async () => {
    const { headers } = await parts.server.inject('/docs')
    expect(headers['content-type']).toContain('text/html')
    expect(headers['permissions-policy']).toContain('camera=()')
    expect(headers['permissions-policy']).toContain('clipboard-write=(self)')
    expect((await parts.server.inject('/healthz')).headers['permissions-policy']).toBeUndefined()
  })
})
