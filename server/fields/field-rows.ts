// Fields as rows with the columns asked for: those of the caller's organisation, as v2 names their types.
import { sql } from 'kysely'
import { personNameColumn } from '../identity/users/person-columns.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Catalogue, Column, ListQuery } from '../platform/lists/list-query.ts'
import { countRows, type ListedRow, type Listing, readRow, readRows } from '../platform/lists/list-rows.ts'
import { kindNames, type RecordKindName } from '../records/kinds.ts'
import { fieldsVisibleTo } from './access.ts'
import { type AtomKind, atomKindOf, fieldTypes, type Field, takesSeveral } from './field.ts'
import { formNamesSql } from './forms-of-records.ts'

/** What the value of a field is made of, as v2 tells it apart. */
export const valueTypes = ['Text', 'Decimal', 'Boolean', 'Date', 'Option', 'MultiOption', 'User'] as const
export type ValueType = (typeof valueTypes)[number]

const ofAtoms: Readonly<Record<AtomKind, ValueType>> = {
  text: 'Text',
  number: 'Decimal',
  boolean: 'Boolean',
  date: 'Date',
  option: 'Option',
  user: 'User',
  reference: 'Option',
}

/** Undefined for what has no value: a heading between fields. */
export function valueTypeOf(field: Pick<Field, 'type' | 'multiple'>): ValueType | undefined {
  const atoms = atomKindOf(field.type)
  return takesSeveral(field) ? 'MultiOption' : atoms && ofAtoms[atoms]
}

const own = (kind: Column['kind'], column: string, nullable = false): Column => ({
  kind,
  nullable,
  sql: sql.ref(`fields.${column}`),
})

const whenType = fieldTypes.flatMap((type) =>
  [true, false].map((multiple) => {
    const valueType = valueTypeOf({ type, multiple }) ?? null
    return sql`when fields.type = ${type} and fields.multiple = ${multiple} then ${valueType}::text`
  }),
)
const valueType = sql`(case ${sql.join(whenType, sql` `)} end)`

/** The column that says whether records of the kind have the field. */
export const usedByColumn = (kind: RecordKindName) => `usedBy.${kind}` as const

// those that show a property of the record are left out: lists have the property itself
const usedByColumns: Catalogue = Object.fromEntries(
  kindNames.map((kind) => {
    const isUsed = sql`(fields.entity_column is null and exists (select 1 from form_parts p
      where p.organisation_id = fields.organisation_id and p.field_id = fields.id and p.form in (${formNamesSql(kind)})))`
    return [usedByColumn(kind), { kind: 'boolean', nullable: false, sql: isUsed } as const]
  }),
)

/** What a list of fields can show, be filtered by and be sorted by. */
export const fieldListing = {
  catalogue: {
    id: own('integer', 'id'),
    apiName: own('text', 'api_name'),
    title: own('text', 'title'),
    valueType: { kind: 'choice', nullable: true, sql: valueType, choices: valueTypes },
    /** Null where there are no choices. */
    mayAddOptions: {
      kind: 'boolean',
      nullable: true,
      sql: sql`(case when ${valueType} in ('Option', 'MultiOption') then fields.can_add_options end)`,
    },
    createdAt: own('moment', 'created_at'),
    createdByName: personNameColumn('fields.created_by', true),
    modifiedAt: own('moment', 'updated_at'),
    modifiedByName: personNameColumn('fields.updated_by', true),
    ...usedByColumns,
  },
  id: { kind: 'integer', sql: sql.ref('fields.id') },
} as const satisfies Listing

// a heading has no value: it is a part of forms
const fieldsOf = ({ db }: App, actor: Actor) =>
  fieldsVisibleTo(db, actor)
    .where('fields.organisation_id', '=', actor.organisationId)
    .where('fields.type', '<>', 'SectionHeader')

/** A page of the fields of the caller's organisation. */
export const listFieldRows = (
  app: App,
  actor: Actor,
  asked: { readonly query: ListQuery; readonly columns: readonly string[] },
): Promise<readonly ListedRow[]> => readRows(fieldsOf(app, actor), fieldListing, asked)

/** How many of them there are. */
export const countFieldRows = (app: App, actor: Actor, query: ListQuery): Promise<number> =>
  countRows(fieldsOf(app, actor), fieldListing, query)

/** The row of a field that the caller sees. */
export const getFieldRow = (
  { db }: App,
  actor: Actor,
  { organisationId, id }: Pick<Field, 'organisationId' | 'id'>,
  columns: readonly string[],
): Promise<ListedRow> =>
  readRow(
    fieldsVisibleTo(db, actor)
      .where('fields.organisation_id', '=', organisationId)
      .where('fields.id', '=', id),
    fieldListing,
    columns,
  )
