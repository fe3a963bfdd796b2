// What leaving Approval costs: the request that waits is withdrawn, and no move brings it back. Every way out asks
// first: the path of a contract and taking back the move that led there here, changing many in leaving-of-many.ts.
import type { QueryClient } from '@tanstack/react-query'
import type { Format } from '../../../lib/format.ts'
import type { MoveCost } from '../../records/records.ts'
import { withdrawsRequest } from '../contract-states.ts'
import { type Approval, approvalsQuery, currentApproval, waitedFor } from './approvals.ts'
import { leavingTexts as texts } from './texts.ts'

/**
 * What a move of one contract would undo for good; undefined if nothing. Asks the server, because others may have asked
 * for approval.
 */
export async function costOfMove(
  queries: QueryClient,
  format: Format,
  { contractId, from, to }: { contractId: number; from: string; to: string },
): Promise<MoveCost | undefined> {
  if (from !== 'Approval' || !withdrawsRequest(to)) return undefined
  const current = currentApproval(await queries.fetchQuery({ ...approvalsQuery(contractId), staleTime: 0 }))
  if (current?.state !== 'Waiting') return undefined
  const question = texts.one(someOf(format, waitedFor(current)), isPartlyDecided(current))
  return { question, tooLate: texts.tooLate }
}

const isPartlyDecided = ({ steps }: Approval): boolean =>
  steps.some(({ approvers }) => approvers.some(({ decision }) => decision === 'Approved'))

const NAMED = 4

/** A sentence names no more people than can be read. */
function someOf(format: Format, names: readonly string[]): string {
  if (names.length <= NAMED) return format.list(names)
  return format.list([...names.slice(0, NAMED - 1), texts.others(names.length - NAMED + 1)])
}
