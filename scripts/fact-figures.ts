// `npm run fact-figures -- <folder> [--half first|second] [--differences]`: precision and recall of what is read from
// the labelled contracts of a folder (`labels.csv` and `text/`), by fact. The half is that of the sorted file names.
// With --differences it lists what was read otherwise than the lawyers did.
import { parseArgs } from 'node:util'
import { readLabelled } from '../test/fact-figures/labels.ts'
import { type Figures, measure, precision, recall } from '../test/fact-figures/measure.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { half: { type: 'string' }, differences: { type: 'boolean' } },
})
const [folder] = positionals
if (folder === undefined) {
  console.error('Name the folder: npm run fact-figures -- ../shared/data/contracts-labelled')
  process.exit(1)
}

const all = readLabelled(folder)
const middle = Math.ceil(all.length / 2)
const halves = { first: all.slice(0, middle), second: all.slice(middle) }
const contracts = values.half === 'first' || values.half === 'second' ? halves[values.half] : all
const { figures, misses } = measure(contracts)

const percent = (part: number) => part.toFixed(2).padStart(5)
const line = (figure: Figures) =>
  [
    figure.kind.padEnd(14),
    percent(precision(figure)),
    percent(recall(figure)),
    ...[figure.read, figure.right, figure.wanted, figure.found, figure.leftOut].map((count) =>
      String(count).padStart(7),
    ),
    ...Object.values(figure.byCertainty).map(({ read, right }) =>
      (read === 0 ? '-' : `${right}/${read}`).padStart(9),
    ),
  ].join(' ')

console.log(`${contracts.length} contracts`)
console.log(
  'fact           prec. recall    read   right  wanted   found    left   certain    likely  possible',
)
for (const figure of figures) console.log(line(figure))
if (values.differences)
  for (const { file, kind, read, wanted } of misses)
    console.log(`${file} ${kind}: read ${JSON.stringify(read)}, answered ${JSON.stringify(wanted)}`)
