// `npm run kill-test`: kills a server with SIGKILL in the middle of uploads and deliveries, again and again, and tells what was
// lost: nothing, or it ends with exit code 1.
//
//   npm run kill-test                    20 kills
//   npm run kill-test -- --kills 100     as many as wanted
import { parseArgs } from 'node:util'
import { figuresInWords } from '../test/kill/figures.ts'
import { runKills } from '../test/kill/kill-run.ts'

const { values } = parseArgs({ options: { kills: { type: 'string', default: '20' } } })
const kills = Number(values.kills)
if (!Number.isInteger(kills) || kills < 1) {
  console.error('--kills takes a whole number from 1, such as --kills 20')
  process.exit(2)
}

const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort())

try {
  const { figures, missing } = await runKills({
    kills,
    onProgress: (message) => console.log(message),
    signal: ending.signal,
  })
  console.log(`\n${figuresInWords(figures)}\n`)
  for (const sentence of missing) console.error(sentence)
  console.log(missing.length === 0 ? 'Nothing is missing.' : `${missing.length} things are missing or wrong.`)
  process.exit(missing.length === 0 ? 0 : 1)
} catch (error) {
  console.error(error)
  process.exit(1)
}
