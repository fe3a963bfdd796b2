// A quiet organisation beside a noisy one: what it waits for its answers when it is alone, and while many people of the
// other one send through many clients as fast as they are answered. Both in turn, round after round, so that what the
// machine does meanwhile meets both; with and without turns (CHANCERY_ORGANISATION_REQUESTS).
import type { ChildProcess } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Installation, startInstallation } from './parts/installation.ts'
import type { LoadResult } from './parts/load.ts'
import {
  createOrganisation,
  figuresOf,
  inWords,
  measureQuiet,
  type Organisation,
  type QuietFigures,
} from './parts/quiet-organisation.ts'
import { sendLoad, startLoad } from './parts/start-load.ts'

/**
 * `--rounds` (5) of `--seconds` (8) each, organisations of `--size` records (2000), `--people` of the noisy one (40),
 * each through two clients, with `--connections` (120), and the `--shares` that are compared (1,0).
 */
export async function run(words: readonly string[], signal: AbortSignal): Promise<void> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '8' },
      size: { type: 'string', default: '2000' },
      people: { type: 'string', default: '40' },
      connections: { type: 'string', default: '120' },
      shares: { type: 'string', default: '1,0' },
    },
  })
  const trial = {
    rounds: Number(values.rounds),
    milliseconds: Number(values.seconds) * 1_000,
    connections: Number(values.connections),
    signal,
    loads: { quiet: startLoad(), noisy: startLoad() },
  }
  for (const share of values.shares.split(',')) {
    const installation = await startInstallation({ CHANCERY_ORGANISATION_REQUESTS: share })
    try {
      const quiet = await createOrganisation(installation.app, Number(values.size), 4)
      // its name is made of its size
      const noisy = await createOrganisation(installation.app, Number(values.size) + 1, Number(values.people))
      console.log(
        share === '0'
          ? '\nwithout turns'
          : `\nwith turns, ${share} at a time for an organisation beside others`,
      )
      await compare(installation, { ...trial, quiet, noisy })
    } finally {
      await installation.end()
    }
  }
  trial.loads.quiet.disconnect()
  trial.loads.noisy.disconnect()
}

interface Trial {
  readonly quiet: Organisation
  readonly noisy: Organisation
  /** The processes that send. */
  readonly loads: { readonly quiet: ChildProcess; readonly noisy: ChildProcess }
  readonly rounds: number
  readonly milliseconds: number
  readonly connections: number
  readonly signal: AbortSignal
}

// the noise has begun when the quiet one is measured, and goes on beyond that
const leadMs = 1_000

async function compare(installation: Installation, trial: Trial): Promise<void> {
  const { loads, noisy, milliseconds, connections } = trial
  const all: Record<'alone' | 'beside', QuietFigures[]> = { alone: [], beside: [] }
  const noise: LoadResult[] = []
  // the first round warms up and does not count
  for (let round = 0; round <= trial.rounds; round++) {
    for (const name of round % 2 === 0 ? (['alone', 'beside'] as const) : (['beside', 'alone'] as const)) {
      trial.signal.throwIfAborted()
      const made =
        name === 'beside'
          ? sendLoad(loads.noisy, {
              ...noisy,
              headers: {},
              url: installation.url,
              milliseconds: milliseconds + 2 * leadMs,
              connections,
              refusals: true,
            })
          : undefined
      if (made) await sleep(leadMs)
      const figures = await measureQuiet(installation, {
        quiet: trial.quiet,
        milliseconds,
        load: loads.quiet,
      })
      const result = await made
      if (round === 0) continue
      all[name].push(figures)
      if (result) noise.push(result)
    }
  }
  const sum = (pick: (result: LoadResult) => number) => noise.reduce((total, each) => total + pick(each), 0)
  const seconds = (trial.rounds * (trial.milliseconds + 2 * leadMs)) / 1_000
  console.log(
    `  ${trial.rounds} rounds, medians [least..most]; milliseconds of answers; seconds of processor for each second`,
  )
  for (const name of ['alone', 'beside'] as const) {
    console.log(`  quiet ${name.padEnd(6)} ${figuresOf(all[name])}`)
  }
  const moved = (key: 'p50' | 'p99') =>
    inWords(
      all.beside.map((each, round) => (100 * each[key]) / (all.alone[round]?.[key] ?? Number.NaN) - 100),
    )
  console.log(`  moved by, in percent of the same round: p50 ${moved('p50')}, p99 ${moved('p99')}`)
  console.log(
    `  noisy: ${Math.round((sum((each) => each.answered) - sum((each) => each.refused)) / seconds)} answers a second, ${Math.round(sum((each) => each.refused) / seconds)} refusals`,
  )
}
