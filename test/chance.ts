// Chance in tests: all that it chooses follows from one number, so that a run can be repeated.

/** `CHANCERY_TEST_SEED`, or another number in each run; `npm test` prints it. */
export const testSeed = Number(process.env['CHANCERY_TEST_SEED'] ?? Date.now() % 2 ** 31)

/** Numbers from 0 to below 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
