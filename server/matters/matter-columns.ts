// What a list of matters can show, be filtered by and be sorted by. One list for both wire formats; each has its names.
import { sql, type SqlBool } from 'kysely'
import { matterNumberSql } from '../platform/display-ids.ts'
import { copiedOf, copiedValue } from '../platform/lists/copied-column.ts'
import type { Catalogue, Column } from '../platform/lists/list-query.ts'
import { shownOrganisations } from '../identity/organisations/shown-organisations.ts'
import { joinedNameColumn, personColumns } from '../identity/users/person-columns.ts'
import { nextDueColumn } from './next-due.ts'
import { statusNameSql } from '../records/status-names/status-name.ts'
import { seenStateColumn, seenStateSql } from './lateness.ts'
import { namedStates } from './state.ts'

const shownCategories = copiedOf('matter_categories', { name: sql.ref('r.name') })

const organisation = {
  sql: sql<string>`(select o.name from organisations o where o.id = matters.organisation_id)`,
  joined: {
    sql: sql`organisation.name`,
    joins: [
      {
        as: 'organisation',
        table: sql`organisations`,
        on: sql<SqlBool>`organisation.id = matters.organisation_id`,
      },
    ],
  },
  copied: copiedValue(shownOrganisations, 'name', [sql.ref('matters.organisation_id')]),
}
const category = {
  sql: sql<string>`(select c.name from matter_categories c
    where c.organisation_id = matters.organisation_id and c.id = matters.category_id)`,
  joined: {
    sql: sql`category.name`,
    joins: [
      {
        as: 'category',
        table: sql`matter_categories`,
        on: sql<SqlBool>`category.organisation_id = matters.organisation_id and category.id = matters.category_id`,
      },
    ],
  },
  copied: copiedValue(shownCategories, 'name', [
    sql.ref('matters.organisation_id'),
    sql.ref('matters.category_id'),
  ]),
}

const text = (expression: Pick<Column, 'sql' | 'joined' | 'copied'>, nullable = false): Column => ({
  kind: 'text',
  nullable,
  ...expression,
})
const own = (kind: Column['kind'], column: string, nullable = false): Column => ({
  kind,
  nullable,
  sql: sql.ref(`matters.${column}`),
})

/** A column that few rows have set: asked as it is, the index of those that have is found. */
function flag(column: string): Column {
  const { sql: value, ...rest } = own('boolean', column)
  return {
    ...rest,
    sql: value,
    compare(comparison, asked) {
      if (asked === null) return comparison === 'ne' ? sql<SqlBool>`true` : sql<SqlBool>`false`
      return (comparison === 'eq') === (asked === true) ? sql<SqlBool>`${value}` : sql<SqlBool>`not ${value}`
    },
  }
}

/** The id of the organisation in whose intake a matter waits. */
export const intakeOrganisationSql = sql`case when matters.in_intake then matters.organisation_id end`

/** The organisation in whose intake a matter waits. */
export const intakeOrganisationName: Column = text(
  {
    sql: sql`case when matters.in_intake then ${organisation.sql} end`,
    joined: {
      ...organisation.joined,
      sql: sql`case when matters.in_intake then ${organisation.joined.sql} end`,
    },
    copied: copiedValue(shownOrganisations, 'name', [intakeOrganisationSql]),
  },
  true,
)

/** What only the list of all visible matters is filtered and sorted by. */
export const matterFilterColumns = {
  numberInOrder: own('integer', 'number'),
  updatedAt: own('moment', 'updated_at'),
  closedAt: own('moment', 'closed_at', true),
  nextDue: nextDueColumn,
} as const satisfies Catalogue

/** What the columns depend on besides the row. */
interface Shown {
  /** Begins the numbers of matters. */
  readonly prefix: string
  /** When they are looked at: from then on what is due before is late. */
  readonly now: Date
}

const named = { kind: 'matter', table: 'matters', list: { status: namedStates } } as const

const columnsWith = ({ prefix, now }: Shown) =>
  ({
    id: own('integer', 'id'),
    number: text({ sql: matterNumberSql(prefix, 'matters') }),
    name: own('text', 'name'),
    state: seenStateColumn(now),
    stateName: text({ sql: statusNameSql(named, seenStateSql(now)) }),
    categoryId: own('integer', 'category_id'),
    categoryName: text(category),
    organisationId: own('integer', 'organisation_id'),
    organisationName: text(organisation),
    ownerId: own('uuid', 'owner_id'),
    ownerName: joinedNameColumn('owner', 'matters.owner_id'),
    managerId: own('uuid', 'manager_id', true),
    managerName: joinedNameColumn('manager', 'matters.manager_id', true),
    managerOrganisationId: personColumns('manager', 'matters.manager_id', true).managerOrganisationId,
    createdById: own('uuid', 'created_by'),
    createdByName: joinedNameColumn('createdBy', 'matters.created_by'),
    teamId: own('integer', 'team_id', true),
    restricted: own('boolean', 'restricted'),
    urgent: flag('urgent'),
    inIntake: flag('in_intake'),
    externalId: own('text', 'external_id', true),
    parentId: own('integer', 'parent_id', true),
    reference: own('text', 'reference', true),
    managerReference: own('text', 'manager_reference', true),
    purchaseOrderNumber: own('text', 'purchase_order_number', true),
    createdAt: own('moment', 'created_at'),
    lastActivityAt: own('moment', 'last_activity_at'),
  }) as const satisfies Catalogue

export type MatterColumn = keyof ReturnType<typeof columnsWith>
export type MatterCatalogue = Readonly<Record<MatterColumn, Column>>

/** The columns for a caller who is sure to see every row of the list whole. */
export const matterListColumns = (shown: Shown): MatterCatalogue => columnsWith(shown)

/** What an organisation's administrator sees of a restricted matter without being a member (docs/decisions/0028). */
export const redactedMatterColumns: readonly string[] = [
  'id',
  'number',
  'categoryId',
  'categoryName',
  'state',
  'stateName',
  'ownerId',
  'ownerName',
  'managerId',
  'managerName',
] satisfies readonly MatterColumn[]
