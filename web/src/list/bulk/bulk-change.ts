// The same change of many rows: which calls it takes, and what came of them together.
import type { BulkOutcome, Identified, ListCalls } from '../definition.ts'
import type { Selection } from '../grid/selection.ts'

/** One call changes no more. */
export const AT_ONCE = 1_000
/** More are not offered: each one is changed with its own rights, history and notices. */
export const MOST = 10_000
const READ_AT_ONCE = 200

/** What is changed in which rows. */
export interface Wanted {
  readonly selection: Selection
  /** The filter that the selection is made in. */
  readonly filter: string
  readonly change: Readonly<Record<string, unknown>>
  readonly onlyEmpty: boolean
  readonly checkOnly: boolean
}

/** The outcome of one call: with so few ids it is there at once, and no job goes on in the background. */
export function outcomeOf(answer: BulkOutcome | { readonly job: object }): BulkOutcome {
  if ('job' in answer) throw new Error('A change of so few rows has become a job')
  return answer
}

export const noOutcome: BulkOutcome = { changed: 0, unchanged: 0, differing: 0, skipped: [] }

/** Both outcomes as one. */
export const together = (one: BulkOutcome, other: BulkOutcome): BulkOutcome => ({
  changed: one.changed + other.changed,
  unchanged: one.unchanged + other.unchanged,
  differing: one.differing + other.differing,
  skipped: [...one.skipped, ...other.skipped],
})

/** The ids of the selected rows. */
export async function selectedIds<Row extends Identified>(
  { page }: ListCalls<Row>,
  selection: Selection,
  filter: string,
): Promise<readonly number[]> {
  if (selection.kind === 'some') return [...selection.ids]
  const ids: number[] = []
  const found = filter === '' ? {} : { $filter: filter }
  let place = {}
  for (;;) {
    const answer = await page(
      { ...found, ...place, $orderby: 'Id', $top: READ_AT_ONCE },
      new AbortController().signal,
    )
    for (const { id } of answer.items) if (typeof id === 'number' && !selection.but.has(id)) ids.push(id)
    const token =
      answer.nextLink === undefined
        ? undefined
        : new URL(answer.nextLink, 'http://localhost').searchParams.get('$skiptoken')
    if (token === undefined || token === null || ids.length > MOST) return ids
    place = { $skiptoken: token }
  }
}

/** Changes rows, or says what would come of it, in as many calls as it takes. */
export async function changeMany<Row extends Identified>(
  calls: ListCalls<Row>,
  wanted: Wanted,
  onProgress: (done: number) => void = () => undefined,
): Promise<BulkOutcome> {
  const { bulk } = calls
  if (!bulk) return noOutcome
  const { selection, filter, change, onlyEmpty, checkOnly } = wanted
  const ids = await selectedIds(calls, selection, filter)
  let outcome = noOutcome
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE)
    outcome = together(outcome, await bulk({ ids: some, change, onlyEmpty, checkOnly }))
    onProgress(from + some.length)
  }
  return outcome
}
