// Keeps one organisation from taking every slot of a runner: while it has as many as it may, its other jobs are left
// for later.
import type { WorkerEvents } from 'graphile-worker'

/**
 * The flags of jobs that the runner with these events must not take now. It takes one job after the other: until a job
 * that was asked for is here, it is not known whose it is.
 */
export function organisationTurns(events: WorkerEvents, mostOfOne: number): () => Promise<string[]> {
  let running = new Map<string, number>()
  let asked = Promise.resolve()
  let answer = () => {}
  const count = (flags: Readonly<Record<string, true>> | null, by: 1 | -1) => {
    for (const flag of Object.keys(flags ?? {})) {
      const next = (running.get(flag) ?? 0) + by
      if (next > 0) running.set(flag, next)
      else running.delete(flag)
    }
  }
  events.on('job:start', ({ job }) => {
    count(job.flags, 1)
    answer()
  })
  events.on('job:complete', ({ job }) => count(job.flags, -1))
  events.on('worker:getJob:empty', () => answer())
  events.on('worker:getJob:error', () => answer())
  // of a runner that was replaced, jobs may never have come to an end
  events.on('pool:create', () => {
    answer()
    running = new Map()
  })
  return async () => {
    const before = asked
    const { promise, resolve } = Promise.withResolvers<void>()
    asked = promise
    await before
    answer = resolve
    return [...running].flatMap(([flag, jobs]) => (jobs < mostOfOne ? [] : [flag]))
  }
}
