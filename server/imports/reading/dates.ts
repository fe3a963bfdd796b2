// Days as people and other systems write them. A column is read in one way from its first row to its last: which ways
// fit all its texts is found out, and where two of them say different days, somebody has to decide.
import { readLocalTime } from '../../platform/time/local-time.ts'

const months = [
  ['jan', 'january'],
  ['feb', 'february'],
  ['mar', 'march'],
  ['apr', 'april'],
  ['may', 'may'],
  ['jun', 'june'],
  ['jul', 'july'],
  ['aug', 'august'],
  ['sep', 'sept', 'september'],
  ['oct', 'october'],
  ['nov', 'november'],
  ['dec', 'december'],
]
const monthNumbers = new Map(
  months.flatMap((names, index) => names.map((name) => [name, index + 1] as const)),
)

const day = '(?<day>\\d{1,2})'
const month = '(?<month>\\d{1,2})'
const monthName = '(?<month>[A-Za-z]{3,9})\\.?'
const year = '(?<year>\\d{4})'
const shortYear = '(?<year>\\d{2})'
const time =
  '(?:[T ,]+(?<time>\\d{1,2}:\\d{2}(?::\\d{2})?)(?:\\.\\d{1,9})?(?: ?(?<half>[AaPp])\\.?[Mm]\\.?)?(?:Z|[+-]\\d\\d:?\\d\\d)?)?'

const patternOf = (text: string) => new RegExp(`^${text}${time}$`)

/** The ways in which days are read, by the name that people choose them by. The earlier ones are likelier. */
const patterns: ReadonlyMap<string, RegExp> = new Map([
  ['yyyy-mm-dd', patternOf(`${year}-${month}-${day}`)],
  ['dd/mm/yyyy', patternOf(`${day}/${month}/${year}`)],
  ['mm/dd/yyyy', patternOf(`${month}/${day}/${year}`)],
  ['dd.mm.yyyy', patternOf(`${day}\\. ?${month}\\. ?${year}`)],
  ['dd-mm-yyyy', patternOf(`${day}-${month}-${year}`)],
  ['mm-dd-yyyy', patternOf(`${month}-${day}-${year}`)],
  ['yyyy/mm/dd', patternOf(`${year}/${month}/${day}`)],
  ['yyyy.mm.dd', patternOf(`${year}\\.${month}\\.${day}`)],
  ['dd month yyyy', patternOf(`${day}(?:st|nd|rd|th)?[ -]${monthName}[ -]${year}`)],
  ['month dd, yyyy', patternOf(`${monthName} ${day}(?:st|nd|rd|th)?,? ${year}`)],
  ['dd/mm/yy', patternOf(`${day}/${month}/${shortYear}`)],
  ['mm/dd/yy', patternOf(`${month}/${day}/${shortYear}`)],
  ['dd.mm.yy', patternOf(`${day}\\. ?${month}\\. ?${shortYear}`)],
  ['dd month yy', patternOf(`${day}[ -]${monthName}[ -]${shortYear}`)],
  ['yyyymmdd', /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})$/],
])

/** The names of the ways. */
export const datePatterns: readonly string[] = [...patterns.keys()]

/** Ways in which a text is one day only, whatever the others of its column say. */
const plain = ['yyyy-mm-dd', 'yyyy/mm/dd', 'yyyy.mm.dd', 'dd month yyyy', 'month dd, yyyy']

/**
 * The text as a local time, in the way of its column or in one in which it is one day only: with all digits of the
 * year instead of two, with the name of the month, or beginning with the year. Undefined for any other.
 */
export function readDayIn(text: string, pattern: string | undefined): string | undefined {
  const withWholeYear = pattern?.replace(/\byy$/, 'yyyy')
  for (const way of [pattern, withWholeYear, ...plain]) {
    const read = way === undefined ? undefined : readDate(text, way)
    if (read !== undefined) return read
  }
  return undefined
}

// two digits: to the end of the next decade they are of this century
const centuryTurn = 70

/** The text as a local time such as `2026-05-06T17:00:00`, at midnight without a time; undefined if it does not fit. */
export function readDate(text: string, pattern: string): string | undefined {
  const found = patterns.get(pattern)?.exec(text.trim())?.groups
  if (!found) return undefined
  const wholeYear =
    found['year']?.length === 2
      ? Number(found['year']) + (Number(found['year']) < centuryTurn ? 2000 : 1900)
      : Number(found['year'])
  const number = monthNumbers.get((found['month'] ?? '').toLowerCase()) ?? Number(found['month'])
  const written = `${String(wholeYear).padStart(4, '0')}-${two(number)}-${two(Number(found['day']))}`
  return readLocalTime(
    found['time'] === undefined ? written : `${written}T${clock(found['time'], found['half'])}`,
  )
}

const two = (number: number) => String(number).padStart(2, '0')

function clock(written: string, half: string | undefined): string {
  const [hours = '0', ...rest] = written.split(':')
  const hour =
    half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  return [two(hour), ...rest].join(':')
}
