// `npm run kill-test`: repeatedly kills a server with SIGKILL in the middle of uploads and deliveries, and reports what
// was lost; exits with code 1 if anything was.
//
//
//   npm run kill-test                    20 kills
//   npm run kill-test -- --kills 100     any number
//   npm run kill-test -- --kills 100 --processes 4 --changes 10000
//                                        spread over that many changes, mostly without files
import { parseArgs } from 'node:util'
import { figuresInWords } from '../test/kill/figures.ts'
import { runKills } from '../test/kill/kill-run.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '20' },
    processes: { type: 'string' },
    changes: { type: 'string' },
  },
})
const wholeNumber = (name: keyof typeof values): number | undefined => {
  if (values[name] === undefined) return undefined
  const number = Number(values[name])
  if (Number.isInteger(number) && number >= 1) return number
  console.error(`--${name} must be a whole number from 1, such as --${name} 20`)
  process.exit(2)
}
const [kills = 20, processes, changes] = [
  wholeNumber('kills'),
  wholeNumber('processes'),
  wholeNumber('changes'),
]

const ending = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort())

try {
  const { figures, missing: lacking } = await runKills({
    kills,
    ...(processes === undefined ? {} : { processes }),
    ...(changes === undefined ? {} : { changes }),
    onProgress: (message) => console.log(message),
    signal: ending.signal,
  })
  const missing = [...lacking]
  console.log(`\n${figuresInWords(figures)}\n`)
  if (changes !== undefined && figures.acknowledgedTwicePercent >= 1) {
    missing.push(`${figures.acknowledgedTwicePercent} % of the notifications were answered more than once`)
  }
  for (const sentence of missing) console.error(sentence)
  console.log(missing.length === 0 ? 'Nothing is missing.' : `${missing.length} things are missing or wrong.`)
  process.exit(missing.length === 0 ? 0 : 1)
} catch (error) {
  console.error(error)
  process.exit(1)
}
