// What it costs that many contracts leave Approval: the requests that wait are withdrawn. Loaded when a list asks.
import { answer, client } from '../../../lib/client.ts'
import type { Format } from '../../../lib/format.ts'
import type { BulkWhich } from '../../../list/definition.ts'
import { withdrawsRequest } from '../contract-states.ts'
import { leavingOfManyTexts as texts } from './leaving-of-many-texts.ts'

/** What this state would undo for good for contracts that are given it; undefined if nothing. */
export async function costOfMoving(
  to: string | undefined,
  which: readonly BulkWhich[],
  format: Format,
): Promise<string | undefined> {
  if (!withdrawsRequest(to)) return undefined
  const counts = await Promise.all(which.flatMap(filtersOf).map(countWaiting))
  const waiting = counts.reduce((sum, count) => sum + count, 0)
  return waiting === 0 ? undefined : texts.withdrawn(waiting, format.number(waiting))
}

const IDS_TOGETHER = 100

/** A condition names no more ids. */
function filtersOf({ ids, filter = '' }: BulkWhich): readonly string[] {
  if (ids === undefined) return [filter]
  return Array.from({ length: Math.ceil(ids.length / IDS_TOGETHER) }, (_, index) => {
    const some = ids.slice(index * IDS_TOGETHER, (index + 1) * IDS_TOGETHER)
    return `Id in (${some.join(',')})`
  })
}

/** How many of them have a request for approval that waits. */
async function countWaiting(filter: string): Promise<number> {
  const conditions = [
    "Status eq 'Approval'",
    'WaitingApprovers/any()',
    ...(filter === '' ? [] : [`(${filter})`]),
  ]
  const query = { $filter: conditions.join(' and '), $select: 'id', $top: 1, $count: true }
  return (await answer(client.GET('/v2/contracts', { params: { query } }))).count ?? 0
}
