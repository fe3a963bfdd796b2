// `npm run bench -- <name>`: runs one benchmark on this machine, prints the figures and how to read them:
// docs/performance.md. Each benchmark is a file in bench/.
//
//
//   npm run bench                                the names
//   npm run bench -- files                       one of them
//   npm run bench -- lists --size 1000000        with its options; --rounds and --seconds are the same for all
//   npm run bench -- all --json figures.json     those that docs/performance.md holds the figures of, one after the
// other
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Figure, printFigures, writeFigures } from '../bench/parts/report.ts'

/** What a file in bench/ exports. */
interface Bench {
  /**
   * Runs with the arguments after the name and leaves nothing behind. It answers its figures, which are printed, or
   * prints what it found itself.
   */
  run(words: readonly string[], signal: AbortSignal): Promise<readonly Figure[] | void>
}

const folder = fileURLToPath(new URL('../bench', import.meta.url))
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -3))
const inAll = ['lists', 'writes', 'tokens', 'webhooks', 'files', 'processes'].filter((name) =>
  names.includes(name),
)

const { name, words, json } = readWords(process.argv.slice(2))
if (name !== 'all' && !names.includes(name)) {
  console.error(`npm run bench -- <name> accepts one of: ${['all', ...names].join(', ')}`)
  process.exit(2)
}
const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort())
const benchmarks: Record<string, readonly Figure[]> = {}
for (const each of name === 'all' ? inAll : [name]) {
  const bench = (await import(`${folder}/${each}.ts`)) as Bench
  const figures = await bench.run(words, ending.signal)
  if (!figures) continue
  printFigures(each, figures)
  benchmarks[each] = figures
  if (json !== undefined) await writeFigures(json, benchmarks)
}

/** The name, the file of `--json`, and what is left for the benchmark. */
function readWords([first = '', ...others]: readonly string[]) {
  const place = others.indexOf('--json')
  if (place === -1) return { name: first, words: others, json: undefined }
  return { name: first, words: others.toSpliced(place, 2), json: others[place + 1] }
}
