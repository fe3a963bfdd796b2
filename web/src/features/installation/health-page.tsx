// The health of the installation, for its administrators: problems and their remedies first, then each part.
import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { stateOf } from '../../lib/states.ts'
import { FailedJobsPanel } from './failed-jobs-panel.tsx'
import { DatabasePanel, ProcessesPanel, QueuePanel, VersionsPanel } from './health-machines.tsx'
import { BackupsPanel, MailPanel, OfficePanel, StoragePanel } from './health-stores.tsx'
import { type Health, healthQuery } from './installation.ts'
import classes from './installation.module.css'
import { areas, healthStates, severities, texts } from './texts.ts'

export function HealthPage() {
  const health = useQuery(healthQuery)
  return (
    <Page title={texts.title} lead={texts.lead}>
      {health.isPending ? <PageSkeleton lines={8} /> : null}
      {health.isError ? <ErrorPanel error={health.error} retry={health.refetch} /> : null}
      {health.data === undefined ? null : <Parts health={health.data} />}
    </Page>
  )
}

function Parts({ health }: { health: Health }) {
  return (
    <>
      <ConcernsPanel health={health} />
      <ProcessesPanel processes={health.processes} />
      <QueuePanel queue={health.queue} />
      <FailedJobsPanel />
      <BackupsPanel backups={health.backups} />
      <StoragePanel storage={health.storage} />
      <MailPanel mail={health.mail} />
      <OfficePanel office={health.libreOffice} />
      <DatabasePanel database={health.database} />
      <VersionsPanel health={health} />
    </>
  )
}

function ConcernsPanel({ health: { state, concerns } }: { health: Health }) {
  return (
    <Panel title="Now">
      <div>
        <StateBadge state={stateOf(healthStates, state)} />
      </div>
      {concerns.length === 0 ? <p className={classes.text}>{texts.nothingWrong}</p> : null}
      <ul className={classes.list}>
        {concerns.map(({ area, severity, problem, remedy }) => (
          <li key={`${area} ${problem}`} className={classes.row}>
            <div className={classes.head}>
              <strong>{areas[area]}</strong>
              <StateBadge state={severities[severity]} />
            </div>
            <p className={classes.text}>{problem}</p>
            <p className={classes.remedy}>
              {texts.mend}: {remedy}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
