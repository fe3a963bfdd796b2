// Compares openapi/ with the reference of the wire, if that is available: operations we offer must match it exactly.
// The number of offered operations is reported, but does not fail the check.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { areas } from '../server/http/openapi.ts'

interface Comparison {
  readonly operations: number
  readonly problems: readonly { readonly op: string; readonly what: string }[]
}

const tool = fileURLToPath(new URL('../../shared/tools/wire-check.mjs', import.meta.url))
const notOffered = 'operation missing'

if (!existsSync(tool)) {
  console.log('skipped: the reference of the wire (../shared) is not available')
  process.exit(0)
}
const comparisons = areas.map((area) => ({ area, ...compare(area) }))
const wrong = comparisons.flatMap(({ problems }) => problems.filter(({ what }) => what !== notOffered))
for (const { op, what } of wrong) console.error(`${op}: ${what}`)
const counts = comparisons.map(({ area, operations, problems }) => {
  const missing = problems.filter(({ what }) => what === notOffered).length
  return { area, operations, offered: operations - missing }
})
const sum = (name: 'operations' | 'offered') => counts.reduce((total, each) => total + each[name], 0)
console.log(
  `${sum('offered')} of the reference's ${sum('operations')} operations are there (${counts
    .map(({ area, operations, offered }) => `${area} ${offered}/${operations}`)
    .join(', ')}); ${wrong.length} differences in their shapes`,
)
process.exit(wrong.length === 0 ? 0 : 1)

function compare(area: string): Comparison {
  const document = fileURLToPath(
    new URL(`../openapi/${area === 'v2' ? 'v2' : `${area}.v1`}.json`, import.meta.url),
  )
  const { stdout, stderr, status } = spawnSync(process.execPath, [tool, document, '--area', area, '--json'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0 && status !== 1) throw new Error(`wire-check could not compare ${document}: ${stderr}`)
  return JSON.parse(stdout) as Comparison
}
