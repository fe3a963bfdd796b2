// One row of a table, as the kind of import reads it: by property, each text in the way that its column is written.
// What is wrong is collected, so that a row is reported once with everything.
import { type InputProblem, InputError, RefusedInputError } from '../../platform/errors.ts'
import type { ImportKind, ImportProperty, PropertyType } from '../import-kind.ts'
import { type Mapping, patternOf } from '../mapping.ts'
import { readDayIn } from '../reading/dates.ts'
import { readNumber } from '../reading/numbers.ts'
import type { ReadColumn } from '../reading/columns.ts'
import { refusalOf } from '../../platform/postgres/constraint-refusal.ts'
import type { Found } from './lookups.ts'

/** What is wrong with a row. */
export interface Problem {
  /** Null for the row as a whole. */
  readonly property: string | null
  readonly column: number | null
  /** The text as it is in the table. */
  readonly found: string
  /** What is wrong, and what would be right. */
  readonly problem: string
  /** Texts that could be meant. */
  readonly suggestions: readonly string[]
}

/** What becomes of the rows that have warnings: only the values in them that have a place, all of them, or no row. */
export const warningChoices = ['KeepValues', 'DropValues', 'SkipRows'] as const
export type WarningChoice = (typeof warningChoices)[number]

/** A row that cannot be made as it is. */
export class WrongRow extends Error {
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(problems.map(({ problem }) => problem).join(' '))
    this.problems = problems
  }
}

/** How a property of every row is read. */
interface Reading {
  readonly property: ImportProperty
  /** Undefined for what every row has. */
  readonly column: number | undefined
  readonly always: string
  /** Undefined for columns of neither days nor numbers, and while somebody has to choose. */
  readonly pattern: string | undefined
  readonly values: ReadonlyMap<string, string>
}

/** How the rows of a table are read, by property. */
export type Plan = ReadonlyMap<string, Reading>

/** How days and numbers are written where nobody says so. */
const plainPattern = (type: PropertyType) => (type === 'number' ? '1,234.56' : 'yyyy-mm-dd')

const fixed = (property: ImportProperty, text: string): Reading => ({
  property,
  column: undefined,
  always: text,
  pattern: plainPattern(property.type),
  values: new Map(),
})

/** A row of no table: its texts by the names of the properties. */
export function rowOf(texts: ReadonlyMap<string, string>, properties: readonly ImportProperty[]): Row {
  const byName = new Map(properties.map((property) => [property.name, property]))
  const readings = [...texts].map(([name, text]) => {
    const property = byName.get(name)
    if (!property) throw new Error(`There is no property ${name} of such a row.`)
    return [name, fixed(property, text)] as const
  })
  return new Row([], new Map(readings))
}

/** The plan of a mapping. */
export function planOf(
  mapping: Mapping,
  columns: readonly ReadColumn[],
  properties: readonly ImportProperty[],
): Plan {
  const byName = new Map(properties.map((property) => [property.name, property]))
  const mapped = mapping.columns.flatMap(({ column, ...one }): Reading[] => {
    const property = byName.get(one.property)
    const read = columns[column - 1]
    if (!property || !read) return []
    const values = new Map(one.values.map(({ from, to }) => [from.trim(), to]))
    return [{ property, column, always: '', pattern: patternOf(one, read, property.type), values }]
  })
  const always = mapping.always.flatMap(({ property: name, text }): Reading[] => {
    const property = byName.get(name)
    return property ? [fixed(property, text)] : []
  })
  return new Map([...always, ...mapped].map((reading) => [reading.property.name, reading]))
}

const truths = new Map<string, boolean>([
  ...['yes', 'y', 'true', '1', 'x', 'on', 'ja', 'oui', 'si', 'sí'].map((word) => [word, true] as const),
  ...['no', 'n', 'false', '0', '-', 'off', 'nein', 'non'].map((word) => [word, false] as const),
])

/** A cell: the text that counts, and the one that is written there. */
interface Cell {
  readonly text: string
  readonly written: string
  /** Whether somebody has said what the text means. */
  readonly settled: boolean
}

export class Row {
  readonly #cells: readonly string[]
  readonly #plan: Plan
  readonly #problems: Problem[] = []
  readonly #warnings: Problem[] = []

  constructor(cells: readonly string[], plan: Plan) {
    this.#cells = cells
    this.#plan = plan
  }

  /** The text of a property; undefined for none. */
  text(name: string): string | undefined {
    return this.#cell(name)?.text
  }

  /** Whether somebody has said that the text means what it says. */
  isSettled(name: string): boolean {
    return this.#cell(name)?.settled ?? false
  }

  /** A day, with its time where one is written: `2026-05-06T00:00:00`. */
  day(name: string): string | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const pattern = this.#plan.get(name)?.pattern
    const read = readDayIn(text, pattern)
    if (read !== undefined) return read
    return this.wrong(
      name,
      pattern === undefined
        ? 'can be read as different days: choose how the days of this column are written.'
        : `must be a day in the calendar, written like the others of its column: ${pattern}.`,
    )
  }

  /** A number as an exact decimal. */
  number(name: string): string | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const pattern = this.#plan.get(name)?.pattern
    const read = pattern === undefined ? undefined : readNumber(text, pattern)
    if (read !== undefined) return read
    return this.wrong(
      name,
      pattern === undefined
        ? 'can be read as different numbers: choose how the numbers of this column are written.'
        : `must be a number, written like the others of its column: ${pattern}.`,
    )
  }

  truth(name: string): boolean | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    return truths.get(text.toLowerCase()) ?? this.wrong(name, 'must be yes or no.')
  }

  /** One of several words, in any case and with or without spaces; or what one of them is called. */
  choice<const Word extends string>(
    name: string,
    words: readonly Word[],
    called: readonly { readonly word: string; readonly name: string }[] = [],
  ): Word | undefined {
    const text = this.text(name)
    if (text === undefined) return undefined
    const bare = (word: string) => word.replace(/[\s_-]/g, '').toLowerCase()
    const named = called.find((each) => bare(each.name) === bare(text))?.word
    const found = words.find((word) => bare(word) === bare(named ?? text))
    return found ?? this.wrong(name, `must be one of ${words.join(', ')}.`, words)
  }

  /** The parts of a text that lists several things. */
  list(name: string): readonly string[] {
    return (this.text(name) ?? '')
      .split(/[;\n|]/)
      .map((part) => part.trim())
      .filter((part) => part !== '')
  }

  /** What the text means; `what` it should be completes "must be …". */
  async meant<Of>(
    name: string,
    find: (text: string) => Promise<Found<Of>>,
    what: string,
  ): Promise<Of | undefined> {
    const text = this.text(name)
    return text === undefined ? undefined : this.#found(name, await find(text), what)
  }

  /** What each part of a text means. */
  async eachMeant<Of>(
    name: string,
    find: (text: string) => Promise<Found<Of>>,
    what: string,
  ): Promise<readonly Of[]> {
    const all: Of[] = []
    for (const part of this.list(name)) {
      const found = this.#found(name, await find(part), what, part)
      if (found !== undefined) all.push(found)
    }
    return all
  }

  #found<Of>(name: string, found: Found<Of>, what: string, part?: string): Of | undefined {
    if ('is' in found) return found.is
    const which = part === undefined ? '' : ` ("${part.slice(0, 100)}" is not)`
    const { like, others = [] } = found
    const advice =
      like.length > 0
        ? ` Similar: ${like.join('; ')}.`
        : others.length > 0
          ? ` Such as: ${others.join('; ')}.`
          : ''
    return this.wrong(name, `must be ${what}${which}.${advice}`, like.length > 0 ? like : others)
  }

  /** Notes what is wrong with a property, as words that follow its name. */
  wrong(name: string, reason: string, suggestions: readonly string[] = []): undefined {
    this.#problems.push(this.#problem(name, reason, suggestions))
    return undefined
  }

  /** Notes, as a sentence, what is odd about a property of a row that can be made all the same. */
  warn(name: string, sentence: string): void {
    this.#warnings.push({ ...this.#problem(name, ''), found: '', problem: sentence })
  }

  get warnings(): readonly Problem[] {
    return this.#warnings
  }

  /** Throws WrongRow if anything is wrong so far, also for what every row must have. */
  refuse(): void {
    for (const { property } of this.#plan.values()) {
      if (property.required && this.text(property.name) === undefined)
        this.wrong(property.name, 'is missing.')
    }
    if (this.#problems.length > 0) throw new WrongRow(this.#problems)
  }

  /** What an operation refused of this row; undefined for what is no fault of the row. */
  problemsOf(
    error: unknown,
    { inputNames, partOf }: Pick<ImportKind, 'inputNames' | 'partOf'>,
  ): readonly Problem[] | undefined {
    if (error instanceof WrongRow) return error.problems
    if (error instanceof InputError || error instanceof RefusedInputError) {
      return error.problems.map((problem) => this.#asProblem(problem, inputNames))
    }
    const refusal = refusalOf(error)
    // the row named a record that is there
    if (partOf && (refusal?.status === 403 || refusal?.status === 404))
      return [
        this.#problem(
          partOf.property,
          `is there, but you may not change it. Somebody in the group ${partOf.group} can import this; another administrator can put you into it.`,
        ),
      ]
    return refusal && [{ property: null, column: null, found: '', problem: refusal.message, suggestions: [] }]
  }

  #asProblem({ path, reason }: InputProblem, names: ReadonlyMap<string, string>): Problem {
    const property = typeof path === 'string' ? (names.get(path) ?? path) : `fields.${path.apiName}`
    if (typeof reason !== 'string') return { ...this.#problem(property, ''), problem: reason.sentence }
    // the forms name the field beside the name of the wire, which people do not know
    const { title, rest } = /^\((?<title>.*)\) (?<rest>is missing.*)$/s.exec(reason)?.groups ?? {}
    const problem = this.#problem(property, rest ?? reason)
    return title === undefined ? problem : { ...problem, problem: `${title} ${rest}` }
  }

  /** A problem with a property, as words that follow its name. */
  #problem(property: string, reason: string, suggestions: readonly string[] = []): Problem {
    const reading = this.#plan.get(property)
    return {
      property,
      column: reading?.column ?? null,
      found: this.#cell(property)?.written ?? '',
      problem: `${reading?.property.label ?? property} ${reason}`,
      suggestions,
    }
  }

  #cell(name: string): Cell | undefined {
    const reading = this.#plan.get(name)
    if (!reading) return undefined
    const written = reading.column === undefined ? '' : (this.#cells[reading.column - 1] ?? '').trim()
    const other = reading.values.get(written)
    const text = (other ?? (written === '' ? reading.always : written)).trim()
    return text === '' ? undefined : { text, written, settled: other !== undefined }
  }
}
