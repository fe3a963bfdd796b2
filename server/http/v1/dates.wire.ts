// Times as v1 writes and reads them.
import { readLocalTime, zoneAtEnd } from '../../platform/local-time.ts'

/** A moment in UTC without zone suffix: `2022-10-11T23:54:04.017`. */
export const utcText = (moment: Date): string => moment.toISOString().slice(0, -1)

/** The same for a moment that may not have come. */
export const utcTextOrNull = (moment: Date | null): string | null => (moment ? utcText(moment) : null)

/** A moment that a caller writes: without a zone it is UTC, and a day alone is its first moment; undefined for what is none. */
export function readMoment(value: unknown): Date | undefined {
  if (typeof value !== 'string') return undefined
  const zone = zoneAtEnd.exec(value.slice(16))?.[0] ?? ''
  const time = readLocalTime(value.slice(0, value.length - zone.length))
  const moment = new Date(`${time}${zone.toUpperCase() || 'Z'}`)
  return time === undefined || Number.isNaN(moment.getTime()) ? undefined : moment
}
