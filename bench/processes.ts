// Two server processes against one, line by line; how much memory each process takes; how long the second start takes.
import { rm } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import { startServerProcess } from '../test/servers/server-process.ts'
import { type Organisation, seedOrganisation } from './parts/asking.ts'
import { type Installation, startInstallation } from './parts/installation.ts'
import { readOptions } from './parts/options.ts'
import { memoryOfProcesses, processorTime } from './parts/processor-time.ts'
import { type Asked, details, lists, quickFind, writes } from './parts/records.ts'
import { type Figure, spreadOf } from './parts/report.ts'
import { measureRounds, type Work } from './parts/rounds.ts'
import { requests, startLoad } from './parts/start-load.ts'

/** `--size` of the organisation (5000), `--rounds` (5) of `--seconds` (1). */
export async function run(words: readonly string[], signal: AbortSignal): Promise<readonly Figure[]> {
  const { size, rounds, milliseconds } = readOptions(words, { size: 5_000, seconds: 1 })
  const load = startLoad()
  const installations: Installation[] = []
  const start = async (processes: string) => {
    const installation = await startInstallation({ CHANCERY_PROCESSES: processes })
    installations.push(installation)
    return { installation, asked: askedOf(installation, await seedOrganisation(installation.app, size)) }
  }
  try {
    const [one, two] = [await start('1'), await start('2')]
    const idle = memoryOfProcesses(two.installation.server.pid, two.installation.databasePid)
    const bases: Record<string, Work> = {}
    const cases = Object.entries(two.asked).map(([name, { request }]) => {
      const base = 'one process'
      const other = one.asked[name]
      bases[`${base}: ${name}`] = other ? requests(load, other.request) : async () => 0
      return { name, bases: [`${base}: ${name}`], goal: 1, work: requests(load, request) }
    })
    const figures = await measureRounds({
      bases,
      cases,
      serverPid: two.installation.server.pid,
      databasePid: two.installation.databasePid,
      rounds,
      milliseconds,
      signal,
    })
    const loaded = memoryOfProcesses(two.installation.server.pid, two.installation.databasePid)
    return [
      ...figures,
      {
        name: 'memory of each process (MB)',
        more: { ...named('after start', idle), ...named('after load', loaded) },
      },
      await secondStarts(installations.shift() ?? one.installation, rounds),
    ]
  } finally {
    load.disconnect()
    for (const installation of installations) await installation.end()
  }
}

const askedOf = ({ url }: Installation, organisation: Organisation): Readonly<Record<string, Asked>> => ({
  ...details(url, organisation),
  ...lists(url, organisation),
  ...quickFind(url, organisation),
  ...writes(url, organisation),
})

const named = (when: string, bytes: readonly number[]) =>
  Object.fromEntries(
    bytes.map((each, index) => [`${when}, ${index === 0 ? 'first' : `no. ${index + 1}`}`, each / 1_000_000]),
  )

/** Stops the server and starts it again on its state folder, which is removed in the end. */
async function secondStarts({ server, stateDir, app }: Installation, rounds: number): Promise<Figure> {
  await app.close()
  const [seconds, processor]: [number[], number[]] = [[], []]
  let running = server
  for (let round = 0; round < rounds; round++) {
    await running.stop()
    const began = performance.now()
    running = await startServerProcess({ stateDir })
    seconds.push((performance.now() - began) / 1_000)
    processor.push(processorTime(running.pid) / 1_000)
  }
  await running.stop()
  await rm(stateDir, { recursive: true, force: true })
  return {
    name: 'second start (s)',
    more: { 'until ready': spreadOf(seconds), 'processor time with the database': spreadOf(processor) },
  }
}
