// Matters as a kind of record: what server/records needs to know of them.
import { sql, type SqlBool } from 'kysely'
import { type Actor, worksInLegal } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { matterNumberSql } from '../platform/display-ids.ts'
import { columnOf } from '../platform/lists/list-query.ts'
import type { Tables } from '../platform/postgres/tables.ts'
import type { Principal } from '../platform/subject.ts'
import { kinds } from '../records/kinds.ts'
import type { RecordKind } from '../records/record-kind.ts'
import { departmentColumns } from '../identity/users/department-columns.ts'
import { personColumns, personDetailColumns, teamNameColumn } from '../identity/users/person-columns.ts'
import { exposureColumns } from './exposure-columns.ts'
import { matterCollections } from './matter-collections.ts'
import {
  intakeOrganisationName,
  intakeOrganisationSql,
  matterFilterColumns,
  matterListColumns,
  redactedMatterColumns,
} from './matter-columns.ts'
import { type Matter, matterColumns, matterOf, type MatterRow } from './matter.ts'
import { seenStateSql } from './lateness.ts'
import { requestColumns } from './request-columns.ts'
import { keptStates, namedStates } from './state.ts'

const members = { table: kinds.matter.members, recordId: kinds.matter.recordId, addedBy: 'added_by' } as const

// the expression of the index matters_by_words
const references = sql<string>`coalesce(matters.external_id, '') || ' ' || coalesce(matters.reference, '') || ' '
  || coalesce(matters.manager_reference, '') || ' ' || coalesce(matters.purchase_order_number, '')`

/** What its category opens to people of other organisations; those of its own need none of it. */
const openedToFirms = ({ organisationId }: Pick<Principal, 'organisationId'>) =>
  sql<readonly string[] | null>`case when matters.organisation_id <> ${organisationId} then (
    select case when c.firms_add_colleagues then c.firm_rights || 'ownColleagues'::text else c.firm_rights end
    from matter_categories c where c.organisation_id = matters.organisation_id and c.id = matters.category_id) end`

/** Business people find what they have asked for as their request. */
const requestPage = (reader: Actor) =>
  worksInLegal(reader)
    ? sql<null>`null::text`
    : sql<
        'requests' | null
      >`(select 'requests'::text from requests r where r.organisation_id = matters.organisation_id
        and r.matter_id = matters.id and r.requester_id = ${reader.userId})`

/**
 * A matter is visible to its members, to members of the team it is assigned to who work in legal, to the matter
 * administrators and, while it waits in intake, to those who manage intake; a restricted one to its members only.
 * People of other organisations see it only as members. Who may do what with it: server/records/rights/rights-table.ts.
 */
export const matterKind: RecordKind<Tables, 'matters', Matter> = {
  kind: 'matter',
  names: { one: 'matter', many: kinds.matter.many },
  table: 'matters',
  members,
  access: {
    feature: 'MATTERS',
    administrators: 'MatterAdministrators',
    responsible: {
      owner: { column: 'owner_id', delegate: 'delegate_owner' },
      manager: { column: 'manager_id', delegate: 'delegate_manager' },
    },
    intake: 'ManageIntake',
    openedToFirms,
  },
  columns: matterColumns,
  recordOf: (row) => matterOf(row as unknown as MatterRow),
  list: {
    columns: ({ config, clock }, actor) => ({
      ...matterListColumns({ prefix: config.displayIdPrefix, now: clock.now() }),
      ...departmentColumns('matters.owner_id', actor),
      ...requestColumns(actor),
      ...exposureColumns(actor),
    }),
    related: {
      ...matterFilterColumns,
      teamName: teamNameColumn('matters'),
      version: { kind: 'integer', nullable: false, sql: sql.ref('matters.version') },
      ...personColumns('owner', 'matters.owner_id'),
      ...personColumns('manager', 'matters.manager_id', true),
      ...personColumns('createdBy', 'matters.created_by'),
      createdByFullName: columnOf(
        personDetailColumns('createdBy', 'matters.created_by'),
        'createdByFullName',
      ),
      intakeOrganisationId: {
        kind: 'integer',
        nullable: true,
        sql: intakeOrganisationSql,
      },
      intakeOrganisationName,
    },
    collections: matterCollections({ table: 'matters', members }),
    status: { ...namedStates, name: 'state', stored: keptStates },
    redacted: redactedMatterColumns,
  },
  quickFind: {
    otherText: references,
    // people who work for several organisations find their matters by the organisation as well
    ownText: (organisationId) =>
      sql<string>`${references} || ' ' || (select o.name from organisations o where o.id = ${organisationId})`,
    isKnown,
  },
  shown: {
    displayId: ({ config }) => matterNumberSql(config.displayIdPrefix, 'matters'),
    status: (now) => seenStateSql(now),
    page: requestPage,
    recent: () => ({
      ownerId: sql.ref('matters.owner_id'),
      managerId: sql.ref('matters.manager_id'),
      categoryName: sql<string>`(select c.name from matter_categories c
        where c.organisation_id = matters.organisation_id and c.id = matters.category_id)`,
    }),
  },
  type: kinds.matter.type,
  numbered: { types: 'matter_categories' },
  statusMessages: 'matter_status_messages',
}

/** Whether the term is the matter's external id, its id or its number, whole or without what precedes it. */
function isKnown(term: string, { config }: Pick<App, 'config'>) {
  const ways = [
    sql<SqlBool>`matters.external_id = ${term}`,
    sql<SqlBool>`lower(matters.own_number) = lower(${term})`,
  ]
  if (/^\d{1,10}$/.test(term)) {
    ways.push(sql`matters.id = ${term}::bigint`, sql`matters.number = ${term}::bigint`)
  }
  const whole = /^(\d{1,10})-(\d{1,10})$/.exec(withoutPrefix(config.displayIdPrefix, term))
  if (whole)
    ways.push(sql`(matters.organisation_id = ${whole[1]}::bigint and matters.number = ${whole[2]}::bigint)`)
  return sql<SqlBool>`(${sql.join(ways, sql` or `)})`
}

const withoutPrefix = (prefix: string, term: string) =>
  term.toLowerCase().startsWith(prefix.toLowerCase()) ? term.slice(prefix.length) : term
