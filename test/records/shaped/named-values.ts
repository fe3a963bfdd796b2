// Values of custom fields as they were read before the database made the JSON.
import { sql } from 'kysely'
import type { Reader } from '../../../server/platform/postgres/database.ts'
import type { Subject } from '../../../server/platform/subject.ts'
import { type FieldType, takesSeveral } from '../../../server/fields/field.ts'

/** A record whose values to read, with what decides its forms. */
export interface RecordOfForm extends Subject {
  /** Of its template or category. */
  readonly formOwnerId: number
}

/** Values by api name; null where a field of the record's forms has none. */
export type NamedValues = Readonly<Record<string, unknown>>

/**
 * The values of records of one kind, by their ids. People who see a record may see its values: the caller has checked
 * that. Built-in fields that show a property of the record are left out: v2 shows that property itself.
 */
export async function readNamedValues(
  db: Reader,
  records: readonly RecordOfForm[],
): Promise<ReadonlyMap<number, NamedValues>> {
  if (records.length === 0) return new Map()
  const [onForms, values] = await Promise.all([fieldsOnForms(db, records), valueRows(db, records)])
  const byRecord = Map.groupBy(values, ({ record_id }) => record_id)
  return new Map(
    records.map((record) => {
      const empty = onForms
        .filter(({ owner_id }) => owner_id === 0 || owner_id === record.formOwnerId)
        .map((field): [string, unknown] => [field.api_name, noValueOf(field)])
      const given = [...Map.groupBy(byRecord.get(record.id) ?? [], ({ api_name }) => api_name)]
      return [
        record.id,
        Object.fromEntries([
          ...empty,
          ...given.map(([name, rows]): [string, unknown] => [name, shown(rows)]),
        ]),
      ]
    }),
  )
}

interface Typed {
  readonly type: string
  readonly multiple: boolean
}

const isSeveral = ({ type, multiple }: Typed) => takesSeveral({ type: type as FieldType, multiple })
const noValueOf = (field: Typed) => (isSeveral(field) ? [] : null)

const organisationsOf = (records: readonly Subject[]) => [
  ...new Set(records.map(({ organisationId }) => organisationId)),
]

async function fieldsOnForms(db: Reader, records: readonly RecordOfForm[]) {
  const isContract = records[0]?.kind === 'contract'
  return db
    .selectFrom('form_parts')
    .innerJoin('fields', (join) =>
      join
        .onRef('fields.organisation_id', '=', 'form_parts.organisation_id')
        .onRef('fields.id', '=', 'form_parts.field_id'),
    )
    .where('form_parts.organisation_id', 'in', organisationsOf(records))
    .where(
      'form_parts.form',
      'in',
      isContract ? ['ContractDetails', 'ContractCore'] : ['MatterDetails', 'MatterCore'],
    )
    .where(sql<number>`coalesce(form_parts.template_id, form_parts.category_id, 0)`, 'in', [
      0,
      ...new Set(records.map(({ formOwnerId }) => formOwnerId)),
    ])
    .where('fields.deleted_at', 'is', null)
    .where('fields.entity_column', 'is', null)
    .where('fields.type', '<>', 'SectionHeader')
    .orderBy('form_parts.position')
    .select(['fields.api_name', 'fields.type', 'fields.multiple'])
    .select(sql<number>`coalesce(form_parts.template_id, form_parts.category_id, 0)`.as('owner_id'))
    .execute()
}

type ValueRow = Awaited<ReturnType<typeof valueRows>>[number]

// an id means nothing to a person: the name is shown with it
const nameOfReference = sql<string | null>`case f.type
  when 'Department' then (select d.name from departments d where d.organisation_id = v.organisation_id and d.id = v.reference_id)
  when 'Region' then (select r.name from regions r where r.organisation_id = v.organisation_id and r.id = v.reference_id)
  when 'ContractEntity' then (select e.name from contract_entities e
    where e.organisation_id = v.organisation_id and e.id = v.reference_id)
  when 'InvoiceRecipient' then (select i.name from invoice_recipients i
    where i.organisation_id = v.organisation_id and i.id = v.reference_id) end`

async function valueRows(db: Reader, records: readonly RecordOfForm[]) {
  return db
    .selectFrom('field_values as v')
    .innerJoin('fields as f', (join) =>
      join.onRef('f.organisation_id', '=', 'v.organisation_id').onRef('f.id', '=', 'v.field_id'),
    )
    .leftJoin('field_options as o', (join) =>
      join.onRef('o.organisation_id', '=', 'v.organisation_id').onRef('o.id', '=', 'v.option_id'),
    )
    .leftJoin('users as u', 'u.id', 'v.user_id')
    .where('v.organisation_id', 'in', organisationsOf(records))
    .where('v.record_kind', '=', records[0]?.kind ?? 'contract')
    .where(
      'v.record_id',
      'in',
      records.map(({ id }) => id),
    )
    .where('f.deleted_at', 'is', null)
    .orderBy('v.field_id')
    .orderBy('v.ordinal')
    .select([
      'v.record_id',
      'f.api_name',
      'f.type',
      'f.multiple',
      'v.text_value',
      'v.number_value',
      'v.boolean_value',
      'v.date_value',
      'v.reference_id',
      'o.value as option_value',
      'o.label as option_label',
      'u.id as user_id',
      'u.email',
      'u.first_name',
      'u.last_name',
      'u.organisation_id as user_organisation_id',
    ])
    .select(nameOfReference.as('reference_name'))
    .execute()
}

function shown(rows: readonly ValueRow[]): unknown {
  const each = rows.map(atomShown)
  return rows[0] && isSeveral(rows[0]) ? each : (each[0] ?? null)
}

function atomShown(row: ValueRow): unknown {
  if (row.number_value !== null) return Number(row.number_value)
  if (row.option_value !== null) return { label: row.option_label, value: row.option_value }
  if (row.reference_id !== null) return { label: row.reference_name, value: String(row.reference_id) }
  if (row.user_id !== null) {
    return {
      id: row.user_id,
      email: row.email,
      firstName: row.first_name,
      lastName: row.last_name,
      organizationId: row.user_organisation_id,
    }
  }
  return row.text_value ?? row.boolean_value ?? row.date_value
}
