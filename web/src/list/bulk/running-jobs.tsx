// Above a list: how far changes of many of its rows have come that the server carries out, and what came of them. They
// go on without this page.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Identified, ListDefinition } from '../definition.ts'
import { texts } from '../texts.ts'
import { isUnfinished } from './bulk-change.ts'
import { jobsQuery } from './bulk-jobs.ts'
import { RunningJob } from './lazy-bulk-dialog.ts'
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
        <RunningJob
          job={job}
          title={texts.jobTitle(job.total, one, several)}
          isGoingOn={isUnfinished(job) || !isFresh}
          onClose={() => close(job.id)}
          onUndo={() => {
            close(job.id)
            void undo([job.id])
          }}
        />
      </section>
    ))
}
