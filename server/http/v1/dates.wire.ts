// Times as v1 writes and reads them.
import { readLocalTime, zoneAtEnd } from '../../platform/time/local-time.ts'

/** A time in UTC without zone suffix: `2022-10-11T23:54:04.017`. */
export const utcText = (moment: Date): string => moment.toISOString().slice(0, -1)

/** The same for a time that may be null. */
export const utcTextOrNull = (moment: Date | null): string | null => (moment ? utcText(moment) : null)

/** A time written by a caller: without a zone it is UTC, and a date alone is midnight; undefined if invalid. */
export function readMoment(value: unknown): Date | undefined {
  if (typeof value !== 'string') return undefined
  const zone = zoneAtEnd.exec(value.slice(16))?.[0] ?? ''
  const time = readLocalTime(value.slice(0, value.length - zone.length))
  const moment = new Date(`${time}${zone.toUpperCase() || 'Z'}`)
  return time === undefined || Number.isNaN(moment.getTime()) ? undefined : moment
}
