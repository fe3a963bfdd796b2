// What a contract is to the contract above it.
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'

export const relationships = ['Master', 'StatementOfWork', 'Amendment'] as const
export type Relationship = (typeof relationships)[number]

/** Stands alone or on top: Master. Below another one: what contracts of its type are there. */
export const relationshipSql = sql<Relationship>`(case when contracts.parent_id is null then 'Master'
  when (select t.amends from contract_templates t
    where t.organisation_id = contracts.organisation_id and t.id = contracts.template_id) then 'Amendment'
  else 'StatementOfWork' end)`

/**
 * Whether a contract that is no amendment stands below, as far as the person may know of it: a restricted one is its
 * members'.
 */
export const hasStatementOfWorkSql = ({ userId }: Pick<Actor, 'userId'>) =>
  sql<boolean>`exists (select 1 from contracts c join contract_templates t
    on t.organisation_id = c.organisation_id and t.id = c.template_id
    where c.organisation_id = contracts.organisation_id and c.parent_id = contracts.id and not t.amends
      and (not c.restricted or exists (select 1 from contract_members k
        where k.organisation_id = c.organisation_id and k.contract_id = c.id and k.user_id = ${userId})))`
