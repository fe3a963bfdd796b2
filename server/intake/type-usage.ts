// The types of matters, contracts and requests of an organisation, those out of use as well, and how much there is of
// each: for the administrators who keep them.
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { RecordKindName } from '../records/kinds.ts'

/** As many are counted; there may be more. */
export const mostCounted = 1_000

interface Named {
  readonly id: number
  readonly name: string
}

export interface UsedType extends Named {
  readonly description: string | null
  /** Whether new records can have it. */
  readonly active: boolean
  /** Records that have it and that the actor sees, `mostCounted` at most. */
  readonly used: number
}

export interface UsedMatterType extends UsedType {
  readonly parentId: number | null
  readonly position: number
}

export interface UsedContractType extends UsedType {
  readonly groupId: number
  readonly groupName: string
  readonly hasWizard: boolean
  readonly hasRules: boolean
}

export interface UsedRequestType extends UsedType {
  readonly matterTypeName: string
  readonly contractTypeName: string | null
  readonly answerWithinDays: number | null
  readonly answerWithinHours: number | null
}

/** All types of the actor's organisation, by their place and name. */
export async function listUsedTypes({ db, subjects }: Pick<App, 'db' | 'subjects'>, actor: Actor) {
  const { organisationId } = actor
  const seen = (kind: RecordKindName, column: string) =>
    sql`${sql.ref(column)} in (${subjects[kind].visibleIds(actor)})`
  const [matterTypes, contractTypes, requestTypes] = await Promise.all([
    sql<UsedMatterType>`select c.id, c.name, c.description, c.parent_id as "parentId", c.position,
        c.deleted_at is null as active, ${counted(sql`matters r where r.category_id = c.id and ${seen('matter', 'r.id')}`)} as used
      from matter_categories c where c.organisation_id = ${organisationId}
      order by c.position, lower(c.name) collate "C", c.id`.execute(db),
    sql<UsedContractType>`select c.id, c.name, c.description, c.group_id as "groupId", g.name as "groupName",
        c.deleted_at is null as active, c.wizard_storage_key is not null as "hasWizard",
        exists (select 1 from contract_approval_rules a
          where a.organisation_id = c.organisation_id and a.template_id = c.id) as "hasRules",
        ${counted(sql`contracts r where r.template_id = c.id and ${seen('contract', 'r.id')}`)} as used
      from contract_templates c
      join contract_groups g on g.organisation_id = c.organisation_id and g.id = c.group_id
      where c.organisation_id = ${organisationId}
      order by lower(g.name) collate "C", lower(c.name) collate "C", c.id`.execute(db),
    sql<UsedRequestType>`select c.id, c.title as name, c.help as description, m.name as "matterTypeName",
        t.name as "contractTypeName", c.answer_within_days as "answerWithinDays",
        c.answer_within_hours as "answerWithinHours",
        c.deleted_at is null as active,
        ${counted(sql`requests r where r.type_id = c.id and ${seen('matter', 'r.matter_id')}`)}
          + ${counted(sql`contract_requests r where r.matter_id is null and r.type_id = c.id and ${seen('contract', 'r.contract_id')}`)} as used
      from request_types c
      join matter_categories m on m.organisation_id = c.organisation_id and m.id = c.category_id
      left join contract_templates t on t.organisation_id = c.organisation_id and t.id = c.template_id
      where c.organisation_id = ${organisationId}
      order by lower(c.title) collate "C", c.id`.execute(db),
  ])
  return {
    matterTypes: matterTypes.rows,
    contractTypes: contractTypes.rows,
    requestTypes: requestTypes.rows,
  }
}

/** The number of rows `r` of the organisation of the type `c`. */
const counted = (rows: RawBuilder<unknown>) =>
  sql<number>`(select count(*)::int from (select 1 from ${rows}
    and r.organisation_id = c.organisation_id limit ${sql.lit(mostCounted)}) as counted)`
