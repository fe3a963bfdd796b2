// How benchmarks sum up their figures, and that one of them runs from its start to its end. Nothing is said about
// speed.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { timesOf } from '../bench/parts/cpu-profile.ts'
import { readOptions } from '../bench/parts/options.ts'
import { type Figure, spreadOf } from '../bench/parts/report.ts'
import { scriptOf } from '../bench/parts/same-writes.ts'
import { cleanEnvironment } from '../test/servers/server-process.ts'

const runProgram = promisify(execFile)

test('a benchmark starts a server, measures it beside its base, and writes its figures', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'chancery-figures-'))
  const file = join(folder, 'figures.json')
  const words = ['--size', '60', '--rounds', '1', '--seconds', '0.2', '--only', 'contract v1', '--json', file]
  const program = new URL('bench.ts', import.meta.url).pathname
  const { stdout } = await runProgram(process.execPath, [program, 'lists', ...words], {
    env: cleanEnvironment(),
  })
  expect(stdout).toContain('contract v1, change')
  const { benchmarks } = JSON.parse(await readFile(file, 'utf8')) as {
    readonly benchmarks: Readonly<Record<string, readonly Figure[]>>
  }
  const [details] = benchmarks['lists'] ?? []
  expect(details).toMatchObject({
    name: 'contract v1',
    goal: 0.15,
    perSecond: { median: expect.any(Number) },
  })
  expect(details?.ratios?.['bare HTTP']?.median).toBeGreaterThan(0)
  await rm(folder, { recursive: true })
})

test('an organisation moves in and is taken back next to another one, from the table to the last file', async () => {
  const words = ['--size', '30', '--bytes', '500', '--seconds', '0.1']
  const program = new URL('bench.ts', import.meta.url).pathname
  const { stdout } = await runProgram(process.execPath, [program, 'import', ...words], {
    env: cleanEnvironment(),
  })
  const phases = ['alone', 'matters, check', 'matters, run', 'files, unpack']
  for (const phase of [...phases, 'contracts, check', 'contracts, run', 'contracts, undo'])
    expect(stdout).toMatch(new RegExp(`${phase} .*neighbour`))
})

test('what was written becomes a script that writes the same with ids of its own', () => {
  const recorded = {
    queries: [
      { text: 'begin' },
      { text: 'select 1' },
      { text: 'insert into contracts values ($1, $2::bigint)', values: ['17', '5'] },
      { text: `insert into jobs select $1::json from pg_notify('jobs', '{"count":1}')`, values: ['17'] },
      { text: 'commit' },
    ].map((each) => ({ values: [], name: undefined, ...each })),
    taken: new Map([['17', 'contracts_id']]),
  }
  const { script, variables } = scriptOf(recorded, { pipelined: false })
  expect(script.split('\n')).toEqual([
    'begin;',
    `insert into contracts values (nextval('contracts_id'), :v0::bigint);`,
    // pgbench would take :1 for a variable
    `insert into jobs select currval('contracts_id')::json from pg_notify('jobs', '{"count": 1}');`,
    'commit;',
    '',
  ])
  expect(variables).toEqual({ v0: '5' })
})

test('the median of the rounds counts, with the least and the most beside it', () => {
  expect(spreadOf([3, 1, 2, 9, 2])).toEqual({ median: 2, min: 1, max: 9 })
})

test('options have defaults, and an unknown one is refused', () => {
  const defaults = { size: 20_000, own: { small: '0' } }
  expect(readOptions(['--seconds', '0.5', '--small', '7'], defaults)).toEqual({
    size: 20_000,
    rounds: 5,
    milliseconds: 500,
    own: { small: '7' },
  })
  expect(() => readOptions(['--sizes', '3'], defaults)).toThrow()
  expect(() => readOptions(['--rounds', 'many'], defaults)).toThrow('--rounds must be a number above 0')
})

test('the time of a profile is grouped by package and by our own folders, without waiting', () => {
  const frame = (id: number, functionName: string, url = '') => ({
    id,
    callFrame: { functionName, url, lineNumber: 0 },
  })
  const { groups } = timesOf({
    nodes: [
      frame(1, '(idle)'),
      frame(2, 'compile', 'file:///chancery/node_modules/kysely/dist/compiler.js'),
      frame(3, 'getRow', 'file:///chancery/server/records/lists/rows.ts'),
      frame(4, '(garbage collector)'),
    ],
    samples: [1, 2, 3, 3, 4],
    timeDeltas: [900, 10, 20, 30, 5],
  })
  expect(groups).toEqual([
    ['ours: server/records/lists', 50],
    ['Kysely', 10],
    ['GC', 5],
  ])
})
