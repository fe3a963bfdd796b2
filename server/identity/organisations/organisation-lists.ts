// Lists of organisations, departments and regions, each with its columns.
import { sql } from 'kysely'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Column } from '../../platform/lists/list-query.ts'
import type { Listing } from '../../platform/lists/list-rows.ts'
import { placeColumns } from '../../platform/lists/placed.ts'
import { type RowSource, rowSource } from '../../platform/postgres/row-source.ts'
import { departmentsVisibleTo, organisationsVisibleTo, regionsVisibleTo } from './access.ts'
import { organisationTypes } from './organisation.ts'

const column =
  (table: string) =>
  (kind: Column['kind'], name: string, nullable = false): Column => ({
    kind,
    nullable,
    sql: sql.ref(`${table}.${name}`),
  })
const ofOrganisation = column('organisations')
const ofDepartment = column('departments')
const ofRegion = column('regions')

const organisationListing = {
  catalogue: {
    id: ofOrganisation('integer', 'id'),
    name: ofOrganisation('text', 'name'),
    type: { ...ofOrganisation('choice', 'type'), choices: organisationTypes },
    timeZone: ofOrganisation('text', 'time_zone'),
    currency: ofOrganisation('text', 'currency'),
    logoId: {
      kind: 'integer',
      nullable: true,
      sql: sql`(select p.id from pictures p where p.organisation_id = organisations.id and p.user_id is null)`,
    },
    createdAt: ofOrganisation('moment', 'created_at'),
    modifiedAt: ofOrganisation('moment', 'updated_at'),
  },
  id: { kind: 'integer', sql: sql.ref('organisations.id') },
} as const satisfies Listing

/** The organisations that the actor is connected with. */
export const organisationRows = ({ db }: App, actor: Actor): RowSource =>
  rowSource(organisationsVisibleTo(db, actor), organisationListing)

const organisationName = (table: string): Column => ({
  kind: 'text',
  nullable: false,
  sql: sql`(select o.name from organisations o where o.id = ${sql.ref(`${table}.organisation_id`)})`,
})

const departmentListing = {
  catalogue: {
    id: ofDepartment('integer', 'id'),
    name: ofDepartment('text', 'name'),
    parentId: ofDepartment('integer', 'parent_id', true),
    parentName: {
      kind: 'text',
      nullable: true,
      sql: sql`(select p.name from departments p
        where p.organisation_id = departments.organisation_id and p.id = departments.parent_id)`,
    },
    organisationId: ofDepartment('integer', 'organisation_id'),
    organisationName: organisationName('departments'),
    createdAt: ofDepartment('moment', 'created_at'),
    modifiedAt: ofDepartment('moment', 'updated_at'),
    version: ofDepartment('integer', 'version'),
    ...placeColumns('departments'),
  },
  id: { kind: 'integer', sql: sql.ref('departments.id') },
} as const satisfies Listing

/** The active departments of the organisations that the actor is connected with. */
export const departmentRows = ({ db }: App, actor: Actor): RowSource =>
  rowSource(departmentsVisibleTo(db, actor), departmentListing)

const regionListing = {
  catalogue: {
    id: ofRegion('integer', 'id'),
    name: ofRegion('text', 'name'),
    organisationId: ofRegion('integer', 'organisation_id'),
    organisationName: organisationName('regions'),
    createdAt: ofRegion('moment', 'created_at'),
    modifiedAt: ofRegion('moment', 'updated_at'),
    version: ofRegion('integer', 'version'),
    ...placeColumns('regions'),
  },
  id: { kind: 'integer', sql: sql.ref('regions.id') },
} as const satisfies Listing

/** The active regions of the organisations that the actor is connected with. */
export const regionRows = ({ db }: App, actor: Actor): RowSource =>
  rowSource(regionsVisibleTo(db, actor), regionListing)
