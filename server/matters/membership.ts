// What somebody is on a matter that they are a member of.
import type { Actor } from '../platform/actor.ts'
import type { Reader } from '../platform/postgres/database.ts'
import type { MaySee } from '../platform/granted.ts'
import type { Matter } from './matter.ts'

/** What the actor is on a matter that they are a member of, acting for others included. */
export interface Membership {
  readonly isOwner: boolean
  readonly isManager: boolean
}

/** What the actor is on the matter, standing in for others included; undefined when they are no member. */
export async function findMembership(
  db: Reader,
  actor: Actor,
  matter: Matter & MaySee,
): Promise<Membership | undefined> {
  // not through access.ts: the matter was fetched there, and this is the actor's own row
  const row = await db
    .selectFrom('matter_members')
    .where('organisation_id', '=', matter.organisationId)
    .where('matter_id', '=', matter.id)
    .where('user_id', '=', actor.userId)
    .select(['delegate_owner', 'delegate_manager'])
    .executeTakeFirst()
  return (
    row && {
      isOwner: matter.ownerId === actor.userId || row.delegate_owner,
      isManager: matter.managerId === actor.userId || row.delegate_manager,
    }
  )
}
