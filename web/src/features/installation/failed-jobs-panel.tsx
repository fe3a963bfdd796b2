// Background jobs that failed: why, and trying them again or discarding them.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { focusHeading } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { StatusMessage } from '../../components/status-message.tsx'
import { stateOf } from '../../lib/states.ts'
import { type FailedJob, failedJobsQuery, mostFailedJobs, useFailedJob } from './installation.ts'
import classes from './installation.module.css'
import { failedStates } from './texts.ts'

export function FailedJobsPanel() {
  const jobs = useQuery(failedJobsQuery)
  const [done, setDone] = useState('')
  const [asked, setAsked] = useState<FailedJob>()
  const discard = useFailedJob('discard')

  function close() {
    setAsked(undefined)
    discard.reset()
  }

  return (
    <Panel title="Failed jobs">
      {jobs.isPending ? <PageSkeleton lines={2} /> : null}
      {jobs.isError ? <ErrorPanel error={jobs.error} retry={jobs.refetch} /> : null}
      <StatusMessage>{done}</StatusMessage>
      {jobs.data?.length === 0 ? <p className={classes.text}>None.</p> : null}
      <ul className={classes.list}>
        {(jobs.data ?? []).map((job) => (
          <Row
            key={job.id}
            job={job}
            onRetried={() => setDone(`Job ${job.id} will be tried again now.`)}
            onDiscard={() => setAsked(job)}
          />
        ))}
      </ul>
      {jobs.data?.length === mostFailedJobs ? (
        <p className={classes.remedy}>Only the first {mostFailedJobs} failed jobs are shown.</p>
      ) : null}
      <ConfirmDialog
        opened={asked !== undefined}
        title={asked === undefined ? '' : `Discard job ${asked.id}, ${asked.job}?`}
        confirmLabel="Discard"
        busy={discard.isPending}
        error={discard.error}
        onConfirm={() => {
          if (asked === undefined) return
          discard.mutate(asked.id, {
            onSuccess: () => {
              setDone(`Job ${asked.id} was discarded.`)
              close()
              // the button that had the focus is gone
              focusHeading()
            },
          })
        }}
        onClose={close}
      >
        The work of this job will not be done: a mail is never sent, or the text of a file cannot be searched.
        This cannot be undone.
      </ConfirmDialog>
    </Panel>
  )
}

function Row({
  job,
  onRetried,
  onDiscard,
}: {
  job: FailedJob
  onRetried: () => void
  onDiscard: () => void
}) {
  const format = useFormat()
  const retry = useFailedJob('retry')
  const { id, attempts, mostAttempts, lastTried, next } = job
  const facts = [
    `Job ${id}`,
    `${attempts} of ${mostAttempts} attempts, the last ${format.relative(lastTried)}`,
    ...(next === null ? [] : [`next attempt ${format.dateTime(next)}`]),
  ]
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <strong>{job.job}</strong>
        <StateBadge state={stateOf(failedStates, job.state)} />
      </div>
      <p className={classes.text}>{job.reason}</p>
      <p className={classes.remedy}>{facts.join(', ')}</p>
      <div className={classes.head}>
        <Button
          size="xs"
          variant="default"
          loading={retry.isPending}
          aria-label={`Try job ${id} again`}
          onClick={() => retry.mutate(id, { onSuccess: onRetried })}
        >
          Try again
        </Button>
        <Button size="xs" variant="default" aria-label={`Discard job ${id}…`} onClick={onDiscard}>
          Discard…
        </Button>
      </div>
      <ErrorAlert error={retry.error} />
    </li>
  )
}
