// The retainers that are agreed with a law firm for all matters, on its page.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorAlert } from '../../../../components/error-alert.tsx'
import { lazily } from '../../../../components/lazily.tsx'
import { Panel } from '../../../../components/panel.tsx'
import { type Arrangement, generalArrangementsQuery } from './arrangement-calls.ts'
import { ArrangementCard } from './arrangement-card.tsx'
import classes from './arrangements.module.css'
import { arrangementTexts as texts } from './texts.ts'

const ArrangementDialog = lazily(() => import('./arrangement-dialog.tsx'), 'ArrangementDialog')

export function FirmRetainers({ lawFirmId }: { lawFirmId: number }) {
  const all = useQuery(generalArrangementsQuery)
  const [open, setOpen] = useState<Arrangement | 'new'>()
  if (all.isError) return <ErrorAlert error={all.error} title={texts.notLoaded} />
  if (all.data === undefined) return null
  const own = all.data.items.filter(({ firm, amount }) => firm.id === lawFirmId && amount !== null)
  return (
    <Panel title={texts.general}>
      <div className={classes.panel}>
        {own.length === 0 ? <p className={classes.quiet}>{texts.generalNone}</p> : null}
        <ul className={classes.list}>
          {own.map((each) => (
            <li key={each.id}>
              <ArrangementCard fee={each} onChange={() => setOpen(each)} />
            </li>
          ))}
        </ul>
        <Button size="xs" variant="default" onClick={() => setOpen('new')}>
          {texts.adds.Retainer}
        </Button>
      </div>
      {open ? (
        <ArrangementDialog
          matterId={null}
          kind="Retainer"
          firmId={lawFirmId}
          {...(open === 'new' ? {} : { fee: open })}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </Panel>
  )
}
