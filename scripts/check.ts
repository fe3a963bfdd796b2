// `npm run check`: every check of the repository, as named steps. CI runs the same ones.
//
//
//   npm run check                      all of them
//   npm run check -- types lint        only these
//   npm run check -- --without tests   all but these
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

interface Step {
  readonly name: string
  readonly meaning: string
  /** Programs to run in sequence, as arguments; the step fails if one of them fails. */
  readonly commands: readonly (readonly string[])[]
  /** Approximate seconds of processor time: the longest steps start first. */
  readonly seconds: number
  /** How to fix a failure: a command, or a sentence. */
  readonly repair: string
  /** Show its output while it runs (such a step runs alone), or its last line at the end, even if it passes. */
  readonly shows?: 'all' | 'last line'
}

const root = fileURLToPath(new URL('..', import.meta.url))
const packaged = (path: string) => `node_modules/${path}`
const typescript = packaged('typescript/bin/tsc')
const hasWeb = existsSync(`${root}web/tsconfig.json`)

const steps: readonly Step[] = [
  {
    name: 'format',
    meaning: 'the layout of every file',
    seconds: 2,
    commands: [[packaged('@biomejs/biome/bin/biome'), 'format', '.']],
    repair: 'npm run format',
  },
  {
    name: 'lint',
    meaning: 'mistakes, and the limits of size',
    seconds: 25,
    commands: [[packaged('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings']],
    repair:
      'npm run fix, then fix the rest manually (STYLE.md explains how to split files and functions that are too long)',
  },
  {
    name: 'types',
    meaning: 'TypeScript, of the server and of the web app',
    seconds: 24,
    commands: [
      [typescript, '-p', 'tsconfig.json'],
      ...(hasWeb ? [[typescript, '-p', 'web/tsconfig.json']] : []),
    ],
    repair: 'manually; run npm run generate first if a table or a route has changed',
  },
  {
    name: 'rules',
    meaning: 'who may import whom, and what is done in one place only',
    seconds: 1,
    commands: [['scripts/rules.ts']],
    repair: 'manually; each rule states its reason',
    shows: 'last line',
  },
  {
    name: 'size',
    meaning: 'lines, and what is said by hand, against test/house/size.json',
    seconds: 3,
    commands: [['scripts/size.ts']],
    repair: 'say it once; npm run size -- --because "the reason" keeps a rise',
    shows: 'all',
  },
  {
    name: 'unused',
    meaning: 'files, exports and packages that nobody uses',
    seconds: 4,
    commands: [[packaged('knip/bin/knip.js'), '--exclude', 'types', '--no-config-hints']],
    repair: 'manually: use it, stop exporting it, or remove it',
  },
  {
    name: 'generated',
    meaning:
      'tables.ts, schema.sql, openapi/, api.generated.ts, routes.md, configuration.md, third-party-licences.md',
    seconds: 6,
    commands: [['scripts/generate.ts', '--check']],
    repair: 'npm run generate',
  },
  {
    name: 'wire',
    meaning: 'openapi/ against the reference of the wire',
    seconds: 1,
    commands: [['scripts/wire.ts']],
    repair: 'manually, in the .wire.ts of the route; then npm run generate',
    shows: 'last line',
  },
  {
    name: 'openapi',
    meaning: 'openapi/ by the recommended rules of two linters',
    seconds: 30,
    commands: [['scripts/lint-openapi.ts']],
    repair: 'manually, in what the route declares; then npm run generate',
    shows: 'last line',
  },
  {
    name: 'web',
    meaning: 'the web app can be built',
    seconds: 3,
    commands: [['scripts/build-web.ts']],
    repair: 'manually',
  },
  {
    name: 'tests',
    meaning: 'the tests of npm test',
    seconds: 300,
    commands: [['scripts/tests/test.ts']],
    repair: 'manually; npm test -- FILE runs one file',
    shows: 'all',
  },
]

const { chosen, unknown } = choose(process.argv.slice(2))
if (unknown.length > 0) {
  console.error(
    `There is no step ${unknown.join(', ')}. The steps are: ${steps.map(({ name }) => name).join(' ')}`,
  )
  process.exit(2)
}
const failed = await runAll(chosen)
console.log(
  failed.length === 0
    ? `${chosen.length} of ${chosen.length} checks are green.`
    : `${failed.length} of ${chosen.length} checks are red: ${failed.map(({ name }) => name).join(', ')}.`,
)
process.exit(failed.length === 0 ? 0 : 1)

function choose(words: readonly string[]): { chosen: readonly Step[]; unknown: readonly string[] } {
  const without = words[0] === '--without'
  const names = without ? words.slice(1) : words
  const isNamed = ({ name }: Step) => names.includes(name)
  return {
    chosen: names.length === 0 ? steps : steps.filter((step) => isNamed(step) !== without),
    unknown: names.filter((name) => !steps.some((step) => step.name === name)),
  }
}

/**
 * Runs the steps, as many concurrently as there are cores, and returns those that failed. The tests run last, alone.
 */
async function runAll(all: readonly Step[]): Promise<readonly Step[]> {
  const red: Step[] = []
  // longest first, so that the others do not have to wait for it at the end
  const waiting = all.filter(({ shows }) => shows !== 'all').toSorted((a, b) => b.seconds - a.seconds)
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) if (!(await passes(step))) red.push(step)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, work))
  for (const step of all.filter(({ shows }) => shows === 'all')) if (!(await passes(step))) red.push(step)
  return all.filter((step) => red.includes(step))
}

async function passes(step: Step): Promise<boolean> {
  const { name, meaning, commands, repair, shows } = step
  const begin = performance.now()
  if (shows === 'all') console.log(`${name.padEnd(9)} ${meaning} ...`)
  const outputs: string[] = []
  let red = false
  for (const words of commands) {
    const { green, output } = await run(words, shows === 'all' ? 'inherit' : 'pipe')
    outputs.push(output)
    if (!green) {
      red = true
      break
    }
  }
  const output = outputs.join('').trim()
  const time = `${((performance.now() - begin) / 1000).toFixed(1)} s`
  console.log(`${name.padEnd(9)} ${meaning}: ${red ? 'RED' : 'ok'} (${time})`)
  if (red) console.log(`\n${output}\n\n  to repair ${name}: ${repair}\n`)
  else if (shows === 'last line') console.log(`${''.padEnd(9)} ${output.split('\n').at(-1)}`)
  return !red
}

async function run(
  words: readonly string[],
  stdio: 'inherit' | 'pipe',
): Promise<{ green: boolean; output: string }> {
  const child = spawn(process.execPath, words, {
    cwd: root,
    stdio: ['ignore', stdio, stdio],
    // the compiler and the linter are Go programs with a large heap: collecting garbage less often saves a sixth of
    // their time
    env: { GOGC: '400', ...process.env },
  })
  const chunks: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = await once(child, 'close').catch((error: Error) => error)
  const output = Buffer.concat(chunks).toString()
  return ended instanceof Error
    ? { green: false, output: `${output}${ended.message}` }
    : { green: ended[0] === 0, output }
}
