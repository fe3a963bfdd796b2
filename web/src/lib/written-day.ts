// Days as people write them, where they are pasted or typed as text.

const isoDay = (year: number, month: number, day: number): string | undefined => {
  const at = new Date(Date.UTC(year, month - 1, day))
  const isReal = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  return isReal && year >= 1900 && year <= 9999 ? at.toISOString().slice(0, 10) : undefined
}

const english = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** How the person writes days. */
export interface DayWriting {
  /** Such as `dd/mm/yyyy`. */
  readonly datePattern: string
  /** A day as the person reads it. */
  readonly date: (day: string) => string
}

/** A day such as `2026-05-06`, or a sentence about why it is none. */
export type ReadDay = { readonly day: string } | { readonly problem: string }

/**
 * Reads a day: with its year first, with the name of its month, or in the order in which the person writes days. Of two
 * digits for a year the century is 2000.
 */
export function readDay(text: string, writing: DayWriting): ReadDay {
  const written = text.normalize('NFKC').trim()
  const day = yearFirst(written) ?? named(written, writing) ?? ordered(written, writing)
  return day === undefined
    ? {
        problem: `That is not a day. Write it like ${writing.datePattern}, such as ${writing.date('2027-03-31')}.`,
      }
    : { day }
}

function yearFirst(text: string): string | undefined {
  const [, year, month, day] = /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})\.?(?:T[\d:.Z+-]+)?$/.exec(text) ?? []
  return year === undefined ? undefined : isoDay(Number(year), Number(month), Number(day))
}

/** 31 March 2027, March 31st, 2027, 31. Mär 2027 */
function named(text: string, { date }: DayWriting): string | undefined {
  const words = text.toLowerCase().match(/\p{L}+|\d+/gu) ?? []
  const month = words.map((word) => monthOf(word, date)).find((each) => each > 0)
  const numbers = words.filter((word) => /^\d/.test(word)).map(Number)
  const year = numbers.find((each) => each > 99)
  const day = numbers.find((each) => each <= 31)
  if (month === undefined || numbers.length !== 2 || year === undefined || day === undefined) return undefined
  return isoDay(year, month, day)
}

/** Of its name in English or in the language of the person, from three letters; 0 for no month. */
function monthOf(word: string, date: DayWriting['date']): number {
  if (word.length < 3 || /^\d/.test(word)) return 0
  const own = english.map((_, index) => date(`2027-${String(index + 1).padStart(2, '0')}-01`).toLowerCase())
  const inEnglish = english.findIndex((name) => word.startsWith(name))
  return (inEnglish >= 0 ? inEnglish : own.findIndex((name) => name.includes(word.slice(0, 3)))) + 1
}

/** 31/03/2027, 31.3.27: where it is a day in one order only, the other order is no reason to refuse it. */
function ordered(text: string, { datePattern }: DayWriting): string | undefined {
  const [, one, two, written] = /^(\d{1,2})[-/. ]+(\d{1,2})[-/. ]+(\d{4}|\d{2})\.?$/.exec(text) ?? []
  if (written === undefined) return undefined
  const year = Number(written.padStart(4, '20'))
  const [first, second] = [Number(one), Number(two)]
  const dayFirst = isoDay(year, second, first)
  const monthFirst = isoDay(year, first, second)
  return /^m/i.test(datePattern) ? (monthFirst ?? dayFirst) : (dayFirst ?? monthFirst)
}
