// Recurrences of key dates (RRULE of RFC 5545) as text. What has no text of its own is read part by part.

/** The recurrences that are offered. */
export const usualRepeats = [
  'FREQ=MONTHLY',
  'FREQ=MONTHLY;INTERVAL=3',
  'FREQ=MONTHLY;INTERVAL=6',
  'FREQ=YEARLY',
]

const units: Readonly<Record<string, string>> = {
  DAILY: 'day',
  WEEKLY: 'week',
  MONTHLY: 'month',
  YEARLY: 'year',
}
const days: Readonly<Record<string, string>> = {
  MO: 'Monday',
  TU: 'Tuesday',
  WE: 'Wednesday',
  TH: 'Thursday',
  FR: 'Friday',
  SA: 'Saturday',
  SU: 'Sunday',
}

/** "Every 3 months, on the last day"; a rule that cannot be put so is "Repeats by a rule of its own". */
export function repeatOf(rule: string): string {
  const parts = new Map(rule.split(';').map((part) => [part.split('=')[0] ?? '', part.split('=')[1] ?? '']))
  const unit = units[parts.get('FREQ') ?? '']
  const known = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYMONTHDAY', 'BYDAY', 'WKST']
  const every = Number(parts.get('INTERVAL') ?? 1)
  const weekday = dayOf(parts.get('BYDAY'))
  const monthday = monthdayOf(parts.get('BYMONTHDAY'))
  const isReadable =
    weekday !== undefined && monthday !== undefined && [...parts.keys()].every((key) => known.includes(key))
  if (unit === undefined || !isReadable) return 'Repeats by a rule of its own'
  const words = [every === 1 ? `Every ${unit}` : `Every ${every} ${unit}s`, weekday, monthday, endOf(parts)]
  return words.filter((word) => word !== '').join(', ')
}

function dayOf(day: string | undefined): string | undefined {
  if (day === undefined) return ''
  const names = day.split(',').map((each) => days[each])
  return names.includes(undefined) ? undefined : `on ${names.join(', ')}`
}

function monthdayOf(day: string | undefined): string | undefined {
  if (day === undefined) return ''
  if (day === '-1') return 'on the last day'
  return /^\d+$/.test(day) ? `on day ${day}` : undefined
}

function endOf(parts: ReadonlyMap<string, string>): string {
  const until = /^(\d{4})(\d\d)(\d\d)/.exec(parts.get('UNTIL') ?? '')
  if (until) return `until ${until.slice(1).join('-')}`
  const count = parts.get('COUNT')
  return count === undefined ? '' : count === '1' ? 'once more' : `${count} times`
}
