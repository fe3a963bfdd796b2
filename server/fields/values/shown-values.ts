// The values of records' custom fields as this process writes them: the database reads the rows of values only; the
// names of fields, choices, people and the like come from copies. The same bytes as named-values.ts has the database
// make.
import { type RawBuilder, sql } from 'kysely'
import { shownPeople } from '../../identity/users/shown-people.ts'
import { copiedOf, keyOfRow, type ShownRow } from '../../platform/lists/copied-column.ts'
import { bareObject } from '../../platform/bare-object.ts'
import type { Join } from '../../platform/lists/joins.ts'
import type { CopiedValue } from '../../platform/lists/list-query.ts'
import type { CopiedRows, FoundRows } from '../../platform/postgres/row-copies.ts'
import { isOneOf, statement } from '../../platform/postgres/statement.ts'
import type { SubjectKind } from '../../platform/subject.ts'
import { fieldsOfRecordSql } from '../former-forms.ts'
import { formsOfRecords } from '../forms-of-records.ts'
import { isSeveralSql, type RecordsWithValues } from './named-values.ts'

/** A field as the records of a template or category show it. */
interface ShownField {
  readonly id: string
  /** JSON. */
  readonly name: string
  readonly several: boolean
  /** Whether it is on a form that shows its fields; otherwise it is there when it has a value. */
  readonly placed: boolean
}

interface ShownForm {
  readonly fields: readonly ShownField[]
}

/** The fields of the records of a template or category, in their order; by organisation and id. */
function formsOf(kind: SubjectKind): CopiedRows<ShownForm> {
  const select = statement<FormKeys, object>(
    ({
      organisationIds,
      owners,
      versions,
      coreVersions,
    }) => sql`select asked.organisation_id || ' ' || asked.owner || ' '
          || asked.version || ' ' || asked.core_version as key,
        json_build_object('fields', (${fieldsOfOwner(kind)})) as row
      from unnest(${organisationIds}::bigint[], ${owners}::bigint[], ${versions}::integer[], ${coreVersions}::integer[])
        as asked (organisation_id, owner, version, core_version)`,
  )
  return { query: (keys) => select.query(formKeysOf(keys)) }
}

/** What the forms of records depend on, as lists. */
interface FormKeys {
  readonly organisationIds: readonly number[]
  readonly owners: readonly number[]
  readonly versions: readonly number[]
  readonly coreVersions: readonly number[]
}

/** From `5 17 2 0`: organisation, template or category, and the versions that the record was made with. */
function formKeysOf(keys: readonly string[]): FormKeys {
  const each = keys.map((key) => key.split(' ').map(Number))
  const at = (place: number) => each.map((numbers) => numbers[place] ?? 0)
  return { organisationIds: at(0), owners: at(1), versions: at(2), coreVersions: at(3) }
}

const knownForms = new Map<SubjectKind, CopiedRows<ShownForm>>()

function shownForms(kind: SubjectKind): CopiedRows<ShownForm> {
  const forms = knownForms.get(kind) ?? formsOf(kind)
  knownForms.set(kind, forms)
  return forms
}

/** As JSON, of `asked`. */
function fieldsOfOwner(kind: SubjectKind): RawBuilder<unknown> {
  const shown = fieldsOfRecordSql(kind, {
    organisation: sql`asked.organisation_id`,
    owner: sql`asked.owner`,
    version: sql`asked.version`,
    coreVersion: sql`asked.core_version`,
  })
  return sql`select coalesce(json_agg(json_build_object('id', f.id::text, 'name', to_json(f.api_name)::text,
      'several', ${isSeveralSql}, 'placed', x.place is not null) order by x.place, f.id), '[]'::json)
    from (select shown.field_id, min(shown.place) as place from (${shown}) as shown group by shown.field_id) x
    join fields f on f.organisation_id = asked.organisation_id and f.id = x.field_id
    where f.deleted_at is null and f.entity_column is null and f.type <> 'SectionHeader'`
}

const shownOptions = copiedOf('field_options', {
  option: sql`(select row_to_json(a) from (select r.label, r.value) a)`,
})

const name = { name: sql.ref('r.name') }
const things = bareObject<CopiedRows<ShownRow>>({
  Department: copiedOf('departments', name),
  Region: copiedOf('regions', name),
  ContractEntity: copiedOf('contract_entities', name),
  InvoiceRecipient: copiedOf('invoice_recipients', name),
})

// no JSON contains it
const separator = '\u001f'

/** How a row of values is written as text, after its field: by a letter, then what it is. */
const json = 'j'
const person = 'p'
const option = 'o'
/** The type of the field follows, then the id. */
const thing = 't'

const textOfValue = sql`v.field_id || case
  when v.option_id is not null then ${sql.lit(option)} || v.option_id
  when v.number_value is not null then ${sql.lit(json)} || trim_scale(v.number_value)
  when v.user_id is not null then ${sql.lit(person)} || v.user_id
  when v.reference_id is not null then ${sql.lit(thing)} || (select f.type from fields f
    where f.organisation_id = v.organisation_id and f.id = v.field_id) || ' ' || v.reference_id
  else ${sql.lit(json)} || coalesce(to_json(v.text_value), to_json(v.boolean_value), to_json(v.date_value))::text end`

/** The values of the records; the same as `namedValuesColumn` shows. */
export function shownValues({ kind, table, organisationIds, ids }: RecordsWithValues): CopiedValue {
  const of = (column: string) => sql.ref(`${table}.${column}`)
  const { formOwner } = formsOfRecords[kind]
  const forms = shownForms(kind)
  // not through access.ts: joined to records that the caller sees
  const join: Join = {
    as: 'raw_values',
    // once: the planner expects a single record, and would group them again for each
    table: sql`(with raw as materialized (select v.organisation_id, v.record_id,
        string_agg(${textOfValue}, ${sql.lit(separator)} order by v.field_id, v.ordinal) as texts
      from field_values v where ${isOneOf(sql.ref('v.organisation_id'), organisationIds)}
        and v.record_kind = ${sql.lit(kind)} and v.record_id = any(${ids})
      group by v.organisation_id, v.record_id) select organisation_id, record_id, texts from raw)`,
    on: sql`raw_values.organisation_id = ${of('organisation_id')} and raw_values.record_id = ${of('id')}`,
  }
  return {
    rows: forms,
    reads: [
      of('organisation_id'),
      sql`coalesce(${of(formOwner)}, 0) || ' ' || ${of('form_version')} || ' ' || ${of('core_form_version')}`,
      sql`raw_values.texts`,
    ],
    joins: [join],
    need(texts, [organisationAt = 0, ownerAt = 0, valuesAt = 0], need) {
      const organisationId = texts[organisationAt] ?? '0'
      need(forms, keyOfRow(organisationId, texts[ownerAt] ?? '0'))
      for (const value of valuesIn(texts[valuesAt])) {
        const reference = referenceOf(value, organisationId)
        if (reference) need(reference.rows, reference.key)
      }
    },
    write({ texts, at: [organisationAt = 0, ownerAt = 0, valuesAt = 0], found }, out) {
      const organisationId = texts[organisationAt] ?? '0'
      const form = found.of(forms, keyOfRow(organisationId, texts[ownerAt] ?? '0'))
      if (form) writeValues(form, valuesIn(texts[valuesAt]), { organisationId, found, out })
      else out.push('{}')
    },
  }
}

const valuesIn = (texts: string | null | undefined): readonly string[] =>
  typeof texts === 'string' ? texts.split(separator) : []

interface Reference {
  readonly rows: CopiedRows<ShownRow>
  readonly key: string
}

const lengthOfField = (value: string): number => {
  let place = 0
  // digits are below the letters
  while (value.charCodeAt(place) < 58) place++
  return place
}

/** What the value refers to; undefined for one that is JSON itself. */
function referenceOf(value: string, organisationId: string): Reference | undefined {
  const place = lengthOfField(value)
  const rest = value.slice(place + 1)
  switch (value[place]) {
    case json:
      return undefined
    case person:
      return { rows: shownPeople, key: rest }
    case option:
      return { rows: shownOptions, key: keyOfRow(organisationId, rest) }
    default: {
      const rows = things[rest.slice(0, rest.indexOf(' '))]
      return rows && { rows, key: keyOfRow(organisationId, idOfThing(rest)) }
    }
  }
}

const idOfThing = (rest: string): string => rest.slice(rest.indexOf(' ') + 1)

interface Around {
  readonly organisationId: string
  readonly found: FoundRows
  readonly out: string[]
}

function writeValues({ fields }: ShownForm, values: readonly string[], around: Around): void {
  const { out } = around
  let next = '{'
  for (const { id, name, several, placed } of fields) {
    const own = values.filter((value) => value.startsWith(id) && value.charCodeAt(id.length) >= 58)
    if (own.length === 0 && !placed) continue
    out.push(next, name, ':')
    next = ','
    if (several) out.push('[', own.map((value) => atomOf(value, around)).join(), ']')
    else out.push(own[0] === undefined ? 'null' : atomOf(own[0], around))
  }
  out.push(next === '{' ? '{}' : '}')
}

function atomOf(value: string, { organisationId, found }: Around): string {
  const place = lengthOfField(value)
  const reference = referenceOf(value, organisationId)
  const row = reference && found.of(reference.rows, reference.key)
  switch (value[place]) {
    case json:
      return value.slice(place + 1)
    case option:
      return row?.['option'] ?? 'null'
    case person:
      return row?.['person'] ?? 'null'
    default:
      return `{"label":${row?.['name'] ?? 'null'},"value":"${idOfThing(value)}"}`
  }
}
