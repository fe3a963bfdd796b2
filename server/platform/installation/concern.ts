// What is wrong with an installation, in sentences that say what to do. They hold nothing that belongs to an
// organisation.

/** Attention: soon, at a quiet moment. Failing: something does not work now. */
export type Severity = 'Attention' | 'Failing'

export const healthAreas = [
  'Processes',
  'Queue',
  'Storage',
  'Backup',
  'Mail',
  'Database',
  'Clock',
  'LibreOffice',
] as const
export type HealthArea = (typeof healthAreas)[number]

export interface Concern {
  readonly area: HealthArea
  readonly severity: Severity
  /** What is wrong. */
  readonly problem: string
  /** What to do about it. */
  readonly remedy: string
}

const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** The whole part of an age in its largest unit: "3 days". */
export function ageOf(since: Date, now: Date): string {
  const age = Math.max(0, now.getTime() - since.getTime())
  const [size, unit] = age >= 2 * day ? [day, 'day'] : age >= 2 * hour ? [hour, 'hour'] : [minute, 'minute']
  const count = Math.floor(age / size)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
