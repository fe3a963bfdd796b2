// The contract that a request made, as far as the request shows it: its name and how far it is.
import { sql } from 'kysely'
import { contractsVisibleTo } from '../contracts/access.ts'
import type { ContractStage } from '../contracts/contract.ts'
import { contractKind } from '../contracts/contract-kind.ts'
import { statusNameSql } from '../records/status-names/status-name.ts'
import type { Actor } from '../platform/actor.ts'
import type { Reader } from '../platform/postgres/database.ts'

export interface RequestedContract {
  readonly id: number
  readonly name: string
  readonly stage: ContractStage
  /** What its organisation calls the stage. */
  readonly stageName: string
  /** How its latest approval stands; null while none was asked for. */
  readonly approval: 'Waiting' | 'Approved' | 'Declined' | null
  readonly documentId: number | null
  /** Whether the reader sees the contract itself. */
  readonly canOpen: boolean
}

/**
 * The contracts that the requests made, by the ids of these: none that is in the bin, nor a restricted one for somebody
 * who is not on it. The ids of requests are those of matters, so they tell organisations apart.
 */
export async function readRequestedContracts(
  db: Reader,
  actor: Actor,
  requests: readonly { readonly organisationId: number; readonly id: number }[],
): Promise<ReadonlyMap<number, RequestedContract>> {
  if (requests.length === 0) return new Map()
  const organisationIds = [...new Set(requests.map(({ organisationId }) => organisationId))]
  // not through access.ts: who sees the request sees how far its contract is
  const rows = await db
    .selectFrom('contract_requests as r')
    .innerJoin('contracts as c', (join) =>
      join.onRef('c.organisation_id', '=', 'r.organisation_id').onRef('c.id', '=', 'r.contract_id'),
    )
    .where('r.organisation_id', 'in', organisationIds)
    .where(
      'r.request_id',
      'in',
      requests.map(({ id }) => id),
    )
    .where('c.deleted_at', 'is', null)
    .select(['r.request_id as requestId', 'c.id', 'c.name', 'c.status', 'c.restricted'])
    .select([
      statusNameSql({ ...contractKind, table: 'c' }, sql.ref('c.status')).as('stageName'),
      sql<string | null>`(select a.state from contract_approvals a where a.organisation_id = c.organisation_id
        and a.contract_id = c.id order by a.id desc limit 1)`.as('approval'),
      // not through access.ts: who sees the request sees that there is a document
      sql<number | null>`(select f.id from files f where f.organisation_id = c.organisation_id
        and f.contract_id = c.id and f.kind = 'ContractDocument' and f.deleted_at is null limit 1)`.as(
        'documentId',
      ),
    ])
    .execute()
  if (rows.length === 0) return new Map()
  const visible = await contractsVisibleTo(db, actor)
    .where(
      'contracts.id',
      'in',
      rows.map(({ id }) => id),
    )
    .select('contracts.id')
    .execute()
  const seen = new Set(visible.map(({ id }) => id))
  const known = rows.filter(({ id, restricted }) => !restricted || seen.has(id))
  return new Map(
    known.map(
      ({ requestId, id, name, status, stageName, approval, documentId }): [number, RequestedContract] => [
        requestId,
        {
          id,
          name,
          stage: status as ContractStage,
          stageName,
          approval: approvalOf(approval),
          documentId,
          canOpen: seen.has(id),
        },
      ],
    ),
  )
}

// one that was withdrawn is as good as none
const approvalOf = (state: string | null): RequestedContract['approval'] =>
  state === 'Waiting' || state === 'Approved' || state === 'Declined' ? state : null
