// `npm run size`: how large the code is, beside what test/house/size.json keeps. A count that has risen is red; with
// --write the file keeps counts that have fallen, and with --because those that have risen, with the reason.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { sizesOf, type Sizes } from '../test/house/size.ts'
import { readSources } from '../test/house/source-files.ts'

interface Kept {
  readonly sizes: Sizes
  readonly rises: readonly { readonly what: string; readonly by: number; readonly because: string }[]
}

const file = fileURLToPath(new URL('../test/house/size.json', import.meta.url))
const { values } = parseArgs({ options: { write: { type: 'boolean' }, because: { type: 'string' } } })
const kept = JSON.parse(readFileSync(file, 'utf8')) as Kept
const sizes = sizesOf(readSources())
const changes = [...new Set([...Object.keys(sizes), ...Object.keys(kept.sizes)])]
  .map((what) => ({ what, by: (sizes[what] ?? 0) - (kept.sizes[what] ?? 0) }))
  .filter(({ by }) => by !== 0)
const risen = changes.filter(({ by }) => by > 0)
const { because = '' } = values
const isRed = risen.length > 0 && because === ''
if ((values.write || because !== '') && !isRed) {
  const rises = [...kept.rises, ...risen.map((each) => ({ ...each, because }))]
  writeFileSync(file, `${JSON.stringify({ sizes, rises }, null, 2)}\n`)
}
for (const { what, by } of changes) console.log(`${String(by).padStart(7)} ${what}`)
for (const { what, by, because: reason } of kept.rises)
  console.log(`Rose by ${by}: ${what}, because ${reason}`)
console.log(
  isRed
    ? `Risen: ${risen.map(({ what }) => what).join(', ')}`
    : `${sizes['lines of tests']} lines of tests; nothing has risen without a reason`,
)
process.exit(isRed ? 1 : 0)
