// Above a list: how far changes of many of its rows have come that the server carries out, and what came of them. They
// go on without this page.
import { Button, Group, Progress, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { useAction } from '../../lib/use-action.ts'
import type { Identified, ListDefinition } from '../definition.ts'
import { texts } from '../texts.ts'
import { cancelJob, isUnfinished, type Job } from './bulk-change.ts'
import { jobsQuery } from './bulk-jobs.ts'
import { Skipped } from './bulk-outcome.tsx'
import { useUndo } from './use-undo.ts'
import classes from './running-jobs.module.css'

export function RunningJobs<Row extends Identified>({ definition }: { definition: ListDefinition<Row> }) {
  const { name: list, one, several } = definition
  const undo = useUndo(definition)
  const queries = useQueryClient()
  const jobs = useQuery(jobsQuery)
  const changes = (jobs.data ?? []).filter((job) => job.list === list && !job.checkOnly)
  const running = changes.filter(isUnfinished)
  // those that ended before this page was opened are no news
  const [seen, setSeen] = useState<ReadonlySet<number>>(new Set())
  const isNew = running.some(({ id }) => !seen.has(id))
  if (isNew) setSeen(new Set([...seen, ...running.map(({ id }) => id)]))
  const close = (id: number) => setSeen(new Set([...seen].filter((each) => each !== id)))

  const going = running.length
  // the end is said once the list shows what has changed
  const [isFresh, setFresh] = useState(true)
  useEffect(() => {
    if (going === 0) return undefined
    return () => {
      setFresh(false)
      void queries.invalidateQueries({ queryKey: [list] }).then(() => setFresh(true))
    }
  }, [going, queries, list])

  return changes
    .filter(({ id }) => seen.has(id))
    .map((job) => (
      <section key={job.id} className={classes.job} aria-label={texts.jobTitle(job.total, one, several)}>
        {isUnfinished(job) || !isFresh ? (
          <Running job={job} title={texts.jobTitle(job.total, one, several)} />
        ) : (
          <Ended
            job={job}
            onClose={() => close(job.id)}
            onUndo={() => {
              close(job.id)
              void undo([job.id])
            }}
          />
        )}
      </section>
    ))
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
