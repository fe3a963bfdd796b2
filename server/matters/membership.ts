// What somebody is on a matter that they are a member of.
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { Selected } from '../platform/postgres/prepared.ts'
import type { Principal } from '../platform/subject.ts'
import type { Matter } from './matter.ts'

/** What the actor is on a matter that they are a member of, acting for others included. */
export interface Membership {
  readonly isOwner: boolean
  readonly isManager: boolean
}

/** The caller's own membership, as columns over `matters`. */
export function membershipColumns({ userId }: Pick<Principal, 'userId'>): Selected {
  // not through access.ts: it is the actor's own row, of a matter that is read there
  const own = (column: string) => sql<
    boolean | null
  >`(select ${sql.ref(`own.${column}`)} from matter_members own
    where own.organisation_id = matters.organisation_id and own.matter_id = matters.id and own.user_id = ${userId})`
  return { delegateOwner: own('delegate_owner'), delegateManager: own('delegate_manager') }
}

/** What the actor is on the matter of a row with these columns; undefined when they are no member. */
export function membershipIn(
  { delegateOwner, delegateManager }: Readonly<Record<string, unknown>>,
  { userId }: Pick<Actor, 'userId'>,
  { ownerId, managerId }: Pick<Matter, 'ownerId' | 'managerId'>,
): Membership | undefined {
  if (delegateOwner === null) return undefined
  return {
    isOwner: ownerId === userId || delegateOwner === true,
    isManager: managerId === userId || delegateManager === true,
  }
}
