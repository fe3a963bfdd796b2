// What it costs that all processes know of a change before it is answered: switching a feature, which waits for them,
// and renaming a matter, which does not, with one process and with several, in turn.
import { parseArgs } from 'node:util'
import { createOrganisation, createUser } from '../test/factories.ts'
import { insertMatter } from '../test/fixtures/matters.ts'
import { accessTokenFor } from '../test/tokens.ts'
import { type Installation, startInstallation } from './parts/installation.ts'
import { processorTime } from './parts/processor-time.ts'
import { type Figure, spreadOf } from './parts/report.ts'

/** `--processes` (4) beside one, `--rounds` (10) of `--changes` (20) of each kind. */
export async function run(words: readonly string[], signal: AbortSignal): Promise<readonly Figure[]> {
  const { values } = parseArgs({
    args: [...words],
    options: {
      processes: { type: 'string', default: '4' },
      rounds: { type: 'string', default: '10' },
      changes: { type: 'string', default: '20' },
    },
  })
  const measured = new Map<string, Measured>()
  const installations: Installation[] = []
  try {
    for (const processes of ['1', values.processes]) {
      const installation = await startInstallation({ CHANCERY_PROCESSES: processes })
      installations.push(installation)
      for (const [what, change] of Object.entries(await changesIn(installation))) {
        measured.set(`${what}, processes: ${processes}`, { installation, change, times: [], cpu: [] })
      }
    }
    for (let round = 0; round < Number(values.rounds) && !signal.aborted; round++) {
      for (const each of measured.values()) await measure(each, Number(values.changes))
    }
    const waits = await Promise.all(installations.map(waited))
    return [...measured].map(([name, each]) => figureOf(name, each, { waits, installations, measured }))
  } finally {
    for (const installation of installations) await installation.end()
  }
}

interface Run {
  readonly installations: readonly Installation[]
  readonly waits: readonly number[]
  readonly measured: ReadonlyMap<string, Measured>
}

/**
 * The time of a change, and how much of it the announcement takes: in milliseconds, and as a ratio to the change
 * without that wait.
 */
function figureOf(
  name: string,
  { installation, times, cpu }: Measured,
  { installations, waits, measured }: Run,
): Figure {
  const wait = waits[installations.indexOf(installation)] ?? Number.NaN
  const alone = measured.get(name.replace(/\d+$/, '1'))
  const figures = {
    'time (ms)': spreadOf(times),
    'p99 (ms)': times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN,
    'times that of one process': mean(times) / mean(alone?.times ?? []),
  }
  const waiting = {
    'of it waiting for processes (ms)': wait,
    'with the wait, times that without it': mean(times) / (mean(times) - wait),
  }
  return {
    name,
    serverMs: spreadOf(cpu),
    more: name.startsWith('switch') ? { ...figures, ...waiting } : figures,
  }
}

const mean = (all: readonly number[]) => all.reduce((sum, each) => sum + each, 0) / all.length

interface Measured {
  readonly installation: Installation
  readonly change: (number: number) => Promise<Response>
  readonly times: number[]
  readonly cpu: number[]
}

async function changesIn({ app, url }: Installation) {
  const organisation = await createOrganisation(app)
  const admin = await createUser(app, { organisationId: organisation.id, role: 'Administrator' })
  const matterId = await insertMatter(app, { owner: admin })
  const token = await accessTokenFor(app, admin)
  const patch = (path: string, body: object) =>
    fetch(`${url}${path}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  return {
    'switch a feature': (number: number) => patch('/v2/features/WEBHOOKS', { enabled: number % 2 === 0 }),
    'rename a matter': (number: number) => patch(`/v2/matters/${matterId}`, { name: `Matter ${number}` }),
  }
}

async function measure({ installation, change, times, cpu }: Measured, changes: number): Promise<void> {
  const { server, databasePid } = installation
  const before = processorTime(server.pid, databasePid)
  for (let number = 0; number < changes; number++) {
    const began = performance.now()
    const response = await change(number)
    if (response.status !== 204 && response.status !== 200) throw new Error(`${response.status}`)
    await response.arrayBuffer()
    times.push(performance.now() - began)
  }
  cpu.push((processorTime(server.pid, databasePid) - before) / changes)
}

/** The mean in milliseconds, from the metrics of all processes. */
async function waited({ url }: Installation): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const value = (name: string) =>
    Number(new RegExp(`^chancery_announcement_seconds_${name} (.*)$`, 'm').exec(text)?.[1])
  return (value('sum') / value('count')) * 1_000
}
