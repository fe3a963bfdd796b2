// The roles of an organisation's own as rows of a list, for its administrators.
import { sql } from 'kysely'
import { type Actor, roles } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Column } from '../../platform/lists/list-query.ts'
import type { Listing } from '../../platform/lists/list-rows.ts'
import { type RowSource, rowSource } from '../../platform/postgres/row-source.ts'
import { personNameColumn } from './person-columns.ts'

const own = (kind: Column['kind'], column: string, nullable = false): Column => ({
  kind,
  nullable,
  sql: sql.ref(`custom_roles.${column}`),
})

/** A list of words, as one text with spaces between them. */
const words = (column: string): Column => ({
  kind: 'text',
  nullable: false,
  sql: sql`array_to_string(${sql.ref(`custom_roles.${column}`)}, ' ')`,
})

/** The columns that can be returned, filtered by and sorted by. */
export const customRoleListing = {
  catalogue: {
    id: own('integer', 'id'),
    name: own('text', 'name'),
    description: own('text', 'description', true),
    role: { ...own('choice', 'base_role'), choices: roles },
    permissions: words('permissions'),
    groups: words('groups'),
    version: own('integer', 'version'),
    peopleCount: {
      kind: 'integer',
      nullable: false,
      sql: sql`(select count(*) from users u
        where u.organisation_id = custom_roles.organisation_id and u.custom_role_id = custom_roles.id)`,
    },
    createdAt: own('moment', 'created_at'),
    createdByName: personNameColumn('custom_roles.created_by', true),
    modifiedAt: own('moment', 'updated_at'),
    modifiedByName: personNameColumn('custom_roles.updated_by', true),
  },
  id: { kind: 'integer', sql: sql.ref('custom_roles.id') },
} as const satisfies Listing

/** The custom roles of the actor's organisation. */
export const customRoleRows = ({ db }: App, { organisationId }: Actor): RowSource =>
  rowSource(
    db.selectFrom('custom_roles').where('custom_roles.organisation_id', '=', organisationId),
    customRoleListing,
  )
