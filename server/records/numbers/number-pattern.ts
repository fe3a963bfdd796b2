// The patterns by which an organisation numbers its records.
//
// pattern   how the numbers of a kind, or of one of its types, are written: MAT-2026-0042
// series    the numbers that are counted together: those of a prefix, and of a year where each begins at 1 again
import { sql } from 'kysely'
import { todayIn } from '../../platform/time/local-time.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import type { RecordKindName } from '../kinds.ts'

/** What stands between the prefix, the year and the running number. */
export const separators = ['-', '/', '.'] as const
/** Which year is in the number: a financial year is named by the year in which it ends. */
export const numberYears = ['None', 'Calendar', 'Financial'] as const

export interface NumberPattern {
  readonly kind: RecordKindName
  /** The type whose records it numbers; null for those of all types without a pattern of their own. */
  readonly typeId: number | null
  /** Letters, digits and `-_./`; empty only with a year. */
  readonly prefix: string
  readonly separator: (typeof separators)[number]
  readonly year: (typeof numberYears)[number]
  /** Whether each year begins at 1. */
  readonly restarts: boolean
  /** Shorter numbers get zeros in front. */
  readonly digits: number
}

/** The pattern for a new record of this type; undefined without one. */
export const patternFor = (
  patterns: readonly NumberPattern[],
  { kind, typeId }: { readonly kind: RecordKindName; readonly typeId: number },
): NumberPattern | undefined =>
  patterns.find((each) => each.kind === kind && each.typeId === typeId) ??
  patterns.find((each) => each.kind === kind && each.typeId === null)

/** What precedes the running number. */
const stemOf = ({ prefix, separator, year }: NumberPattern, inYear: string): string =>
  [prefix, year === 'None' ? '' : inYear]
    .filter((part) => part !== '')
    .map((part) => part + separator)
    .join('')

/** The number as it is written. */
export const numberText = (pattern: NumberPattern, inYear: string, number: number): string =>
  `${stemOf(pattern, inYear)}${String(number).padStart(pattern.digits, '0')}`

/** The name of the series that a number of this year belongs to. */
export const seriesOf = (pattern: NumberPattern, inYear: string): string =>
  stemOf(pattern, pattern.restarts ? inYear : '{year}').toLowerCase()

/** Finds the running number in the lower-case text of a number of the series: for JavaScript and PostgreSQL alike. */
export const seriesExpression = (series: string): string =>
  `^${series
    .split('{year}')
    .map((part) => part.replaceAll('.', '[.]'))
    .join('\\d{4}')}(\\d{1,9})$`

/** The year that the pattern writes at this moment; empty without one. */
export async function yearOf(
  db: Reader,
  organisationId: number,
  { pattern, now }: { readonly pattern: NumberPattern; readonly now: Date },
): Promise<string> {
  if (pattern.year === 'None') return ''
  const { time_zone, end } = await db
    .selectFrom('organisations as o')
    .leftJoin('financial_settings as s', 's.organisation_id', 'o.id')
    .where('o.id', '=', organisationId)
    .select([
      'o.time_zone',
      sql<string>`coalesce(lpad(s.year_end_month::text, 2, '0') || '-' || lpad(s.year_end_day::text, 2, '0'), '12-31')`.as(
        'end',
      ),
    ])
    .executeTakeFirstOrThrow()
  const day = todayIn(time_zone, now).day(0)
  const year = Number(day.slice(0, 4))
  return String(pattern.year === 'Financial' && day.slice(5) > end ? year + 1 : year)
}
