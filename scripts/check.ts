// `npm run check`: every check of the house, as named steps. CI runs the same ones.
//
//   npm run check                      all of them
//   npm run check -- types lint        only these
//   npm run check -- --without tests   all but these
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

interface Step {
  readonly name: string
  readonly meaning: string
  /** Programs to run one after another, as words; the step is red when one of them fails. */
  readonly commands: readonly (readonly string[])[]
  /** What to do when it is red: a command, or a sentence. */
  readonly repair: string
  /** Show what it prints while it runs, or its last line at the end, even when it is green. */
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
    commands: [[packaged('@biomejs/biome/bin/biome'), 'format', '.']],
    repair: 'npm run format',
  },
  {
    name: 'lint',
    meaning: 'mistakes, and the limits of size',
    commands: [[packaged('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings']],
    repair: 'npm run fix, then by hand what is left (STYLE.md says how to split what is too long)',
  },
  {
    name: 'types',
    meaning: 'TypeScript, of the server and of the web app',
    commands: [
      [typescript, '-p', 'tsconfig.json'],
      ...(hasWeb ? [[typescript, '-p', 'web/tsconfig.json']] : []),
    ],
    repair: 'by hand; npm run generate first when a table or a route has changed',
  },
  {
    name: 'rules',
    meaning: 'who may import whom, and what is done in one place only',
    commands: [['scripts/rules.ts']],
    repair: 'by hand; each rule says its reason',
    shows: 'last line',
  },
  {
    name: 'unused',
    meaning: 'files, exports and packages that nobody uses',
    commands: [[packaged('knip/bin/knip.js'), '--exclude', 'types', '--no-config-hints']],
    repair: 'by hand: use it, stop exporting it, or remove it',
  },
  {
    name: 'generated',
    meaning: 'tables.ts, schema.sql, openapi/, routes.md, configuration.md, third-party-licences.md',
    commands: [['scripts/generate.ts', '--check']],
    repair: 'npm run generate',
  },
  {
    name: 'wire',
    meaning: 'openapi/ against the reference of the wire',
    commands: [['scripts/wire.ts']],
    repair: 'by hand, in the .wire.ts of the route; then npm run generate',
    shows: 'last line',
  },
  {
    name: 'web',
    meaning: 'the web app can be built',
    commands: [['scripts/build-web.ts']],
    repair: 'by hand',
  },
  {
    name: 'tests',
    meaning: 'all tests',
    commands: [['scripts/test.ts']],
    repair: 'by hand; npm test -- FILE runs one file',
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
const failed = chosen.filter((step) => !passes(step))
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

function passes(step: Step): boolean {
  const { name, meaning, commands, repair, shows } = step
  const begin = performance.now()
  process.stdout.write(`${name.padEnd(9)} ${meaning} ... ${shows === 'all' ? '\n' : ''}`)
  const outputs: string[] = []
  const red = commands.some((words) => {
    const { status, stdout, stderr, error } = spawnSync(process.execPath, words, {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 256 * 1024 * 1024,
      stdio: shows === 'all' ? 'inherit' : 'pipe',
    })
    outputs.push(stdout ?? '', stderr ?? '', error?.message ?? '')
    return status !== 0
  })
  const output = outputs.join('').trim()
  const time = `${((performance.now() - begin) / 1000).toFixed(1)} s`
  console.log(`${shows === 'all' ? `${name.padEnd(9)} ` : ''}${red ? 'RED' : 'ok'} (${time})`)
  if (red) console.log(`\n${output}\n\n  to repair ${name}: ${repair}\n`)
  else if (shows === 'last line') console.log(`${''.padEnd(9)} ${output.split('\n').at(-1)}`)
  return !red
}
