// Ids of matters that lists look among, for people who see few of many. They decide nothing: the rule of access.ts is asked of each.
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import { isShared } from './shared.ts'

/** The ids of the matters the actor is a member of, found from their memberships. */
export const idsOfMembership = ({ organisationIds, userId }: Actor) =>
  // not through access.ts: ids alone show nothing
  sql<number>`select m.matter_id from matter_members m
    where m.organisation_id in (${sql.join([...organisationIds])}) and m.user_id = ${userId}`

/** The ids of all that the actor sees, found from their memberships, teams and intake without looking at any other. */
export const idsSeenBy = (actor: Actor) =>
  sql<number>`${idsOfMembership(actor)} union all
    select shared.id from matters shared
    where shared.organisation_id = ${actor.organisationId} and ${isShared(actor, 'shared')}`

/** The ids of the matters that wait in intake. */
export const idsInIntake = ({ organisationId }: Actor) =>
  // not through access.ts: ids alone show nothing
  sql<number>`select waiting.id from matters waiting
    where waiting.organisation_id = ${organisationId} and waiting.in_intake`
