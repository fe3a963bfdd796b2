// A clock in the test's hand.
import type { Clock } from '../server/platform/time/clock.ts'

export interface TestClock extends Clock {
  /** Moves time on. */
  advance(time: {
    readonly seconds?: number
    readonly minutes?: number
    readonly hours?: number
    readonly days?: number
  }): void
  /** Sets the time, ahead or back. */
  set(time: Date): void
  /** Stops the time of the database, which codes of authenticator apps go by. Returns when it stands still. */
  holdDatabaseTime(): Date
}

/** A clock that stands still, at a fixed moment unless told otherwise, until it is moved. */
export function createTestClock(start = new Date('2026-03-02T09:00:00.000Z')): TestClock {
  let time = start.getTime()
  let held: Date | undefined
  return {
    now: () => new Date(time),
    // the database of the tests runs by the time of this machine
    databaseTime: () => held ?? new Date(),
    holdDatabaseTime: () => (held ??= new Date()),
    advance: ({ seconds = 0, minutes = 0, hours = 0, days = 0 }) => {
      time += ((days * 24 + hours) * 60 + minutes) * 60_000 + seconds * 1_000
    },
    set: (moment) => {
      time = moment.getTime()
    },
    refresh: async () => undefined,
    stop: () => undefined,
  }
}
