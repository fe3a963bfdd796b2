import { expect, test } from 'vitest'
import { useTestApp } from '../../../test/test-app.ts'
import type { App } from '../../platform/app.ts'
import { serverParts } from '../process/server-parts.ts'
import { buildServer } from '../process/server.ts'
import { createReadiness } from './readiness.ts'
import { statusRoutes } from './status.ts'

const parts = useTestApp()

test('a live and ready server says so without credentials', async () => {
  const health = await parts.server.inject('/healthz')
  expect(health.json()).toEqual({ status: 'ok' })
  const ready = await parts.server.inject('/readyz')
  expect(ready.json()).toEqual({ status: 'ready' })
})

test('readiness says what is missing [G-142, G-169]', async () => {
  const { app } = parts
  const away = () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:5432'))
  const working = { ...app, database: app.database, storage: app.storage, stopping: () => false }
  const database = Object.assign(Object.create(app.database) as typeof app.database, {
    kysely: Object.assign(Object.create(app.database.kysely) as typeof app.database.kysely, {
      getExecutor: () => {
        throw new Error('connect ECONNREFUSED 10.0.0.7:5432')
      },
    }),
  })
  const storage = { ...app.storage, readClaimFile: away }
  const missing = (changed: object) => createReadiness({ ...working, ...changed })()
  expect(await missing({})).toEqual({})
  expect(await missing({ database })).toEqual({ database: 'The database does not answer.' })
  const endless = { ...app.storage, readClaimFile: () => new Promise<never>(() => undefined) }
  expect(await missing({ storage: endless })).toEqual({
    storage: 'The storage of file contents does not answer.',
  })
  // a file system without room
  const config = { ...app.config, stateDir: '/proc' }
  expect(await missing({ config })).toEqual({
    room: 'The disk of the state folder is full: what is sent cannot be stored.',
  })
  expect(Object.keys(await missing({ database, storage, stopping: () => true }))).toEqual([
    'server',
    'database',
    'storage',
  ])
})

test('without its database a server is not ready, without its storage it is, and both are named [G-142]', async () => {
  const { app } = parts
  const ask = async (changed: Partial<App>) => {
    const server = await buildServer({ ...app, ...changed }, { ...serverParts(app), routes: [statusRoutes] })
    try {
      const { statusCode, body } = await server.inject('/readyz')
      return [statusCode, JSON.parse(body)] as const
    } finally {
      await server.close()
    }
  }
  const storage = { ...app.storage, readClaimFile: () => Promise.reject(new Error('away')) }
  const named = { storage: ['The storage of file contents does not answer.'] }
  expect(await ask({ storage })).toEqual([200, { status: 'ready', missing: named }])
  const [status, problem] = await ask({ storage, stopping: () => true })
  expect(status).toBe(503)
  expect(problem).toMatchObject({ errors: { server: ['The server is stopping.'], ...named } })
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
