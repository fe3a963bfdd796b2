// The request that a record came of, for those who see the record.
import type { Reader } from '../platform/postgres/database.ts'

interface Key {
  readonly organisationId: number
  readonly id: number
}

/** The id of the request that the matter is, if somebody asked for it; it is that of the matter. */
export async function requestOfMatter(db: Reader, { organisationId, id }: Key): Promise<number | null> {
  const row = await db
    .selectFrom('requests')
    .where('organisation_id', '=', organisationId)
    .where('matter_id', '=', id)
    .select('matter_id')
    .executeTakeFirst()
  return row?.matter_id ?? null
}

/** The request that made the contract, with the matter that it is, if it is one. */
export async function requestOfContract(
  db: Reader,
  { organisationId, id }: Key,
): Promise<{ readonly requestId: number; readonly matterId: number | null } | undefined> {
  return db
    .selectFrom('contract_requests')
    .where('organisation_id', '=', organisationId)
    .where('contract_id', '=', id)
    .select(['request_id as requestId', 'matter_id as matterId'])
    .executeTakeFirst()
}
