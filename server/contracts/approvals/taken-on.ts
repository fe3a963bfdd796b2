// Whether the request that drafted a contract still waits in intake: what the legal department is asked for is not
// signed before somebody there has taken it on.
import { sql } from 'kysely'
import type { Reader } from '../../platform/postgres/database.ts'
import { statement } from '../../platform/postgres/statement.ts'
import type { Contract } from '../contract.ts'

type Key = Pick<Contract, 'organisationId' | 'id'>

/** Whether somebody has yet to take on the request that the contract is for. */
export const waitsInIntake = async (db: Reader, contract: Key): Promise<boolean> =>
  (await selectWaiting.run(db, contract)).length > 0

// not through access.ts: whether it waits decides about the contract, and shows nothing of the matter
const selectWaiting = statement<Key, { readonly id: number }>(
  ({ organisationId, id }) => sql`select m.id from contract_requests r
    join matters m on m.organisation_id = r.organisation_id and m.id = r.matter_id and m.in_intake
    where r.organisation_id = ${organisationId} and r.contract_id = ${id} and m.deleted_at is null`,
)
