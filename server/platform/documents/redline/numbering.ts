// The numbers that Word writes before paragraphs: the lists of a document, and counting them.

/** One level of a list. */
interface Level {
  start: number
  format: string
  /** `%1.%2`: the numbers of the levels. */
  text: string
}

interface Instance {
  readonly definition: string
  readonly starts: Map<number, number>
}

/** The lists of a document, as its reader finds them. */
export interface Lists {
  readonly definitions: Map<string, Map<number, Level>>
  readonly instances: Map<string, Instance>
}

/** The lists of a document before any were read. */
export const emptyLists = (): Lists => ({ definitions: new Map(), instances: new Map() })

/** Counts the paragraphs of one reading of a document. */
export interface Numbering {
  /** The number of the next paragraph, in this list at this level; null for bullets and unknown lists. */
  next(list: string, level: number): string | null
}

const longest = 40

/** Counting from the beginning of a part. */
export function createNumbering({ definitions, instances }: Lists): Numbering {
  // lists with one definition count on, one from the other
  const counts = new Map<string, (number | undefined)[]>()
  const started = new Set<string>()
  return {
    next(list, level) {
      const instance = instances.get(list)
      const levels = instance && definitions.get(instance.definition)
      const own = levels?.get(level)
      if (!instance || !levels || !own) return null
      const numbers = counts.get(instance.definition) ?? []
      counts.set(instance.definition, numbers)
      const override = instance.starts.get(level)
      const isFirst = !started.has(`${list} ${level}`)
      started.add(`${list} ${level}`)
      const before = isFirst && override !== undefined ? undefined : numbers[level]
      numbers[level] = before === undefined ? (override ?? own.start) : before + 1
      numbers.length = level + 1
      if (own.format === 'bullet' || own.format === 'none') return null
      const text = own.text.replaceAll(/%([1-9])/g, (_, place: string) => {
        const at = Number(place) - 1
        const of = levels.get(at)
        numbers[at] ??= of?.start ?? 1
        return written(numbers[at] ?? 1, of?.format ?? 'decimal')
      })
      return text.trim().slice(0, longest) || null
    },
  }
}

const written = (number: number, format: string): string => {
  switch (format) {
    case 'lowerLetter':
      return letters(number)
    case 'upperLetter':
      return letters(number).toUpperCase()
    case 'lowerRoman':
      return roman(number)
    case 'upperRoman':
      return roman(number).toUpperCase()
    case 'decimalZero':
      return String(number).padStart(2, '0')
    default:
      return String(number)
  }
}

// after z comes aa, as Word counts
const letters = (number: number): string =>
  number < 1
    ? String(number)
    : String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.min(9, Math.ceil(number / 26)))

const numerals: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]

function roman(number: number): string {
  if (number < 1 || number > 3_999) return String(number)
  let left = number
  return numerals
    .map(([value, text]) => {
      const times = Math.floor(left / value)
      left %= value
      return text.repeat(times)
    })
    .join('')
}
