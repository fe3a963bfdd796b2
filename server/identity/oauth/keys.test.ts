// The keys that sign access tokens, as one process keeps them.
import { afterEach, expect, test, vi } from 'vitest'
import { useTestApp } from '../../../test/test-app.ts'
import { createSigningKeys } from './keys.ts'

const parts = useTestApp()
afterEach(() => vi.restoreAllMocks())

const claims = { sub: '5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7000' } as unknown as Parameters<
  ReturnType<typeof createSigningKeys>['sign']
>[0]

test('signing waits for no connection once the keys are known, also when they are read again', async () => {
  const { app } = parts
  const keys = createSigningKeys(app)
  await keys.sign(claims)
  const { pool } = app.database
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now + 60_000)
  let signed = 0
  const signing = Promise.all(Array.from({ length: 20 }, () => keys.sign(claims))).then((all) => {
    signed = all.length
  })
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
  const whileHeld = signed
  // they are being read, and wait for a connection
  expect(pool.waitingCount).toBe(1)
  held.forEach((client) => client.release())
  await signing
  expect(whileHeld).toBe(20)
})
