// Ids of contracts that lists look among, for people who see few of many. They decide nothing: the rule of access.ts is asked of each.
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import { isShared } from './shared.ts'

/** The ids of the contracts the actor is a member of, found from their memberships. */
export const idsOfMembership = ({ organisationIds, userId }: Actor) =>
  // not through access.ts: ids alone show nothing
  sql<number>`select m.contract_id from contract_members m
    where m.organisation_id in (${sql.join([...organisationIds])}) and m.user_id = ${userId}`

/** The ids of all that the actor sees, found from their memberships and teams without looking at any other. */
export const idsSeenBy = (actor: Actor) =>
  sql<number>`${idsOfMembership(actor)} union all
    select shared.id from contracts shared
    where shared.organisation_id = ${actor.organisationId} and ${isShared(actor, 'shared')}`
