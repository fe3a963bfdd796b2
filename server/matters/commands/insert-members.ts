// Writing the members of a matter; for the commands of matters only.
import type { Tx } from '../../platform/postgres/database.ts'
import { countNewMembers } from '../../records/record-counts.ts'
import { matterKind } from '../matter-kind.ts'
import { prepared } from '../../platform/postgres/prepared.ts'
import type { Matter } from '../matter.ts'

interface Adding {
  readonly addedBy: string
  readonly now: Date
}

/** Adds people to a matter and returns those who are new on it. */
export async function insertMembers(
  tx: Tx,
  matter: Pick<Matter, 'organisationId' | 'id'>,
  userIds: readonly string[],
  adding: Adding,
): Promise<readonly string[]> {
  const come = await insertUncounted(tx, matter, userIds, adding)
  await countNewMembers(tx, matterKind, matter, come)
  return come
}

/** The same for a matter that is created in this transaction: it is counted together with its first members. */
export async function insertUncounted(
  tx: Tx,
  { organisationId, id }: Pick<Matter, 'organisationId' | 'id'>,
  userIds: readonly string[],
  { addedBy, now }: Adding,
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
    .withPlugin(prepared)
    .execute()
  // people of other organisations have access to this one from now on
  await tx
    .insertInto('user_organisations')
    .values(people.map((userId) => ({ user_id: userId, organisation_id: organisationId })))
    .onConflict((conflict) => conflict.doNothing())
    .withPlugin(prepared)
    .execute()
  return added.map((member) => member.user_id)
}
