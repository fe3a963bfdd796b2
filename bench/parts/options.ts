// The options that all benchmarks share, read the same way. A benchmark adds options of its own; with
// `npm run bench -- all` it gets only the shared ones, so its own need defaults.
import { parseArgs } from 'node:util'

/** `--size`, `--rounds` (5), `--seconds` (2), and what the benchmark adds. */
export interface Options<Own extends string = never> {
  /** Records of each kind in the organisation that is measured. */
  readonly size: number
  /** Rounds that count; one more warms up. */
  readonly rounds: number
  /** How long each measurement of a round lasts. */
  readonly milliseconds: number
  readonly own: Readonly<Record<Own, string>>
}

interface Defaults<Own extends string> {
  readonly size: number
  readonly rounds?: number
  readonly seconds?: number
  readonly own?: Readonly<Record<Own, string>>
}

/** Reads the words after the name of the benchmark. Throws for an option that it does not know. */
export function readOptions<Own extends string = never>(
  words: readonly string[],
  { size, rounds = 5, seconds = 2, own }: Defaults<Own>,
): Options<Own> {
  const text = (value: number | string) => ({ type: 'string', default: String(value) }) as const
  const added = Object.entries<string>(own ?? {}).map(([name, value]) => [name, text(value)] as const)
  const { values } = parseArgs({
    args: [...words],
    options: { size: text(size), rounds: text(rounds), seconds: text(seconds), ...Object.fromEntries(added) },
  })
  const given: Readonly<Record<string, unknown>> = values
  const number = (name: 'size' | 'rounds' | 'seconds') => {
    const value = Number(given[name])
    if (!(value > 0)) throw new Error(`--${name} must be a number above 0`)
    return value
  }
  return {
    size: number('size'),
    rounds: number('rounds'),
    milliseconds: number('seconds') * 1_000,
    own: Object.fromEntries(added.map(([name]) => [name, String(given[name])])) as Record<Own, string>,
  }
}
