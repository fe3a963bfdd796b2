// Measures in rounds: each case right after each of its bases, so that what the machine does meanwhile meets all of
// them; beside it the processor time of the server and of the database. The ratio is taken round by round, and the
// median of it counts.
//
//   const figures = await measureRounds({
//     bases: { 'bare HTTP': requests(load, { url: bare.url, headers: {} }), pgbench: pgbench(connection, { script }) },
//     cases: [{ name: 'matter, details', bases: ['bare HTTP'], goal: 0.15, work: requests(load, { url, headers }) }],
//     serverPid, databasePid, rounds, milliseconds, signal,
//   })
import { processorTime } from './processor-time.ts'
import { type Figure, type Spread, spreadOf } from './report.ts'

/** Does something for so many milliseconds, and answers how often. */
export type Work = (milliseconds: number) => Promise<number>

export interface Case<Base extends string = string> {
  readonly name: string
  readonly work: Work
  /** What it is compared with; the first is the one that the goal is about. */
  readonly bases?: readonly Base[]
  readonly goal?: number
  readonly unit?: string
  /** The process that serves it, if not the server. */
  readonly serverPid?: number
}

export interface Rounds<Base extends string = string> {
  readonly cases: readonly Case<Base>[]
  readonly bases: Readonly<Record<Base, Work>>
  readonly serverPid: number
  readonly databasePid: number
  readonly rounds: number
  readonly milliseconds: number
  readonly signal: AbortSignal
}

interface Measured {
  readonly perSecond: number
  readonly ratios: Readonly<Record<string, number>>
  readonly serverMs: number
  readonly databaseMs: number
}

/** Measures every case; the first round warms up and does not count. */
export async function measureRounds<Base extends string>(all: Rounds<Base>): Promise<readonly Figure[]> {
  const measured = new Map<Case<Base>, Measured[]>(all.cases.map((each) => [each, []]))
  for (let round = 0; round <= all.rounds; round++) {
    for (const [each, results] of measured) {
      all.signal.throwIfAborted()
      const result = await measureOne(each, all)
      if (round > 0) results.push(result)
    }
  }
  return [...measured].map(([each, results]) => figureOf(each, results))
}

async function measureOne<Base extends string>(
  { bases = [], work, serverPid: ownPid }: Case<Base>,
  { bases: works, serverPid: usualPid, databasePid, milliseconds }: Rounds<Base>,
): Promise<Measured> {
  const limits: [string, number][] = []
  for (const base of bases) limits.push([base, ((await works[base](milliseconds)) / milliseconds) * 1_000])
  const serverPid = ownPid ?? usualPid
  const before = { server: processorTime(serverPid, databasePid), database: processorTime(databasePid) }
  const done = await work(milliseconds)
  const perSecond = (done / milliseconds) * 1_000
  return {
    perSecond,
    ratios: Object.fromEntries(limits.map(([base, limit]) => [base, perSecond / limit])),
    serverMs: (processorTime(serverPid, databasePid) - before.server) / done,
    databaseMs: (processorTime(databasePid) - before.database) / done,
  }
}

function figureOf({ name, goal, unit, bases = [] }: Case, results: readonly Measured[]): Figure {
  const spread = (value: (each: Measured) => number): Spread => spreadOf(results.map(value))
  return {
    name,
    ...(unit === undefined ? {} : { unit }),
    ...(goal === undefined ? {} : { goal }),
    perSecond: spread((each) => each.perSecond),
    ratios: Object.fromEntries(
      bases.map((base) => [base, spread((each) => each.ratios[base] ?? Number.NaN)]),
    ),
    serverMs: spread((each) => each.serverMs),
    databaseMs: spread((each) => each.databaseMs),
  }
}
