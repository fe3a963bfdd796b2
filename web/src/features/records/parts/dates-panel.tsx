// What comes next on a record.
import { useFormat } from '../../../components/format-context.ts'
import type { RecordOverview } from '../record-calls.ts'
import { recordTexts } from '../texts.ts'
import { SidePanel } from './side-panel.tsx'
import classes from './side-panel.module.css'

export function DatesPanel({ dates }: { dates: RecordOverview['nextDates'] }) {
  const format = useFormat()
  const texts = recordTexts.dates
  return (
    <SidePanel title={texts.title}>
      {dates.length === 0 ? (
        <p className={classes.quiet}>{texts.none}</p>
      ) : (
        <ul className={classes.list}>
          {dates.map(({ kind, id, name, date }) => (
            <li key={`${kind}-${id}`} className={classes.line}>
              <span>{name}</span>
              <span className={classes.when} title={format.dateTime(date)}>
                {format.day(date)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </SidePanel>
  )
}
