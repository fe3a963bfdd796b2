// How the receiver of a subscription has answered in the last 24 hours.
import { DescriptionList } from '../../components/description-list.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Panel } from '../../components/panel.tsx'
import { type Health, useHealth } from './webhooks.ts'
import classes from './webhooks.module.css'

/** One line for a list. */
export function HealthInWords({ id }: { id: number }) {
  const health = useHealth(id)
  if (health.data === undefined) return null
  return <span className={classes.quiet}>{inWords(health.data)}</span>
}

function inWords({ acknowledged, abandoned, waiting, held }: Health): string {
  const parts = [
    `${acknowledged} acknowledged`,
    ...(abandoned > 0 ? [`${abandoned} abandoned`] : []),
    ...(waiting > 0 ? [`${waiting} waiting`] : []),
    ...(held > 0 ? [`${held} held`] : []),
  ]
  return `${parts.join(', ')} in 24 hours`
}

export function HealthPanel({ id }: { id: number }) {
  const format = useFormat()
  const health = useHealth(id)
  return (
    <Panel title="Health">
      {health.isPending ? <PageSkeleton lines={3} /> : null}
      {health.isError ? <ErrorPanel error={health.error} retry={health.refetch} /> : null}
      {health.data === undefined ? null : (
        <DescriptionList
          facts={[
            ['Acknowledged', `${health.data.acknowledged} in the last 24 hours`],
            [
              'Abandoned',
              `${health.data.abandoned} in the last 24 hours; ${health.data.abandonedToDisable} disable the subscription`,
            ],
            ['Suppressed', `${health.data.suppressed} in the last 24 hours`],
            ['Waiting', waitingInWords(health.data, format.relative)],
            ['Held', String(health.data.held)],
            [
              'Last acknowledged',
              health.data.lastAcknowledgedDateUtc === null
                ? 'Never, as far as the log goes'
                : format.exactly(health.data.lastAcknowledgedDateUtc),
            ],
            ['Last failure', failureInWords(health.data, format.exactly)],
          ]}
        />
      )}
    </Panel>
  )
}

function waitingInWords({ waiting, oldestDueDateUtc: oldest }: Health, relative: (at: string) => string) {
  return oldest === null ? String(waiting) : `${waiting}, the oldest due ${relative(oldest)}`
}

function failureInWords({ lastFailure }: Health, exactly: (at: string) => string): string {
  if (lastFailure === null) return 'None in the last 24 hours'
  const { dateUtc, status, error } = lastFailure
  return `${exactly(dateUtc)}: ${status === null ? (error ?? 'no answer') : `status ${status}`}`
}
