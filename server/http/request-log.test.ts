import { expect, test } from 'vitest'
import { contractWorld } from '../../test/fixtures/contracts.ts'
import { createOrganisation, createUser } from '../../test/factories.ts'
import { schemaCompilers } from '../../test/schema-compilers.ts'
import { useTestApp } from '../../test/test-app.ts'
import { accessTokenFor } from '../../test/tokens.ts'
import { createLog } from '../platform/installation/log.ts'
import { isSecretRoute, secretFolders } from './secret-paths.ts'
import { buildServer } from '../operations/process/server.ts'
import { serverParts } from '../operations/process/server-parts.ts'

const parts = useTestApp()

test('an answered request is one line: what, whose address, the answer and how long it took, never a secret', async () => {
  const { app } = parts
  const { organisationId, owner, insert } = await contractWorld(parts)
  const id = await insert()
  const token = await accessTokenFor(app, owner)
  let lines = ''
  const log = createLog('info', { write: (line) => (lines += line) })
  const server = await buildServer({ ...app, log }, { ...serverParts(app), compilers: schemaCompilers })
  const ask = async (url: string) => {
    lines = ''
    const answer = await server.inject({ url, headers: { authorization: `Bearer ${token}` } })
    return { answer, logged: lines.split('\n').filter(Boolean) }
  }
  await ask('/healthz')
  expect(lines).toBe('')

  for (const [path, statusCode] of [
    [`/contract-apis/v1/contracts/${id}`, 200],
    ['/no/such/address', 404],
  ] as const) {
    const { answer, logged } = await ask(`${path}?search=privileged&access_token_hint=1`)
    expect(logged).toHaveLength(1)
    expect(JSON.parse(logged[0] ?? '')).toEqual({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/),
      reqId: answer.headers['x-request-id'],
      req: { method: 'GET', path, host: 'localhost:80', ip: '127.0.0.1' },
      ...(statusCode === 200
        ? { caller: { organisation: organisationId, person: owner.id, client: expect.any(Number) } }
        : {}),
      res: { statusCode },
      responseTime: expect.any(Number),
      msg: 'request completed',
    })
    expect(lines).not.toContain(token.slice(-20))
    expect(lines).not.toContain('privileged')
  }
  await server.close()
})

test('of a caller the log has ids alone, and nothing where a setting says so [G-163]', async () => {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const token = await accessTokenFor(app, await createUser(app, { organisationId }))
  const logged = async (logCallers: 'ids' | 'none') => {
    let lines = ''
    const log = createLog('info', { write: (line) => (lines += line) })
    const config = { ...app.config, logCallers }
    const server = await buildServer(
      { ...app, log, config },
      { ...serverParts(app), compilers: schemaCompilers },
    )
    await server.inject({ url: '/v2/matters', headers: { authorization: `Bearer ${token}` } })
    await server.close()
    return JSON.parse(lines) as Readonly<Record<string, unknown>>
  }
  expect(await logged('ids')).toHaveProperty('caller')
  expect(await logged('none')).not.toHaveProperty('caller')
})

test('an address that is a secret is never logged, by any method and however it is written [G-164]', async () => {
  const { app } = parts
  let lines = ''
  const log = createLog('info', { write: (line) => (lines += line) })
  const server = await buildServer({ ...app, log }, { ...serverParts(app), compilers: schemaCompilers })
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'PROPFIND', 'REPORT', 'LOCK']
  const written = (folder: string) => [
    `${folder}/Secret.ics`,
    `/${folder}/Secret`,
    `${folder}//Secret`,
    `${folder}/Secret/x`,
    `${folder.toUpperCase()}/Secret?a=1`,
    `/x/..${folder}/Secret/`,
    `${folder.replace('i', '%69')}/Secret`,
    `${folder}%2FSecret`,
  ]
  for (const folder of secretFolders)
    for (const url of written(folder)) {
      for (const method of methods) await server.inject({ method: method as 'GET', url })
      expect(lines, url).not.toMatch(/secret/i)
    }
  expect(lines).toContain('"path":"/signing/:token"')
  expect(lines).toContain('"path":"/notifications/unsubscribe/…"')
  // nor a secret at an address that was mistyped
  await server.inject({ url: `/sing/1-${'Ab_-'.repeat(11)}` })
  expect(lines).toContain('"path":"/sing/…"')
  await server.close()
})

test('every public route with a secret in its path is below an address that is not logged [G-164]', () => {
  const open = parts.server.routeTable.filter(({ access }) => access === 'public').map(({ path }) => path)
  const named = open.filter((path) => /:(token|file)\b/.test(path) && !/^\/(docs|assets)\//.test(path))
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((path) => !isSecretRoute(path))).toEqual([])
})

test('what is logged while a request is answered carries its id', async () => {
  const { app } = parts
  let lines = ''
  const log = createLog('info', { write: (line) => (lines += line) })
  const server = await buildServer({ ...app, log }, { ...serverParts(app), compilers: schemaCompilers })
  server.get('/broken', { config: { access: 'public' } }, async (request) => {
    request.log.child({ step: 1 }).info('first')
    throw new Error('unexpected')
  })
  await server.ready()
  lines = ''
  const answer = await server.inject({ url: '/broken' })
  expect(answer.statusCode).toBe(500)
  const logged = lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  const reqId = answer.json<{ operationId: string }>().operationId
  expect(logged).toMatchObject([
    { level: 'info', reqId, step: 1, msg: 'first' },
    { level: 'error', reqId, err: { message: 'unexpected' } },
    { level: 'info', reqId, res: { statusCode: 500 }, msg: 'request completed' },
  ])
  await server.close()
})
