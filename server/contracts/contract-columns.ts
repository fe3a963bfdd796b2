// What a list of contracts can show, be filtered by and be sorted by. One list for both wire formats; each has its
// names.
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import { matterNumberSql } from '../platform/display-ids.ts'
import type { Catalogue, Column } from '../platform/lists/list-query.ts'
import { contractStages } from './contract.ts'
import { isMatterDisclosedSql } from './contract-matter.ts'

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

/** A column of the contract document; null without one. */
export const documentColumn = (column: string, kind: Column['kind']): Column => ({
  kind,
  nullable: true,
  // not through access.ts: the document is seen by everybody who sees the contract
  sql: sql`(select ${sql.ref(`f.${column}`)} from files f
    where f.organisation_id = contracts.organisation_id and f.contract_id = contracts.id
      and f.kind = 'ContractDocument' and f.deleted_at is null)`,
})

// not through access.ts: which matters may be named, isMatterDisclosedSql decides
const matterNumber = (prefix: string, viewer: Viewer) =>
  sql<string>`(select ${matterNumberSql(prefix, 'm.organisation_id', 'm.number')} from matters m
    where m.organisation_id = contracts.organisation_id and m.id = contracts.matter_id
    and ${isMatterDisclosedSql('m', viewer)})`

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
    documentFileId: documentColumn('id', 'integer'),
    expiry: own('local', 'expiry', true),
    executedAt: own('moment', 'executed_at', true),
    createdAt: own('moment', 'created_at'),
    lastActivityAt: own('moment', 'last_activity_at'),
  }) as const satisfies Catalogue

export type ContractColumn = keyof ReturnType<typeof columnsWith>
export type ContractCatalogue = Readonly<Record<ContractColumn, Column>>

/** The columns for a caller who is sure to see every row of the list whole; `prefix` begins the numbers of matters. */
export const contractListColumns = (prefix: string, viewer: Viewer): ContractCatalogue =>
  columnsWith(prefix, viewer)

/** What an organisation's administrator sees of a restricted contract without being a member (docs/decisions/0028). */
export const redactedContractColumns: readonly string[] = [
  'id',
  'templateId',
  'templateName',
  'stage',
  'ownerId',
  'ownerName',
] satisfies readonly ContractColumn[]
