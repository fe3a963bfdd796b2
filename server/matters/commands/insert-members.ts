// Writing who is on a matter; for the commands of matters only.
import type { Tx } from '../../platform/database.ts'
import { countNewMembers } from '../../platform/record-counts.ts'
import type { Matter } from '../matter.ts'

/**
 * Puts people on a matter and answers who is new on it. People of other organisations may look into this one from now on.
 */
export async function insertMembers(
  tx: Tx,
  { organisationId, id }: Pick<Matter, 'organisationId' | 'id'>,
  userIds: readonly string[],
  { addedBy, now }: { readonly addedBy: string; readonly now: Date },
): Promise<readonly string[]> {
  const people = [...new Set(userIds)]
  const added = await tx
    .insertInto('matter_members')
    .values(
      people.map((userId) => ({
        organisation_id: organisationId,
        matter_id: id,
        user_id: userId,
        added_by: addedBy,
        added_at: now,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .execute()
  await tx
    .insertInto('user_organisations')
    .values(people.map((userId) => ({ user_id: userId, organisation_id: organisationId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const come = added.map((member) => member.user_id)
  await countNewMembers(tx, 'matter', { organisationId, id }, come)
  return come
}
