// How often a test repeats what it does with other values: some times with `npm test`, whose values differ from run to
// run, and many times with `npm run test:release`.
import { randomFrom, testSeed } from './chance.ts'

/** Whether this is `npm run test:release`. */
export const isFull = process.env['CHANCERY_TEST_FULL'] === 'yes'

/** The number for the usual run, or for the full one. */
export const repetitions = (usual: number, full: number): number => (isFull ? full : usual)

/** As many of the values as this, chosen by chance, in their order; all of them in the full run. */
export function someOf<Value>(values: readonly Value[], usual: number): readonly Value[] {
  if (isFull || values.length <= usual) return values
  const places = new Set<number>()
  const random = randomFrom(testSeed)
  while (places.size < usual) places.add(Math.floor(random() * values.length))
  return values.filter((_, place) => places.has(place))
}
