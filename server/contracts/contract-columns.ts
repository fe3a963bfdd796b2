// What a list of contracts can show, be filtered by and be sorted by. One list for both wire formats; each has its
// names.
import { sql, type SqlBool } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import { matterNumberSql } from '../platform/display-ids.ts'
import { copiedOf, copiedValue } from '../platform/lists/copied-column.ts'
import type { Join } from '../platform/lists/joins.ts'
import { shownOrganisations } from '../identity/organisations/shown-organisations.ts'
import { seenStageColumn, seenStageSql, stageSinceColumn } from './seen-stage.ts'
import type { Catalogue, Column } from '../platform/lists/list-query.ts'
import { joinedNameColumn } from '../identity/users/person-columns.ts'
import { namedStages } from './contract.ts'
import { isMatterDisclosedSql } from './contract-matter.ts'
import { statusNameSql } from '../records/status-names/status-name.ts'

export const contractCategories = ['Sales', 'Purchasing', 'Commercial'] as const

type Viewer = Pick<Actor, 'userId'>

const templateJoin: Join = {
  as: 'template',
  table: sql`contract_templates`,
  on: sql`template.organisation_id = contracts.organisation_id and template.id = contracts.template_id`,
}
const shownTemplates = copiedOf('contract_templates', {
  name: sql.ref('r.name'),
  category: sql.ref('r.category'),
  groupName: sql`(select g.name from contract_groups g where g.organisation_id = r.organisation_id and g.id = r.group_id)`,
})
const fromTemplate = (value: string) =>
  copiedValue(shownTemplates, value, [sql.ref('contracts.organisation_id'), sql.ref('contracts.template_id')])

const template = (column: 'name' | 'category') => ({
  sql: sql<string>`(select t.${sql.ref(column)} from contract_templates t
    where t.organisation_id = contracts.organisation_id and t.id = contracts.template_id)`,
  joined: { sql: sql.ref(`template.${column}`), joins: [templateJoin] },
  copied: fromTemplate(column),
})
const group = {
  sql: sql<string>`(select g.name from contract_templates t
    join contract_groups g on g.organisation_id = t.organisation_id and g.id = t.group_id
    where t.organisation_id = contracts.organisation_id and t.id = contracts.template_id)`,
  joined: {
    sql: sql`template_group.name`,
    joins: [
      {
        as: 'template_group',
        table: sql`contract_groups`,
        on: sql<SqlBool>`template_group.organisation_id = contracts.organisation_id and template_group.id = template.group_id`,
        after: [templateJoin],
      },
    ],
  },
  copied: fromTemplate('groupName'),
}
const organisation = {
  sql: sql<string>`(select o.name from organisations o where o.id = contracts.organisation_id)`,
  joined: {
    sql: sql`organisation.name`,
    joins: [
      {
        as: 'organisation',
        table: sql`organisations`,
        on: sql<SqlBool>`organisation.id = contracts.organisation_id`,
      },
    ],
  },
  copied: copiedValue(shownOrganisations, 'name', [sql.ref('contracts.organisation_id')]),
}

const isDocument = (alias: string) =>
  sql<SqlBool>`${sql.ref(`${alias}.organisation_id`)} = contracts.organisation_id
    and ${sql.ref(`${alias}.contract_id`)} = contracts.id
    and ${sql.ref(`${alias}.kind`)} = 'ContractDocument' and ${sql.ref(`${alias}.deleted_at`)} is null`

/** A column of the contract document; null without one. */
export const documentColumn = (column: string, kind: Column['kind']): Column => ({
  kind,
  nullable: true,
  // not through access.ts: the document is seen by everybody who sees the contract
  sql: sql`(select ${sql.ref(`f.${column}`)} from files f where ${isDocument('f')})`,
  joined: {
    sql: sql.ref(`document.${column}`),
    joins: [{ as: 'document', table: sql`files`, on: isDocument('document') }],
  },
})

const isMatter = (alias: string, viewer: Viewer) =>
  sql<SqlBool>`${sql.ref(`${alias}.organisation_id`)} = contracts.organisation_id
    and ${sql.ref(`${alias}.id`)} = contracts.matter_id and ${isMatterDisclosedSql(alias, viewer)}`

// not through access.ts: which matters may be named, isMatterDisclosedSql decides
/** The matter of the contract, as far as the viewer may know of it. */
export const matterJoin = (viewer: Viewer): Join => ({
  as: 'matter',
  table: sql`matters`,
  on: isMatter('matter', viewer),
})

// not through access.ts: which matters may be named, isMatterDisclosedSql decides
const matterNumber = (prefix: string, viewer: Viewer) => ({
  sql: sql<string>`(select ${matterNumberSql(prefix, 'm')} from matters m
      where ${isMatter('m', viewer)})`,
  joined: {
    sql: matterNumberSql(prefix, 'matter'),
    joins: [matterJoin(viewer)],
  },
})

const text = (expression: Pick<Column, 'sql' | 'joined' | 'copied'>, nullable = false): Column => ({
  kind: 'text',
  nullable,
  ...expression,
})
const own = (kind: Column['kind'], column: string, nullable = false): Column => ({
  kind,
  nullable,
  sql: sql.ref(`contracts.${column}`),
})

/** What the columns depend on besides the row. */
interface Shown {
  /** Begins the numbers of matters. */
  readonly prefix: string
  /** When they are looked at: from then on what expired before is Expired. */
  readonly now: Date
}

/** What only the list of all visible contracts is filtered and sorted by. */
export const contractFilterColumns = {
  updatedAt: own('moment', 'updated_at'),
} as const satisfies Catalogue

const named = { kind: 'contract', table: 'contracts', list: { status: namedStages } } as const

const columnsWith = ({ prefix, now }: Shown, viewer: Viewer) =>
  ({
    id: own('integer', 'id'),
    number: own('text', 'own_number', true),
    name: own('text', 'name'),
    stage: seenStageColumn(now),
    stageName: text({ sql: statusNameSql(named, seenStageSql(now)) }),
    stageSince: stageSinceColumn(now),
    category: { kind: 'choice', nullable: false, ...template('category'), choices: contractCategories },
    templateId: own('integer', 'template_id'),
    templateName: text(template('name')),
    groupName: text(group),
    organisationId: own('integer', 'organisation_id'),
    organisationName: text(organisation),
    ownerId: own('uuid', 'owner_id'),
    ownerName: joinedNameColumn('owner', 'contracts.owner_id'),
    createdById: own('uuid', 'created_by'),
    createdByName: joinedNameColumn('createdBy', 'contracts.created_by'),
    matterId: own('integer', 'matter_id', true),
    matterNumber: text(matterNumber(prefix, viewer), true),
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

/** The columns for a caller who is sure to see every row of the list whole. */
export const contractListColumns = (shown: Shown, viewer: Viewer): ContractCatalogue =>
  columnsWith(shown, viewer)

/** What an organisation's administrator sees of a restricted contract without being a member (docs/decisions/0028). */
export const redactedContractColumns: readonly string[] = [
  'id',
  'number',
  'templateId',
  'templateName',
  'stage',
  'stageName',
  'ownerId',
  'ownerName',
] satisfies readonly ContractColumn[]
