// The records of a type that show a form as it was before: how many there are, and what changes for them when they are
// brought to the current form.
import { type RawBuilder, sql } from 'kysely'
import type { Field } from '../fields/field.ts'
import { type Form, fieldsOfForms, type FormKey, getForms, noForm } from '../fields/form.ts'
import { fieldsOfRecordSql, type FormsKey, formsKeyOf, hasFormerForm } from '../fields/former-forms.ts'
import { formsOfRecords } from '../fields/forms-of-records.ts'
import type { Reader } from '../platform/postgres/database.ts'
import type { SubjectKind } from '../platform/subject.ts'
import { kinds } from './kinds.ts'

/** A type of records, by the keys of its forms. */
export interface TypeOfRecords {
  readonly kind: SubjectKind
  readonly organisationId: number
  /** The template or category. */
  readonly typeId: number
  readonly detail: FormKey
  readonly core: FormKey
}

/** A field, and how many records it is about. */
interface FieldOfRecords {
  readonly field: Pick<Field, 'id' | 'apiName' | 'title'>
  readonly records: number
  /** Whether the form asks for it with some answers only, so that it is not missing in all of them. */
  readonly conditional: boolean
}

export interface OlderForms {
  readonly records: number
  /** What the current form requires, and records have no value of. */
  readonly missing: readonly FieldOfRecords[]
  /** What records have a value of, and the current form does not show. */
  readonly hidden: readonly FieldOfRecords[]
}

/** The rows `r` of records of the type that show a former version of a form. */
export const olderRecordsSql = ({ kind, organisationId, typeId }: TypeOfRecords): RawBuilder<unknown> =>
  // not through access.ts: how many records a type has discloses nothing about any of them
  sql`${sql.table(kinds[kind].many)} as r where r.organisation_id = ${organisationId}
    and ${sql.ref(`r.${formsOfRecords[kind].formOwner}`)} = ${typeId} and ${hasFormerForm(kind, formsKeyOf(kind, 'r'))}`

/** What would change for the records of the type with its current forms; the caller has checked who asks. */
export async function listOlderForms(db: Reader, type: TypeOfRecords): Promise<OlderForms> {
  const { organisationId, detail, core } = type
  const counted = await sql<{
    records: number
  }>`select count(*)::int as records from ${olderRecordsSql(type)}`.execute(db)
  const records = counted.rows[0]?.records ?? 0
  if (records === 0) return { records, missing: [], hidden: [] }
  const forms = await getForms(db, organisationId, [detail, core])
  const [missing, hidden] = await Promise.all([missingIn(db, type, forms), hiddenIn(db, type)])
  return { records, missing, hidden }
}

async function missingIn(
  db: Reader,
  type: TypeOfRecords,
  forms: readonly Form[],
): Promise<OlderForms['missing']> {
  const required = fieldsOfForms(forms).filter(({ field, required: is }) => is && field.entityColumn === null)
  if (required.length === 0) return []
  const ids = required.map(({ field }) => field.id)
  const { rows } = await sql<{ field_id: number; records: number }>`
    select asked.field_id, count(*)::int as records
    from unnest(${ids}::bigint[]) as asked (field_id) cross join (select r.id from ${olderRecordsSql(type)}) older
    where not exists (select 1 from field_values v where v.organisation_id = ${type.organisationId}
      and v.record_kind = ${type.kind} and v.record_id = older.id and v.field_id = asked.field_id)
    group by asked.field_id`.execute(db)
  const counts = new Map(rows.map((row) => [row.field_id, row.records]))
  return required.flatMap(({ field, conditions }) => {
    const records = counts.get(field.id) ?? 0
    return records === 0 ? [] : { field, records, conditional: conditions.length > 0 }
  })
}

// later than every version
const latest = sql`2147483647`

async function hiddenIn(db: Reader, type: TypeOfRecords): Promise<OlderForms['hidden']> {
  const { kind, organisationId, typeId } = type
  const now: FormsKey = {
    organisation: sql`${organisationId}::bigint`,
    owner: sql`${typeId}::bigint`,
    version: latest,
    coreVersion: latest,
  }
  const { rows } = await sql<{ id: number; apiName: string; title: string; records: number }>`
    select f.id, f.api_name as "apiName", f.title, count(distinct r.id)::int as records
    from (select r.* from ${olderRecordsSql(type)}) r
    cross join lateral (${fieldsOfRecordSql(kind, formsKeyOf(kind, 'r'))}) as shown
    join fields f on f.organisation_id = ${organisationId} and f.id = shown.field_id and f.deleted_at is null
    where shown.field_id not in (select later.field_id from (${fieldsOfRecordSql(kind, now)}) as later)
      and exists (select 1 from field_values v where v.organisation_id = ${organisationId} and v.record_kind = ${kind}
        and v.record_id = r.id and v.field_id = shown.field_id)
    group by f.id, f.api_name, f.title order by lower(f.title) collate "C", f.id`.execute(db)
  return rows.map(({ records, ...field }) => ({ field, records, conditional: false }))
}

/** The numbers of the current versions of its forms. */
export async function currentVersionsOf(
  db: Reader,
  type: Pick<TypeOfRecords, 'organisationId' | 'detail' | 'core'>,
) {
  const [detail = noForm, core = noForm] = await getForms(db, type.organisationId, [type.detail, type.core])
  return { formVersion: detail.version, coreFormVersion: core.version }
}
