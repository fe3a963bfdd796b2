// Where the browser tests find their browser, and what happens without one.
import { afterEach, expect, test, vi } from 'vitest'
import { chromiumPath } from './chromium.ts'

afterEach(() => vi.unstubAllEnvs())

test('a named program comes before those on the path', () => {
  vi.stubEnv('CHANCERY_TEST_CHROMIUM', process.execPath)
  expect(chromiumPath()).toBe(process.execPath)
})

test('without a browser the tests that need one are skipped, but never in CI', () => {
  vi.stubEnv('CHANCERY_TEST_CHROMIUM', '')
  vi.stubEnv('PATH', '/nowhere')
  vi.stubEnv('CI', '')
  expect(chromiumPath()).toBeUndefined()
  vi.stubEnv('CI', 'true')
  expect(() => chromiumPath()).toThrow(/install it \(apt-get install chromium\)/)
})
