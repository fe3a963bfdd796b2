// What a list of contracts can show, be filtered by and be sorted by. One list for both wire formats; each has its names.
import { sql, type SqlBool } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import { matterNumberSql } from '../platform/display-ids.ts'
import type { Catalogue, Column } from '../platform/lists/list-query.ts'
import { maskedCatalogue } from '../platform/lists/masked-column.ts'
import { contractStages } from './contract.ts'

export const contractCategories = ['Sales', 'Purchasing', 'Commercial'] as const

type Viewer = Pick<Actor, 'userId'>

const person = (column: string) =>
  sql<string>`(select u.first_name || ' ' || u.last_name from users u where u.id = ${sql.ref(column)})`
const template = (column: string) =>
  sql<string>`(select t.${sql.ref(column)} from contract_templates t
    where t.organisation_id = contracts.organisation_id and t.id = contracts.template_id)`
const group = sql<string>`(select g.name from contract_templates t
  join contract_groups g on g.organisation_id = t.organisation_id and g.id = t.group_id
  where t.organisation_id = contracts.organisation_id and t.id = contracts.template_id)`
const organisation = (column: string) =>
  sql<string>`(select o.${sql.ref(column)} from organisations o where o.id = contracts.organisation_id)`
const document = sql<number>`(select f.id from files f
  where f.organisation_id = contracts.organisation_id and f.contract_id = contracts.id
    and f.kind = 'ContractDocument' and f.deleted_at is null)`

// whoever sees a contract learns the number of its matter, unless that is restricted
const matterNumber = (prefix: string, { userId }: Viewer) =>
  sql<string>`(select ${matterNumberSql(prefix, 'm.organisation_id', 'm.number')} from matters m
    where m.organisation_id = contracts.organisation_id and m.id = contracts.matter_id
    and (not m.restricted or exists (select 1 from matter_members k where k.organisation_id = m.organisation_id
      and k.matter_id = m.id and k.user_id = ${userId})))`

const text = (expression: Column['sql'], nullable = false): Column => ({
  kind: 'text',
  nullable,
  sql: expression,
})
const own = (kind: Column['kind'], column: string, nullable = false): Column => ({
  kind,
  nullable,
  sql: sql.ref(`contracts.${column}`),
})

const columnsWith = (prefix: string, viewer: Viewer) =>
  ({
    id: own('integer', 'id'),
    name: own('text', 'name'),
    stage: { ...own('choice', 'status'), choices: contractStages },
    category: { kind: 'choice', nullable: false, sql: template('category'), choices: contractCategories },
    templateId: own('integer', 'template_id'),
    templateName: text(template('name')),
    groupName: text(group),
    organisationId: own('integer', 'organisation_id'),
    organisationName: text(organisation('name')),
    ownerId: own('uuid', 'owner_id'),
    ownerName: text(person('contracts.owner_id')),
    createdById: own('uuid', 'created_by'),
    createdByName: text(person('contracts.created_by')),
    matterId: own('integer', 'matter_id', true),
    matterNumber: { kind: 'text', nullable: true, sql: matterNumber(prefix, viewer) },
    teamId: own('integer', 'team_id', true),
    restricted: own('boolean', 'restricted'),
    externalId: own('text', 'external_id', true),
    parentId: own('integer', 'parent_id', true),
    documentFileId: { kind: 'integer', nullable: true, sql: document },
    expiry: own('local', 'expiry', true),
    executedAt: own('moment', 'executed_at', true),
    createdAt: own('moment', 'created_at'),
    lastActivityAt: own('moment', 'last_activity_at'),
  }) as const satisfies Catalogue

export type ContractColumn = keyof ReturnType<typeof columnsWith>
export type ContractCatalogue = Readonly<Record<ContractColumn, Column>>

/** Columns of the same names and meaning over rows that count contracts. */
export const countedContractColumns = {
  organisationId: { kind: 'integer', nullable: false, sql: sql.ref('counts.organisation_id') },
  stage: { kind: 'choice', nullable: false, sql: sql.ref('counts.status'), choices: contractStages },
  teamId: { kind: 'integer', nullable: true, sql: sql.ref('counts.team_id') },
  restricted: { kind: 'boolean', nullable: false, sql: sql.ref('counts.restricted') },
} as const satisfies Catalogue

/** The columns for a caller who is sure to see every row of the list whole; `prefix` begins the numbers of matters. */
export const contractCatalogue = (prefix: string, viewer: Viewer): ContractCatalogue =>
  columnsWith(prefix, viewer)

/** What an organisation's administrator sees of a restricted contract without being a member (docs/decisions/0028). */
export const outline: readonly string[] = [
  'id',
  'templateId',
  'templateName',
  'stage',
  'ownerId',
  'ownerName',
] satisfies readonly ContractColumn[]

/**
 * A catalogue for the list of `restrictedContractsOf`, which also holds contracts the caller may see in outline only. Everything
 * else is null there, in filters and in the order as well, so that nothing can be learned by asking.
 */
export const outlined = (catalogue: Catalogue): Catalogue =>
  maskedCatalogue(catalogue, { always: outline, shown: sql<SqlBool>`mine.user_id is not null` })
