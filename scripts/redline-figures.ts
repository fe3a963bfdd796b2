// `npm run redline-figures -- <folder> [--sizes] [--keep <folder>]`: compares the Word documents below a folder with
// one another and with an edited copy of themselves: how many open, and keep texts, tables and numbers, with time and
// memory. With --sizes it compares made-up contracts of 10, 100 and 500 pages instead. --keep stores the redlines, to
// open them in another program.
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { compareDocuments } from '../server/platform/documents/redline/compare-documents.ts'
import { listChanges } from '../server/platform/documents/redline/changes.ts'
import {
  isAfter,
  isBefore,
  plainText,
  type StoryParagraph,
} from '../server/platform/documents/redline/story.ts'
import { readStory } from '../server/platform/documents/redline/story-reader.ts'
import { startLoopWatch } from '../test/servers/loop-delay.ts'
import { edited, pagesOf } from '../test/documents/edited-docx.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { sizes: { type: 'boolean' }, keep: { type: 'string' } },
})
const folder = positionals[0] ?? '../shared/data'

interface Pair {
  readonly name: string
  readonly before: Buffer
  readonly after: Buffer
}

/** Each document with the next one, and with its own edited copy. */
function pairsIn(within: string): Pair[] {
  const paths = globSync('**/*.docx', { cwd: within }).toSorted()
  const documents = paths.map((path) => ({
    name: basename(path, '.docx'),
    bytes: readFileSync(join(within, path)),
  }))
  return documents.flatMap(({ name, bytes }, at) => {
    const next = documents[(at + 1) % documents.length]
    const own = edited(bytes)
    return [
      ...(next ? [{ name: `${name} - ${next.name}`, before: bytes, after: next.bytes }] : []),
      ...(own ? [{ name: `${name} - edited`, before: bytes, after: own }] : []),
    ]
  })
}

const sizes = (): Pair[] =>
  [10, 100, 500].map((pages) => {
    const before = pagesOf(pages)
    return { name: `${pages} pages`, before, after: edited(before) ?? before }
  })

/** The tables and the numbers of the paragraphs as they are now. */
const shapeOf = (story: readonly StoryParagraph[]) => {
  const now = story.filter(({ cell, endMark }) => isAfter(cell?.mark) && isAfter(endMark))
  const cells = new Set(now.flatMap(({ cell }) => (cell ? [`${cell.row} ${cell.column}`] : [])))
  return { cells: cells.size, numbers: now.flatMap(({ number }) => number ?? []).join(' ') }
}

interface Outcome {
  readonly opened: boolean
  readonly rejected: boolean
  readonly accepted: boolean
  readonly tables: boolean
  readonly numbers: boolean
  readonly changes: number
}
const nothing: Outcome = {
  opened: false,
  rejected: false,
  accepted: false,
  tables: false,
  numbers: false,
  changes: 0,
}

async function outcomeOf({ name, before, after }: Pair, redline: Buffer): Promise<Outcome> {
  if (values.keep !== undefined) writeFileSync(join(values.keep, `${name}.docx`), redline)
  const [story, old, now] = [await readStory(redline), await readStory(before), await readStory(after)]
  const [made, wanted] = [shapeOf(story), shapeOf(now)]
  return {
    opened: true,
    rejected: plainText(story, isBefore) === plainText(old, isAfter),
    accepted: plainText(story, isAfter) === plainText(now, isAfter),
    tables: made.cells === wanted.cells,
    numbers: made.numbers === wanted.numbers,
    changes: listChanges(story).changes.length,
  }
}

/** The most memory that a process started from here has had, where the system says so. */
function watchMemory() {
  let most = 0
  const timer = setInterval(() => {
    const children = `/proc/self/task/${process.pid}/children`
    if (!existsSync(children)) return
    for (const id of readFileSync(children, 'utf8').split(' ').filter(Boolean)) {
      const status = existsSync(`/proc/${id}/status`) ? readFileSync(`/proc/${id}/status`, 'utf8') : ''
      most = Math.max(most, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0))
    }
  }, 20)
  return () => {
    clearInterval(timer)
    return Math.round(most / 1024)
  }
}

async function measure(pairs: readonly Pair[]): Promise<void> {
  const totals = new Map<string, number>()
  const count = (name: string) => totals.set(name, (totals.get(name) ?? 0) + 1)
  for (const pair of pairs) {
    const memory = watchMemory()
    const loop = startLoopWatch()
    // real time: how long it takes
    const since = performance.now()
    const compared = await compareDocuments(pair.before, pair.after).catch(String)
    const seconds = (performance.now() - since) / 1_000
    const { longestTurn } = loop.take()
    loop.stop()
    const most = memory()
    const outcome = typeof compared === 'string' ? nothing : await outcomeOf(pair, compared)
    if (typeof compared === 'string') console.log(compared)
    const wrong = Object.entries(outcome).flatMap(([name, is]) => (is === false ? [name] : []))
    for (const [name, is] of Object.entries(outcome)) if (is === true) count(name)
    const figures = `${seconds.toFixed(1)} s, ${most} MB, loop ${Math.round(longestTurn)} ms, ${outcome.changes} changes`
    console.log(`${pair.name}: ${figures}${wrong.length > 0 ? `, NOT ${wrong.join(', ')}` : ''}`)
  }
  for (const [name, right] of totals) console.log(`${name}: ${right} of ${pairs.length}`)
}

if (values.keep !== undefined) mkdirSync(values.keep, { recursive: true })
if (values.sizes) await measure(sizes())
else if (existsSync(folder)) await measure(pairsIn(folder))
else console.log(`There is no folder ${folder}: nothing was compared.`)
