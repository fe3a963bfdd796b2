// Durations as text.

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/**
 * Seconds as "2 minutes" or "1 day 3 hours": the two largest units, the smaller one rounded up so that waiting that
 * long is enough.
 */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds))
  const first = UNITS.findIndex(([, length]) => whole >= length)
  if (first < 0) return '0 seconds'
  const smallest = UNITS[Math.min(first + 1, UNITS.length - 1)]?.[1] ?? 1
  return counted(Math.ceil(whole / smallest) * smallest)
}

/** A `Retry-After` header (seconds or a date) as an instruction; undefined if it is missing or invalid. */
export function retryAfterMessage(header: string | undefined, now = Date.now()): string | undefined {
  if (header === undefined) return undefined
  const text = header.trim()
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1000
  if (Number.isNaN(seconds)) return undefined
  return seconds <= 0 ? 'You can try again now.' : `You can try again in ${formatDuration(seconds)}.`
}

function counted(seconds: number): string {
  let rest = seconds
  const parts: string[] = []
  for (const [unit, length] of UNITS) {
    const count = Math.floor(rest / length)
    rest -= count * length
    if (count > 0) parts.push(`${count} ${unit}${count === 1 ? '' : 's'}`)
  }
  return parts.join(' ')
}
