// A clock that keeps running from a reading.
import { useEffect, useState } from 'react'
import { formatInstant } from '../../lib/dates.ts'

/** `reading` is the platform's time, `readAt` this machine's time (milliseconds) at which it was read. */
export function RunningClock({ reading, readAt }: { reading: string; readAt: number }) {
  const [now, setNow] = useState(Date.now)

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])

  const shown = new Date(Date.parse(reading) + Math.max(0, now - readAt)).toISOString()
  return <time dateTime={shown}>{formatInstant(shown)}</time>
}
