// What leaving Approval costs: the request that waits is withdrawn, and no move brings it back. Every way out asks here
// first: the path of a contract, taking back the move that led there, and changing many.
import type { QueryClient } from '@tanstack/react-query'
import { answer, client } from '../../../lib/client.ts'
import type { Format } from '../../../lib/format.ts'
import type { BulkWhich } from '../../../list/definition.ts'
import type { MoveCost } from '../../records/records.ts'
import { type Approval, approvalsQuery, currentApproval, waitedFor } from './approvals.ts'
import { leavingTexts as texts } from './texts.ts'

/** Leaving for the signature withdraws nothing: it is refused while a request waits. */
const withdraws = (to: string | undefined): boolean =>
  to !== undefined && !['', 'Approval', 'Signing', 'Executed'].includes(to)

/**
 * What a move of one contract would undo for good; undefined if nothing. Asks the server, because others may have asked
 * for approval.
 */
export async function costOfMove(
  queries: QueryClient,
  format: Format,
  { contractId, from, to }: { contractId: number; from: string; to: string },
): Promise<MoveCost | undefined> {
  if (from !== 'Approval' || !withdraws(to)) return undefined
  const current = currentApproval(await queries.fetchQuery({ ...approvalsQuery(contractId), staleTime: 0 }))
  if (current?.state !== 'Waiting') return undefined
  const question = texts.one(someOf(format, waitedFor(current)), isPartlyDecided(current))
  return { question, tooLate: texts.tooLate }
}

const isPartlyDecided = ({ steps }: Approval): boolean =>
  steps.some(({ approvers }) => approvers.some(({ decision }) => decision === 'Approved'))

/** The same for a state that many contracts are given. */
export async function costOfMoving(
  to: string | undefined,
  which: readonly BulkWhich[],
  format: Format,
): Promise<string | undefined> {
  if (!withdraws(to)) return undefined
  const counts = await Promise.all(which.flatMap(filtersOf).map(countWaiting))
  const waiting = counts.reduce((sum, count) => sum + count, 0)
  return waiting === 0 ? undefined : texts.many(waiting, format.number(waiting))
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

const NAMED = 4

/** A sentence names no more people than can be read. */
function someOf(format: Format, names: readonly string[]): string {
  if (names.length <= NAMED) return format.list(names)
  return format.list([...names.slice(0, NAMED - 1), texts.others(names.length - NAMED + 1)])
}
