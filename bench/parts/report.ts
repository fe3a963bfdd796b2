// The figures of a benchmark, as a table for people and as JSON for programs.
import { writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'

/** The median of the rounds, the least and the most. */
export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

export interface Figure {
  readonly name: string
  /** What is counted: requests when nothing is said. */
  readonly unit?: string
  readonly perSecond?: Spread
  /** To each base in the same round, by name. */
  readonly ratios?: Readonly<Record<string, Spread>>
  /** Processor time for each one, in milliseconds: of all processes of the server, and of all of the database. */
  readonly serverMs?: Spread
  readonly databaseMs?: Spread
  /** The ratio to the first base that is to be reached. */
  readonly goal?: number
  /** Other figures, by name with their unit: `{ 'p99 (ms)': … }`. */
  readonly more?: Readonly<Record<string, Spread | number>>
}

/** The spread of a figure over the rounds. */
export function spreadOf(all: readonly number[]): Spread {
  const sorted = all.toSorted((a, b) => a - b)
  const at = (place: number) => sorted[Math.round(place * (sorted.length - 1))] ?? Number.NaN
  return { median: at(0.5), min: at(0), max: at(1) }
}

const digitsOf = (value: number) => (value >= 100 ? 0 : value >= 10 ? 1 : value >= 0.1 ? 2 : 4)

function inWords(figure: Spread | number | undefined): string {
  if (figure === undefined) return ''
  if (typeof figure === 'number') return figure.toFixed(digitsOf(figure))
  const digits = digitsOf(figure.median)
  const [median, min, max] = [figure.median, figure.min, figure.max].map((each) => each.toFixed(digits))
  return `${median} [${min}..${max}]`
}

const columns: Readonly<Record<string, (figure: Figure) => string>> = {
  what: ({ name }) => name,
  'per second': ({ perSecond, unit }) =>
    perSecond ? `${inWords(perSecond)}${unit === undefined ? '' : ` ${unit}`}` : '',
  'server ms': ({ serverMs }) => inWords(serverMs),
  'database ms': ({ databaseMs }) => inWords(databaseMs),
  ratio: ({ ratios }) =>
    Object.entries(ratios ?? {})
      .map(([base, ratio]) => `${inWords(ratio)} of ${base}`)
      .join('; '),
  goal: ({ goal }) => (goal === undefined ? '' : `>= ${goal}`),
  more: ({ more }) =>
    Object.entries(more ?? {})
      .map(([name, figure]) => `${name} ${inWords(figure)}`)
      .join('; '),
}

/** Prints the figures: medians [least..most]; columns in which nothing would be are left out. */
export function printFigures(title: string, figures: readonly Figure[]): void {
  const rows = figures.map((figure) => Object.values(columns).map((cell) => cell(figure)))
  const used = Object.keys(columns).flatMap((_, place) =>
    rows.some((row) => row[place] !== '') ? [place] : [],
  )
  const all = [Object.keys(columns), ...rows].map((row) => used.map((place) => row[place] ?? ''))
  const widths = used.map((_, place) => Math.max(...all.map((row) => row[place]?.length ?? 0)))
  console.log(`\n${title}: medians [least..most]; ms are processor time of each one`)
  for (const row of all)
    console.log(`  ${row.map((cell, place) => cell.padEnd(widths[place] ?? 0)).join('  ')}`.trimEnd())
}

/** Writes the figures of one or more benchmarks, with the machine that they are from. */
export async function writeFigures(
  file: string,
  benchmarks: Readonly<Record<string, readonly Figure[]>>,
): Promise<void> {
  const processors = cpus()
  const machine = { cores: processors.length, model: processors[0]?.model, node: process.version }
  await writeFile(file, `${JSON.stringify({ at: new Date(), machine, benchmarks }, null, 2)}\n`)
}
