// Closing a proposed scope; for the commands of matters only.
import type { Tx } from '../../platform/postgres/database.ts'
import type { Matter } from '../matter.ts'

/** Records the outcome of the proposed scope of the matter, and who decided it. */
export async function closeScope(
  tx: Tx,
  { organisationId, id }: Pick<Matter, 'organisationId' | 'id'>,
  end: { readonly outcome: 'Accepted' | 'Withdrawn'; readonly decidedBy: string; readonly now: Date },
): Promise<void> {
  await tx
    .updateTable('matter_scopes')
    .set({ outcome: end.outcome, decided_by: end.decidedBy, decided_at: end.now })
    .where('organisation_id', '=', organisationId)
    .where('matter_id', '=', id)
    .where('outcome', 'is', null)
    .execute()
}
