// Codes of people without an account at two server processes on one database: wrong ones are counted together.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharingWorld } from '../../../../test/fixtures/sharing-world.ts'
import { signingWorld } from '../../../../test/fixtures/signing-world.ts'
import { call, useProcesses } from '../../../../test/servers/several-processes.ts'
import type { TestApp } from '../../../../test/test-app.ts'
import type { Server } from '../../../http/route.ts'
import { serverParts } from '../../../operations/process/server-parts.ts'
import { buildServer } from '../../../operations/process/server.ts'

const processes = useProcesses(2)
let server: Server
let parts: TestApp
beforeAll(async () => {
  const { app } = processes
  server = await buildServer(app, serverParts(app))
  parts = { app, server, clock: app.clock } as unknown as TestApp
})
afterAll(() => server?.close())

/** Somebody who gets codes by mail, and who gets them after what the sender does about the lock. */
const purposes = {
  async signing() {
    const { counsel, sent, signer, addressOf, lastMail } = await signingWorld(parts)
    const { acts } = await sent(['ana'])
    const end = () =>
      counsel.post(`${acts}/replacements`, { place: 1, ...signer('ben'), reason: 'Ana is locked out.' })
    return { addressOf, lastMail, end, people: ['ana', 'ben'] as const }
  },
  async sharing() {
    const { counsel, shared, addressOf, lastMail } = await sharingWorld(parts)
    const { acts } = await shared(['ana'])
    return { addressOf, lastMail, end: () => counsel.post(`${acts}/unlock`), people: ['ana', 'ana'] as const }
  },
}

test.each(['signing', 'sharing'] as const)(
  'wrong codes of %s at both processes count together, however many come at once [C-531]',
  async (purpose) => {
    const { addressOf, lastMail, end, people } = await purposes[purpose]()
    const [first, next] = people
    const post = async (to: number, path: string, body = {}) =>
      (await call(processes.servers[to], { method: 'POST', path: `/${purpose}/${path}`, body })).status
    const codeOf = async (name: string) => /\b(\d{6})\b/.exec(await lastMail(name))?.[1] ?? ''
    const address = await addressOf(first)
    expect(await post(0, `${address}/codes`)).toBe(204)
    const code = await codeOf(first)
    const tries = await Promise.all(
      Array.from({ length: 12 }, (_, index) => post(index % 2, `${address}/proofs`, { code: 'wrong' })),
    )
    expect(tries.toSorted()).toEqual([...Array(6).fill(400), ...Array(6).fill(429)])
    for (const to of [0, 1]) expect(await post(to, `${address}/proofs`, { code })).toBe(429)
    // what the sender does about it counts in both as well
    expect((await end()).statusCode).toBe(204)
    const other = await addressOf(next)
    expect(await post(1, `${other}/codes`)).toBe(204)
    expect(await post(0, `${other}/proofs`, { code: await codeOf(next) })).toBe(200)
  },
)
