// Contracts of the caller that have expired, and about whose end nobody decided anything: they wait for a look.
import { sql, type SqlBool } from 'kysely'
import { contractsVisibleTo } from '../contracts/access.ts'
import type { Actor } from '../platform/actor.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { kinds } from '../records/kinds.ts'
import type { Work } from './work-order.ts'

/** Those that have expired from the first day on, the earliest first. */
export async function expiredContracts(
  db: Reader,
  actor: Actor,
  { from, most }: { readonly from: string; readonly most: number },
): Promise<readonly Work[]> {
  const rows = await contractsVisibleTo(db, actor)
    .where('contracts.owner_id', '=', actor.userId)
    .where('contracts.status', '=', 'Expired')
    .where('contracts.expiry', '>=', `${from}T00:00:00`)
    .where(
      sql<SqlBool>`not exists (select 1 from contract_renewal_decisions d
        where d.organisation_id = contracts.organisation_id and d.contract_id = contracts.id
          and d.withdrawn_at is null and d.expiry = contracts.expiry::date)`,
    )
    .orderBy('contracts.expiry')
    .orderBy('contracts.id')
    .limit(most)
    .select(['contracts.id', 'contracts.name', 'contracts.own_number as displayId'])
    .select(sql<string>`to_char(contracts.expiry, 'YYYY-MM-DD')`.as('due'))
    .execute()
  return rows.map(({ due, ...record }) => ({
    kind: 'Expiry',
    id: record.id,
    title: 'Has expired',
    due,
    since: null,
    by: null,
    record: { ...record, kind: kinds.contract.type },
  }))
}
