// `npm run bench -- <name>`: runs one benchmark on this machine and prints the figures. Each benchmark is a file in
// bench/.
//
//
//   npm run bench                        the names
//   npm run bench -- files               one of them
//   npm run bench -- files --gigabytes 5 with its options
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** What a file in bench/ exports. */
interface Bench {
  /** Runs with the arguments after the name, prints its results, and leaves nothing behind. */
  run(words: readonly string[], signal: AbortSignal): Promise<void>
}

const folder = fileURLToPath(new URL('../bench', import.meta.url))
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -3))
const [name, ...words] = process.argv.slice(2)
if (name === undefined || !names.includes(name)) {
  console.error(`npm run bench -- <name> accepts one of: ${names.join(', ')}`)
  process.exit(2)
}
const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort())
const bench = (await import(`${folder}/${name}.ts`)) as Bench
await bench.run(words, ending.signal)
