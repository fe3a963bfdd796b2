// The values of records' custom fields as one JSON object each, by the api names of the fields, made by the database.
import { type RawBuilder, sql } from 'kysely'
import type { Join } from '../../platform/lists/joins.ts'
import type { Column } from '../../platform/lists/list-query.ts'
import { isOneOf } from '../../platform/postgres/statement.ts'
import type { SubjectKind } from '../../platform/subject.ts'
import { fieldsOfRecordSql, formsKeyOf } from '../former-forms.ts'

/** Values by api name; null where a field of the record's forms has none. */
export type NamedValues = Readonly<Record<string, unknown>>

/** The records whose values are read: by the ids, as SQL, within these organisations. */
export interface RecordsWithValues {
  readonly kind: SubjectKind
  readonly table: string
  readonly organisationIds: readonly number[]
  readonly ids: RawBuilder<unknown>
}

// an id means nothing to a person: the name is shown with it
const nameOfReference = sql`case f.type
  when 'Department' then (select d.name from departments d where d.organisation_id = v.organisation_id and d.id = v.reference_id)
  when 'Region' then (select r.name from regions r where r.organisation_id = v.organisation_id and r.id = v.reference_id)
  when 'ContractEntity' then (select e.name from contract_entities e
    where e.organisation_id = v.organisation_id and e.id = v.reference_id)
  when 'InvoiceRecipient' then (select i.name from invoice_recipients i
    where i.organisation_id = v.organisation_id and i.id = v.reference_id) end`

// takesSeveral of field.ts
/** Whether the field `f` takes several choices. */
export const isSeveralSql = sql`(f.type in ('CheckboxList', 'List') or f.type = 'Lookup' and f.multiple)`

const atom = sql`case
  when v.number_value is not null then trim_scale(v.number_value)::text
  when v.option_id is not null then (select row_to_json(a)::text from (select o.label, o.value) a)
  when v.reference_id is not null
    then (select row_to_json(a)::text from (select ${nameOfReference} as label, v.reference_id::text as value) a)
  when v.user_id is not null
    then (select row_to_json(a)::text from (select u.id, u.email, u.first_name as "firstName", u.last_name as "lastName",
      u.organisation_id as "organizationId") a)
  else coalesce(to_json(v.text_value), to_json(v.boolean_value), to_json(v.date_value))::text end`

/**
 * The values of each record: fields of its forms first, in their order, then those that it got a value of when it was
 * created. Values that are on no form of its type are kept and not shown: they come back with the type. People who see
 * a record may see its values: the column is for records that they see. Built-in fields that show a property of the
 * record are left out: v2 shows that property itself. Read for all records at once, which costs half of reading them
 * one by one.
 */
export function namedValuesColumn({ kind, table, organisationIds, ids }: RecordsWithValues): Column {
  // not through access.ts: joined to records that the caller sees
  const onForms = sql`select r.organisation_id, r.id as record_id, shown.field_id, shown.place, null::bigint as ordinal,
      null::text as atom
    from ${sql.table(table)} as r cross join lateral (${fieldsOfRecordSql(kind, formsKeyOf(kind, 'r'))}) as shown
    where ${isOneOf(sql.ref('r.organisation_id'), organisationIds)} and r.id = any(${ids})`
  const given = sql`select v.organisation_id, v.record_id, v.field_id, null as place, v.ordinal, ${atom} as atom
    from field_values v join fields f on f.organisation_id = v.organisation_id and f.id = v.field_id
    left join field_options o on o.organisation_id = v.organisation_id and o.id = v.option_id
    left join users u on u.id = v.user_id
    where ${isOneOf(sql.ref('v.organisation_id'), organisationIds)} and v.record_kind = ${sql.lit(kind)}
      and v.record_id = any(${ids})`
  const values = sql`select x.organisation_id, x.record_id, f.id, min(x.place) as place, to_json(f.api_name)::text as name,
      case when ${isSeveralSql} then '[' || coalesce(string_agg(x.atom, ',' order by x.ordinal), '') || ']'
        else coalesce((array_agg(x.atom order by x.ordinal) filter (where x.ordinal is not null))[1], 'null') end as value
    from (${onForms} union all ${given}) x join fields f on f.organisation_id = x.organisation_id and f.id = x.field_id
    where f.deleted_at is null and (x.ordinal is not null or f.entity_column is null and f.type <> 'SectionHeader')
    group by x.organisation_id, x.record_id, f.organisation_id, f.id
    having bool_or(x.ordinal is null) and count(coalesce(x.place, x.ordinal)) > 0`
  const join: Join = {
    as: 'named_values',
    // once: the planner expects a single record, and would group them again for each
    table: sql`(with named as materialized (select y.organisation_id, y.record_id,
        '{' || string_agg(y.name || ':' || y.value, ',' order by y.place, y.id) || '}' as json
      from (${values}) y group by y.organisation_id, y.record_id) select organisation_id, record_id, json from named)`,
    on: sql`named_values.organisation_id = ${sql.ref(`${table}.organisation_id`)}
      and named_values.record_id = ${sql.ref(`${table}.id`)}`,
  }
  const json = sql`coalesce(named_values.json, '{}')::json`
  return { kind: 'text', nullable: false, sql: json, joined: { sql: json, joins: [join] } }
}
