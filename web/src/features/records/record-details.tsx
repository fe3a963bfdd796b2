// What is known of a record: its form in the middle, with its people and what it belongs to beside it.
import type { ReactNode } from 'react'
import { lazily } from '../../components/lazily.tsx'
import { DatesPanel } from './parts/dates-panel.tsx'
import { FactsPanel } from './parts/facts-panel.tsx'
import { FormPanel } from './parts/form-panel.tsx'
import { RelatedPanel } from './parts/related-panel.tsx'
import { StatusPanel } from './parts/status-panel.tsx'
import { PeoplePanel } from './people/people-panel.tsx'
import type { RecordOverview } from './record-calls.ts'
import classes from './record-page.module.css'
import type { RecordRef } from './records.ts'
import { recordTexts as texts } from './texts.ts'

const OlderForm = lazily(() => import('./parts/older-form.tsx'), 'OlderForm')
const AskedPanel = lazily(() => import('../intake/asked-panel.tsx'), 'AskedPanel')

/** `beside` are panels that only the kind has; `first` and `people` are its own facts. */
export function RecordDetails(props: {
  target: RecordRef
  overview: RecordOverview
  beside?: ReactNode
  first?: ReactNode
  people?: ReactNode
}) {
  const { target, overview, beside, first, people } = props
  return (
    <div className={classes.columns}>
      <div className={classes.middle}>
        {overview.request ? <AskedPanel requestId={overview.request.id} /> : null}
        <FormPanel
          target={target}
          overview={overview}
          title={overview.record.type?.name ?? texts.details.form}
        />
        {overview.olderForm ? <OlderForm target={target} overview={overview} /> : null}
        <FactsPanel target={target} overview={overview} first={first} people={people} />
      </div>
      <div className={classes.aside}>
        <StatusPanel latest={overview.latestStatus} />
        <PeoplePanel target={target} overview={overview} />
        <DatesPanel dates={overview.nextDates} />
        {beside}
        <RelatedPanel target={target} overview={overview} />
      </div>
    </div>
  )
}
