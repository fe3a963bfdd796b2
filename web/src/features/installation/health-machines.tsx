// What runs: processes, background jobs, the database, versions and clocks.
import type { ReactNode } from 'react'
import { DescriptionList } from '../../components/description-list.tsx'
import { useFormat } from '../../components/format-context.ts'
import { Panel } from '../../components/panel.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { counted } from '../../lib/counted.ts'
import { state } from '../../lib/states.ts'
import type { Health } from './installation.ts'
import classes from './installation.module.css'
import { roles } from './texts.ts'

const alive = state('Running', 'good')
const silent = state('Not responding', 'wrong')

export function ProcessesPanel({ processes }: { processes: Health['processes'] }) {
  const format = useFormat()
  return (
    <Panel title="Processes">
      {processes.length === 0 ? <p className={classes.text}>No process has reported in.</p> : null}
      <ul className={classes.list}>
        {processes.map((each) => (
          <li key={each.id} className={classes.row}>
            <div className={classes.head}>
              <strong>
                Process {each.processId} on {each.host}
              </strong>
              <StateBadge state={each.alive ? alive : silent} />
            </div>
            <p className={classes.remedy}>
              Handles {roles[each.role]}. Version {each.version}, started {format.dateTime(each.started)},
              last seen {format.relative(each.lastSeen)}.
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

export function QueuePanel({ queue }: { queue: Health['queue'] }) {
  const format = useFormat()
  const { waiting, running, retrying, failed, oldestDue, jobs } = queue
  return (
    <Panel title="Background work">
      <DescriptionList
        facts={[
          [
            'Waiting',
            oldestDue === null ? String(waiting) : `${waiting}, the oldest ${format.relative(oldestDue)}`,
          ],
          ['Running', String(running)],
          ['Will be retried', String(retrying)],
          ['Failed', String(failed)],
        ]}
      />
      {jobs.length === 0 ? null : <JobsList jobs={jobs} />}
    </Panel>
  )
}

function JobsList({ jobs }: { jobs: Health['queue']['jobs'] }) {
  const format = useFormat()
  return (
    <ul className={classes.list} aria-label="Jobs by name">
      {jobs.map(({ job, waiting, running, retrying, failed, oldestDue }) => (
        <li key={job} className={classes.row}>
          <strong>{job}</strong>
          <p className={classes.remedy}>
            {[
              [waiting, oldestDue === null ? 'waiting' : `waiting, the oldest ${format.relative(oldestDue)}`],
              [running, 'running'],
              [retrying, 'will be retried'],
              [failed, 'failed'],
            ]
              .filter(([count]) => count !== 0)
              .map((part) => part.join(' '))
              .join('; ') || 'Scheduled'}
          </p>
        </li>
      ))}
    </ul>
  )
}

export function DatabasePanel({ database }: { database: Health['database'] }) {
  const format = useFormat()
  const { version, bytes, connections, mostConnections, migration, pendingMigrations } = database
  return (
    <Panel title="Database">
      <DescriptionList
        facts={[
          ['PostgreSQL', version],
          ['Size', format.size(bytes)],
          ['Connections', `${connections} of ${mostConnections}`],
          [
            'Schema',
            pendingMigrations === 0
              ? `${migration}, up to date`
              : `${migration}, ${counted(pendingMigrations, 'migration')} missing`,
          ],
          ['Replicas', replicasInWords(database, format.size)],
        ]}
      />
    </Panel>
  )
}

function replicasInWords(
  { replicas, readsReplica }: Health['database'],
  size: (bytes: number) => string,
): ReactNode {
  const reads = readsReplica ? 'Lists are read from a replica.' : ''
  if (replicas.length === 0) return reads || 'None visible to this server'
  return (
    <>
      {replicas.map(({ state: is, synchronous, bytesBehind }, index) => (
        // they have no name that would say more
        // eslint-disable-next-line react/no-array-index-key
        <div key={index}>
          {synchronous ? 'Synchronous' : 'Asynchronous'}, {is}
          {bytesBehind === null ? '' : `, ${size(bytesBehind)} behind`}
        </div>
      ))}
      {reads}
    </>
  )
}

export function VersionsPanel({ health }: { health: Health }) {
  const format = useFormat()
  const { version, environment, offline, clock, processes } = health
  const nodes = [...new Set(processes.map(({ nodeVersion }) => nodeVersion))]
  return (
    <Panel title="Versions and clocks">
      <DescriptionList
        facts={[
          ['Chancery', version],
          ['Node', nodes.length === 0 ? '–' : format.list(nodes)],
          ['Environment', offline ? `${environment}, offline` : environment],
          ['Time of the database', format.exactly(clock.databaseTime)],
          ['Time of the product', format.exactly(clock.now)],
          ['Difference', `${format.number(clock.differenceSeconds)} s between the database and this machine`],
        ]}
      />
    </Panel>
  )
}
