// One change of many rows that the server carries out: how far it has come, and what came of it.
import { Button, Group, Progress, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { useAction } from '../../lib/use-action.ts'
import { texts } from '../texts.ts'
import { cancelJob, type Job } from './bulk-change.ts'
import { jobsQuery } from './bulk-jobs.ts'
import { Skipped } from './bulk-outcome.tsx'

interface Shown {
  readonly job: Job
  readonly title: string
  /** Whether the list does not show yet what has changed. */
  readonly isGoingOn: boolean
  readonly onClose: () => void
  readonly onUndo: () => void
}

export function RunningJob({ job, title, isGoingOn, onClose, onUndo }: Shown) {
  return isGoingOn ? (
    <Running job={job} title={title} />
  ) : (
    <Ended job={job} onClose={onClose} onUndo={onUndo} />
  )
}

function Running({ job, title }: { job: Job; title: string }) {
  const queries = useQueryClient()
  const cancel = useAction({
    mutationFn: () => cancelJob(job.id),
    onSettled: () => queries.invalidateQueries(jobsQuery),
  })
  const words = texts.bulkProgress(job.done, job.total)
  return (
    <>
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm">
          <strong>{title}</strong> · {words}
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          aria-busy={cancel.isPending}
          onClick={() => cancel.mutate()}
        >
          {texts.jobCancel}
        </Button>
      </Group>
      <Progress value={(job.done / Math.max(1, job.total)) * 100} aria-label={words} />
      <ErrorAlert error={cancel.error} />
    </>
  )
}

function Ended({ job, onClose, onUndo }: { job: Job; onClose: () => void; onUndo: () => void }) {
  const { state, changed, skipped, failure } = job
  const done = skipped > 0 ? texts.bulkDoneSkipped(changed, skipped) : texts.bulkDone(changed)
  const words = { Cancelled: texts.jobCancelled(done), Failed: texts.jobFailed(done, failure ?? '') }
  return (
    <Group justify="space-between" align="flex-start" wrap="nowrap">
      <output>
        <Text size="sm" fw={500}>
          {state === 'Cancelled' || state === 'Failed' ? words[state] : done}
        </Text>
        <Skipped outcome={job} />
      </output>
      <Group gap="xs" wrap="nowrap">
        {changed > 0 && (
          <Button size="compact-sm" variant="light" onClick={onUndo}>
            {texts.undo}
          </Button>
        )}
        <Button size="compact-sm" variant="subtle" onClick={onClose}>
          {texts.close}
        </Button>
      </Group>
    </Group>
  )
}
