// Putting somebody on a record: the part that all kinds share.
import type { Actor } from '../../platform/actor.ts'
import { notFound } from '../../platform/errors.ts'
import type { MayChange } from '../../platform/granted.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { canJoinRecordsOf } from '../../identity/users/people-on-records.ts'
import { membersOf } from '../members.ts'
import { insertMembers } from '../new-members.ts'
import type { RecordBase, RecordTables } from '../record-kind.ts'

interface Adding {
  readonly tx: Tx
  readonly actor: Actor
  readonly now: Date
}

/**
 * Makes the person a member: somebody of the same organisation, or of a law firm linked to it; not_found for anybody
 * else. False when they are one already, who may stay even if they could not join any more.
 */
export async function addMember(
  kind: RecordTables,
  { tx, actor, now }: Adding,
  record: RecordBase & MayChange,
  userId: string,
): Promise<boolean> {
  const known = await membersOf(kind, tx, record)
    .where('m.user_id', '=', userId)
    .select('m.user_id')
    .execute()
  if (known.length > 0) return false
  if (!(await canJoinRecordsOf(tx, record.organisationId, userId))) throw notFound()
  await insertMembers(tx, kind, record, { userIds: [userId], addedBy: actor.userId, now })
  return true
}
