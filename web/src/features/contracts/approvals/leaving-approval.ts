// What leaving Approval costs: the request that waits is withdrawn, and no move brings it back. Every way out asks here
// first: the path of a contract, taking back the move that led there, and changing many.
import type { QueryClient } from '@tanstack/react-query'
import { answer, client } from '../../../lib/client.ts'
import type { Format } from '../../../lib/format.ts'
import { nameOf } from '../../../lib/person-name.ts'
import type { BulkWhich } from '../../../list/definition.ts'
import type { MoveCost } from '../../records/records.ts'
import { type Approval, approvalsQuery, type AskedPerson, currentApproval, waitedFor } from './approvals.ts'
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
  which: BulkWhich,
  format: Format,
): Promise<string | undefined> {
  if (!withdraws(to)) return undefined
  const waiting = await waitingPeople()
  const among = await contractsAmong([...new Set(waiting.map(contractOf))], which)
  if (among.size === 0) return undefined
  const people = waiting.filter((asked) => among.has(contractOf(asked)))
  const names = new Set(people.map(({ approver }) => nameOf(approver ?? {})))
  return texts.many(among.size, someOf(format, [...names]))
}

const contractOf = ({ contract }: AskedPerson): number => contract?.id ?? 0

const PAGE = 200

/** Everybody whose decision is waited for, on the contracts that one sees. */
async function waitingPeople(): Promise<readonly AskedPerson[]> {
  const found: AskedPerson[] = []
  for (;;) {
    const query = { $filter: "Decision eq 'Waiting'", $orderby: 'Id', $top: PAGE, $skip: found.length }
    const { items } = await answer(client.GET('/v2/approvals', { params: { query } }))
    found.push(...items)
    if (items.length < PAGE) return found
  }
}

const IDS_TOGETHER = 100

/** Those of the contracts that are in Approval and would be changed. */
async function contractsAmong(
  contractIds: readonly number[],
  { filter, includes }: BulkWhich,
): Promise<ReadonlySet<number>> {
  const possible = contractIds.filter(includes)
  const found = new Set<number>()
  for (let from = 0; from < possible.length; from += IDS_TOGETHER) {
    const ids = possible.slice(from, from + IDS_TOGETHER).join(',')
    const conditions = [...(filter === '' ? [] : [`(${filter})`]), "Status eq 'Approval'", `Id in (${ids})`]
    const query = { $filter: conditions.join(' and '), $select: 'id', $top: IDS_TOGETHER }
    const { items } = await answer(client.GET('/v2/contracts', { params: { query } }))
    for (const { id } of items) if (typeof id === 'number') found.add(id)
  }
  return found
}

const NAMED = 4

/** A sentence names no more people than can be read. */
function someOf(format: Format, names: readonly string[]): string {
  if (names.length <= NAMED) return format.list(names)
  return format.list([...names.slice(0, NAMED - 1), texts.others(names.length - NAMED + 1)])
}
