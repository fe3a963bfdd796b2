// The values of a record's custom fields as one JSON object, by the api names of the fields, made by the database.
import { sql } from 'kysely'
import type { Column } from '../../platform/lists/list-query.ts'
import type { SubjectKind } from '../../platform/subject.ts'

/** Values by api name; null where a field of the record's forms has none. */
export type NamedValues = Readonly<Record<string, unknown>>

/** The records of a list: their kind and table, and the column of what their forms belong to (template or category). */
export interface RecordsWithForms {
  readonly kind: SubjectKind
  readonly table: string
  readonly formOwner: string
  /** The forms that show their fields. */
  readonly forms: readonly string[]
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
const isSeveral = sql`(f.type in ('CheckboxList', 'List') or f.type = 'Lookup' and f.multiple)`

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
 * The values of a record: fields of its forms first, in their order, then others that it has values of. People who see a record
 * may see its values. Built-in fields that show a property of the record are left out: v2 shows that property itself.
 */
export function namedValuesColumn({ kind, table, formOwner, forms }: RecordsWithForms): Column {
  const of = (column: string) => sql.ref(`${table}.${column}`)
  const onForms = sql`select p.field_id, p.position as place, null::bigint as ordinal, null::text as atom from form_parts p
    where p.organisation_id = ${of('organisation_id')} and p.form in (${sql.join(forms.map((form) => sql.lit(form)))})
      and coalesce(p.template_id, p.category_id, 0) in (0, ${of(formOwner)}) and p.field_id is not null`
  const given = sql`select v.field_id, null as place, v.ordinal, ${atom} as atom
    from field_values v join fields f on f.organisation_id = v.organisation_id and f.id = v.field_id
    left join field_options o on o.organisation_id = v.organisation_id and o.id = v.option_id
    left join users u on u.id = v.user_id
    where v.organisation_id = ${of('organisation_id')} and v.record_kind = ${sql.lit(kind)} and v.record_id = ${of('id')}`
  const values = sql`select f.id, min(x.place) as place, to_json(f.api_name)::text as name,
      case when ${isSeveral} then '[' || coalesce(string_agg(x.atom, ',' order by x.ordinal), '') || ']'
        else coalesce((array_agg(x.atom order by x.ordinal) filter (where x.ordinal is not null))[1], 'null') end as value
    from (${onForms} union all ${given}) x join fields f on f.organisation_id = ${of('organisation_id')} and f.id = x.field_id
    where f.deleted_at is null and (x.ordinal is not null or f.entity_column is null and f.type <> 'SectionHeader')
    group by f.organisation_id, f.id`
  return {
    kind: 'text',
    nullable: false,
    sql: sql`(select '{' || coalesce(string_agg(y.name || ':' || y.value, ',' order by y.place, y.id), '') || '}'
      from (${values}) y)::json`,
  }
}
