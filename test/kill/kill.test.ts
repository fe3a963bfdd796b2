import { expect, test } from 'vitest'
import { runKills } from './kill-run.ts'

test('nothing that was acknowledged is lost when the server is killed in the middle of its work [W-70]', async () => {
  const { figures, missing } = await runKills({ kills: 3 })
  expect(missing).toEqual([])
  expect(figures).toMatchObject({ kills: 3, databaseKills: 1 })
  expect(figures.interruptedUploads).toBeGreaterThan(0)
  expect(figures.interruptedDeliveries).toBeGreaterThan(0)
  expect(figures.files).toBeGreaterThan(0)
  expect(figures.events).toBeGreaterThan(0)
})
