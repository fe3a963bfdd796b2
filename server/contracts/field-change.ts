// Counting a change of field values on contracts that were not changed themselves.
import type { Tx } from '../platform/postgres/database.ts'

/** Counts a change of field values on contracts, whoever sees them: the field is the organisation's. */
export async function noteFieldChange(
  tx: Tx,
  { organisationId, ids }: { readonly organisationId: number; readonly ids: readonly number[] },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('contracts')
    .set((eb) => ({ version: eb('version', '+', 1), updated_at: now, last_activity_at: now }))
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', [...ids])
    .execute()
}
