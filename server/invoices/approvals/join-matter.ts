// People who are asked about an invoice become members of its matter, so that they see what they decide on.
import { matterMemberAdded } from '../../matters/events.ts'
import { matterKind } from '../../matters/matter-kind.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { insertMembers } from '../../records/new-members.ts'
import type { OnInvoice } from './approval-events.ts'

interface Joining {
  readonly userIds: readonly string[]
  readonly addedBy: string
  readonly now: Date
}

/** Makes people members of the matter of an invoice. */
export async function join(
  tx: Tx,
  { organisationId, matterId }: OnInvoice,
  { userIds, addedBy, now }: Joining,
): Promise<readonly DomainEvent[]> {
  if (userIds.length === 0) return []
  // not through access.ts: of the matter of an invoice that was fetched there only the owner is asked
  const { owner_id: ownerId } = await tx
    .selectFrom('matters')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', matterId)
    .select('owner_id')
    .executeTakeFirstOrThrow()
  const matter = { organisationId, id: matterId, ownerId }
  const joined = await insertMembers(tx, matterKind, matter, { userIds, addedBy, now })
  return joined.map((userId) => matterMemberAdded(matter, userId, { by: { organisationId } }))
}
