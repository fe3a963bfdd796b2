// What a contract is to the contract above it.
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import { isDisclosedSql } from '../records/disclosure.ts'

export const relationships = ['Master', 'StatementOfWork', 'Amendment'] as const
export type Relationship = (typeof relationships)[number]

/** Stands alone or on top: Master. Below another one: what contracts of its type are there. */
export const relationshipSql = sql<Relationship>`(case when contracts.parent_id is null then 'Master'
  when (select t.amends from contract_templates t
    where t.organisation_id = contracts.organisation_id and t.id = contracts.template_id) then 'Amendment'
  else 'StatementOfWork' end)`

/**
 * Whether a contract that is not an amendment exists below this one, as far as the person may know: a restricted one is
 * disclosed to its members only.
 */
export const hasStatementOfWorkSql = (viewer: Pick<Actor, 'userId'>) =>
  // not through access.ts: only whether there is one is shown, and isDisclosedSql decides which count
  sql<boolean>`exists (select 1 from contracts c join contract_templates t
    on t.organisation_id = c.organisation_id and t.id = c.template_id
    where c.organisation_id = contracts.organisation_id and c.parent_id = contracts.id and not t.amends
      and ${isDisclosedSql(contractMembers, 'c', viewer)})`

const contractMembers = { members: { table: 'contract_members', recordId: 'contract_id' } }
