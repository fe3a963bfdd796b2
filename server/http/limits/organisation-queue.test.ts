// Who waits for whom while documents are read, and while other services do not answer.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type * as work from '../../../test/documents/document-work.ts'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import { schemaCompilers } from '../../../test/schema-compilers.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { accessTokenFor } from '../../../test/tokens.ts'
import { serverParts } from '../../operations/process/server-parts.ts'
import { buildServer } from '../../operations/process/server.ts'
import { inPlace, type PlaceInQueue, withoutPlace } from '../../platform/place-in-queue.ts'
import { createDocumentWorkers, type DocumentWorkers } from '../../platform/workers/document-workers.ts'
import { documentTask } from '../../platform/workers/document-task.ts'
import type { Server } from '../route.ts'
import { guestPurposeOf, otherPurpose } from './guest-purposes.ts'

const parts = useTestApp()
const held = documentTask<typeof work.hold>(
  new URL('../../../test/documents/document-work.ts', import.meta.url),
  { name: 'hold', called: 'The document' },
)
let documents: DocumentWorkers
let server: Server

beforeAll(async () => {
  documents = createDocumentWorkers({ threads: 1 })
  const config = { ...parts.app.config, organisationRequests: 1 }
  const app = { ...parts.app, config, documents }
  server = await buildServer(app, { ...serverParts(app), compilers: schemaCompilers })
})
afterAll(async () => {
  await documents.close()
  await server.close()
})

const check = () =>
  server.inject({
    method: 'POST',
    url: '/seal-checks',
    headers: { 'content-type': 'application/pdf' },
    payload: '%PDF-1.7\n',
  })

test('while documents wait for a worker, nobody else waits: no place is held meanwhile [G-160]', async () => {
  const { id: organisationId } = await createOrganisation(parts.app)
  const token = await accessTokenFor(parts.app, await createUser(parts.app, { organisationId }))
  const list = () => server.inject({ url: '/v2/contracts', headers: { authorization: `Bearer ${token}` } })
  // another group is active, so that each has its share: one
  expect((await list()).statusCode).toBe(200)
  // every worker is taken, and none comes free
  const taken = [1, 2].map((each) =>
    documents.run(held, 600_000, { organisationId: each, input: 'document' }).catch(() => undefined),
  )
  const answered: number[] = []
  const waiting = Array.from({ length: 5 }, async () => answered.push((await check()).statusCode))

  expect((await server.inject('/session')).statusCode).toBe(200)
  expect((await server.inject('/signing/1-unknown')).statusCode).toBe(404)
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const refresh = { method: 'POST', url: '/account-apis/v1/auth/token', headers: form } as const
  expect((await server.inject({ ...refresh, payload: 'grant_type=refresh_token' })).statusCode).toBe(400)
  expect((await list()).statusCode).toBe(200)
  expect(answered).toEqual([])

  await documents.close()
  await Promise.all([...taken, ...waiting])
  expect(answered).toEqual([503, 503, 503, 503, 503])
})

test('what is done without an account is a group for each purpose, and none is forgotten [G-161]', () => {
  const open = server.routeTable.filter(({ access }) => access === 'public').map(({ path }) => path)
  const uncounted = /^\/(?:|healthz|readyz|metrics|favicon\.svg|docs|assets\/.*|\.well-known\/.*)$/
  expect(open.filter((path) => guestPurposeOf(path) === otherPurpose && !uncounted.test(path))).toEqual([])
  const purposes = [
    '/session',
    '/account-apis/v1/auth/token',
    '/signing/:token',
    '/seal-checks',
    '/sharing/:token',
    '/sharing/:token/versions',
  ].map(guestPurposeOf)
  expect(new Set(purposes).size).toBe(purposes.length)
})

function recordedPlace() {
  const said: string[] = []
  const place: PlaceInQueue = {
    group: 'signing',
    leave: () => said.push('leaves'),
    comeBack: async () => void said.push('is back'),
  }
  return { place, said }
}

test('a request leaves its place for as long as it waits for another service [G-160]', async () => {
  const { place, said } = recordedPlace()
  const { outbound } = parts.app
  const nobody = 'https://127.0.0.1:9/'
  await inPlace(place, async () => {
    await outbound.refusal(new URL(nobody))
    await outbound.post({ url: nobody, headers: {}, body: Buffer.alloc(0) })
    await withoutPlace(() => Promise.reject(new Error('away'))).catch((error: Error) =>
      said.push(error.message),
    )
  })
  expect(said).toEqual(['leaves', 'is back', 'leaves', 'is back', 'leaves', 'is back', 'away'])
})
