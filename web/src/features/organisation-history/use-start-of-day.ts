// When a day begins for the person who filters by days.
import { useFormat } from '../../components/format-context.ts'

const DAY = 86_400_000

/** The instant at which a day (2026-03-02) begins in the person's time zone. */
export function useStartOfDay(): (day: string) => string {
  const format = useFormat()
  return (day) => format.startOfDay((Date.parse(day) - Date.parse(format.today())) / DAY)
}
