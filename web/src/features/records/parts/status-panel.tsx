// The latest status message of a record.
import { useFormat } from '../../../components/format-context.ts'
import type { RecordOverview } from '../record-calls.ts'
import { recordTexts } from '../texts.ts'
import { SidePanel } from './side-panel.tsx'
import classes from './side-panel.module.css'

const texts = recordTexts.status

export function StatusPanel({ latest }: { latest: RecordOverview['latestStatus'] }) {
  const format = useFormat()
  return (
    <SidePanel title={texts.title}>
      {latest ? (
        <>
          <p className={classes.words}>{latest.message}</p>
          <p className={classes.quiet} title={format.exactly(latest.created.dateUtc)}>
            {texts.by(latest.created.userName, format.relative(latest.created.dateUtc))}
          </p>
        </>
      ) : (
        <p className={classes.quiet}>{texts.none}</p>
      )}
    </SidePanel>
  )
}
