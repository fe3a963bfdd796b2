// The limits of a file's tests, for the machine as it is when the file begins.
import { expect, vi } from 'vitest'
import { patience, secondsFor } from './patience.ts'
import { isFull } from './repetitions.ts'

// the long runs of scripts/ have none
const isUnlimited = process.env['CHANCERY_TEST_UNLIMITED'] === 'yes'
const seconds = secondsFor(expect.getState().testPath ?? '') * (isFull ? 20 : 1)

const config = {
  testTimeout: isUnlimited ? 0 : patience(seconds),
  hookTimeout: patience(Math.max(120, seconds)),
  // which the types of the runner leave out
  expect: { poll: { timeout: patience(60) } },
}
vi.setConfig(config)
