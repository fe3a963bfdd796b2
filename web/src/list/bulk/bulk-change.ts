// The same change of many rows. What a filter finds is one call, and a job of the server where it is more than a
// thousand; rows that are named are as many calls as it takes.
import type { Answer } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import { Refusal } from '../../lib/refusal.ts'
import type { BulkAnswer, BulkAsked, Identified, ListCalls } from '../definition.ts'
import type { Selection } from '../grid/selection.ts'

/** A call names no more rows. */
const AT_ONCE = 1_000
/** The server takes no more by one filter. */
export const MOST = 100_000
const LONGEST_FILTER = 4_096
/** A condition names no more ids. */
const IDS_TOGETHER = 100
const POLL_MS = 700

/** What is changed in which rows. */
export interface Wanted {
  readonly selection: Selection
  /** The filter that the selection is made in. */
  readonly filter: string
  readonly change: Readonly<Record<string, unknown>>
  readonly onlyEmpty: boolean
}

/** What came of it, or would. */
export interface Outcome {
  readonly changed: number
  readonly unchanged: number
  readonly differing: number
  readonly skipped: number
  /** The first of those that were skipped. */
  readonly refusals: readonly { readonly id: number; readonly because: string }[]
  /** What can be taken back: none of a check. */
  readonly jobIds?: readonly number[]
}

export type Job = Answer<'/v2/jobs/{jobId}'>

/** How far something has come. */
export interface Progress {
  readonly done: number
  readonly total: number
}

interface Watch {
  readonly onProgress?: (progress: Progress) => void
  readonly signal?: AbortSignal
}

type Which = Pick<BulkAsked, 'ids' | 'filter'>

/** The selected rows as calls name them; undefined where too many were taken out of all. */
export function callsFor(selection: Selection, filter: string): readonly Which[] | undefined {
  if (selection.kind === 'some') return chunks([...selection.ids], AT_ONCE).map((ids) => ({ ids }))
  const but = chunks([...selection.but], IDS_TOGETHER).map((ids) => `not (Id in (${ids.join(',')}))`)
  const text = [...(filter === '' ? [] : [but.length === 0 ? filter : `(${filter})`]), ...but].join(' and ')
  return text.length > LONGEST_FILTER ? undefined : [{ filter: text === '' ? 'Id gt 0' : text }]
}

const chunks = (ids: readonly number[], size: number): number[][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, index) =>
    ids.slice(index * size, (index + 1) * size),
  )

/**
 * Says what would come of the change. Nobody waits for it any more once the signal says so: the server stops then as
 * well.
 */
export async function checkMany<Row extends Identified>(
  calls: ListCalls<Row>,
  wanted: Wanted,
  watch: Watch,
): Promise<Outcome> {
  const result = await ask(calls, wanted, true, watch)
  return 'job' in result ? followJob(result.job.id, watch) : result
}

/** Changes the rows, or has them changed by a job of the server. */
export const changeMany = <Row extends Identified>(
  calls: ListCalls<Row>,
  wanted: Wanted,
  watch: Watch = {},
): Promise<Outcome | { readonly job: { readonly id: number } }> => ask(calls, wanted, false, watch)

const nothing: Outcome = { changed: 0, unchanged: 0, differing: 0, skipped: 0, refusals: [] }

async function ask<Row extends Identified>(
  { bulk }: ListCalls<Row>,
  { selection, filter, change, onlyEmpty }: Wanted,
  checkOnly: boolean,
  { onProgress, signal }: Watch,
) {
  const calls = callsFor(selection, filter) ?? []
  const total = calls.reduce((sum, { ids }) => sum + (ids?.length ?? 0), 0)
  let outcome = nothing
  let done = 0
  for (const which of bulk === undefined ? [] : calls) {
    signal?.throwIfAborted()
    const answered = await bulk?.({ ...which, change, onlyEmpty, checkOnly })
    if (answered === undefined) continue
    if ('job' in answered) return answered
    outcome = together(outcome, answered)
    done += which.ids?.length ?? 0
    if (calls.length > 1) onProgress?.({ done, total })
  }
  return outcome
}

const together = (
  one: Outcome,
  { skipped, jobId, ...other }: Exclude<BulkAnswer, { job: object }>,
): Outcome => ({
  changed: one.changed + other.changed,
  unchanged: one.unchanged + other.unchanged,
  differing: one.differing + other.differing,
  skipped: one.skipped + skipped.length,
  refusals: [...one.refusals, ...skipped],
  jobIds: [...(one.jobIds ?? []), ...(jobId === null ? [] : [jobId])],
})

/** Whether it goes on. */
export const isUnfinished = ({ state }: Pick<Job, 'state'>): boolean =>
  state === 'Waiting' || state === 'Running'

/** Waits for the end of a job; one that nobody waits for any more is cancelled. */
async function followJob(id: number, { onProgress, signal }: Watch): Promise<Outcome> {
  const path = { jobId: id }
  for (;;) {
    if (signal?.aborted === true) await cancelJob(id)
    signal?.throwIfAborted()
    const job = await answer(client.GET('/v2/jobs/{jobId}', { params: { path } }))
    if (job.state === 'Failed') throw new Refusal(409, { detail: job.failure ?? '' })
    if (!isUnfinished(job)) return job
    onProgress?.(job)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** Ends a job before its end; what it has changed stays changed. */
export const cancelJob = (id: number): Promise<Job> =>
  answer(client.POST('/v2/jobs/{jobId}/cancel', { params: { path: { jobId: id } } }))

/**
 * Takes back what these jobs have changed, except what somebody has changed since. What was more than a thousand is
 * taken back by a job of the server: undefined then.
 */
export async function undoMany(jobIds: readonly number[]): Promise<Outcome | undefined> {
  let outcome: Outcome | undefined
  for (const jobId of jobIds.toReversed()) {
    const undone = await answer(client.POST('/v2/jobs/{jobId}/undo', { params: { path: { jobId } } }))
    if ('job' in undone) continue
    outcome = together(outcome ?? nothing, undone)
  }
  return outcome
}
