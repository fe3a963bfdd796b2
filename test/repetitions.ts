// How often a test repeats what it does with other values: some times with `npm test`, whose values differ from run to
// run, and many times with `npm run test:full`.

/** Whether this is `npm run test:full`. */
export const isFull = process.env['CHANCERY_TEST_FULL'] === 'yes'

/** The number for the usual run, or for the full one. */
export const repetitions = (usual: number, full: number): number => (isFull ? full : usual)
