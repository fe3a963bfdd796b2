// The people who approve invoices.
import { sql } from 'kysely'
import type { Reader } from '../../platform/postgres/database.ts'
import type { OnInvoice } from './approval-events.ts'

/** Those of the people who belong to the organisation and can sign in. */
export async function activeAmong(
  db: Reader,
  organisationId: number,
  userIds: readonly string[],
): Promise<readonly string[]> {
  if (userIds.length === 0) return []
  const { rows } = await sql<{ id: string }>`select id from users
    where organisation_id = ${organisationId} and status = 'Active' and id = any(${[...userIds]}::uuid[])
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Who entered an invoice that was fetched through access.ts, and who manages its matter. */
export async function peopleAround(
  db: Reader,
  { organisationId, id }: Pick<OnInvoice, 'organisationId' | 'id'>,
): Promise<{ readonly enteredBy: string; readonly managerId: string | null }> {
  // not through access.ts: of the matter of an invoice that was fetched there only the manager is asked
  const { rows } = await sql<{ entered_by: string; manager_id: string | null }>`
    select i.created_by as entered_by, m.manager_id from invoices i
    join matters m on m.organisation_id = i.organisation_id and m.id = i.matter_id
    where i.organisation_id = ${organisationId} and i.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`The invoice ${id} is gone`)
  return { enteredBy: row.entered_by, managerId: row.manager_id }
}
