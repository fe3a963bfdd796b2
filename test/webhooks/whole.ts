// What the load tests of notifications share: small in every test run, full with `npm run webhook-test`.

const whole = process.env['CHANCERY_TEST_WHOLE_LOAD'] === 'yes'

/** The value for a normal test run, or for the full one. */
export const size = <Value>(small: Value, large: Value): Value => (whole ? large : small)

/** Prints a figure of the full run. */
export const print = (line: string): void => void (whole ? process.stdout.write(`${line}\n`) : undefined)

/**
 * How long to wait for an expected delivery: on a machine so busy that receivers answer late, all retries, which take
 * eight minutes.
 */
export const patience = { timeout: 1_200_000, interval: 100 }

/** Median, 99th percentile and maximum, in milliseconds. */
export function delays(all: readonly number[]): string {
  const sorted = all.toSorted((a, b) => a - b)
  const at = (place: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * place))]
  return `median ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms`
}
