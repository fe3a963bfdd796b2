// Giving the key dates of a person to somebody else, who becomes a member of their contracts.
import { sql } from 'kysely'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { insertMembers } from '../../records/new-members.ts'
import { contractKind } from '../contract-kind.ts'
import { contractMemberAdded, keyDateUpdated } from '../events.ts'
import { keyDateColumns, keyDateOf } from '../key-date.ts'

interface Over {
  readonly organisationId: number
  readonly from: string
  readonly to: string
  readonly by: string
  readonly now: Date
}

/** Gives those of the key dates that the former person still owns. The caller has the right to. */
export async function handOverKeyDates(
  tx: Tx,
  ids: readonly number[],
  { organisationId, from, to, by, now }: Over,
): Promise<readonly DomainEvent[]> {
  const rows = await tx
    .selectFrom('contract_key_dates')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
    .where('owner_id', '=', from)
    .select([...keyDateColumns, 'contract_id as contractId'])
    .orderBy('id')
    .forUpdate()
    .execute()
  const events: DomainEvent[] = []
  for (const { contractId, ...row } of rows) {
    const contract = { organisationId, id: contractId }
    const keyDate = keyDateOf(row)
    const joined = await insertMembers(tx, contractKind, contract, { userIds: [to], addedBy: by, now })
    await tx
      .updateTable('contract_key_dates')
      .set({ owner_id: to, version: sql<number>`version + 1`, updated_at: now })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', keyDate.id)
      .execute()
    events.push(
      ...joined.map((userId) => contractMemberAdded(contract, userId)),
      ...keyDateUpdated(contract, keyDate, { ...keyDate, ownerId: to }),
    )
  }
  return events
}
