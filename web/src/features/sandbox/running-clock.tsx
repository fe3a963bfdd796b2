// A clock that keeps running from a reading.
import { useEffect, useState } from 'react'
import { useFormat } from '../../components/format-context.ts'

/** `reading` is the platform's time, `readAt` this machine's time (milliseconds) at which it was read. */
export function RunningClock({ reading, readAt }: { reading: string; readAt: number }) {
  const format = useFormat()
  const [now, setNow] = useState(Date.now)

  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])

  const shown = new Date(Date.parse(reading) + Math.max(0, now - readAt)).toISOString()
  return <time dateTime={shown}>{format.exactly(shown)}</time>
}
