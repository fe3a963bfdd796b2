// Which fields a record shows. A value of a field that is on none of its forms is kept, and neither shown nor found: it
// is of another type that the record had, or of a form before the one that it was brought to.
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Reader } from '../platform/postgres/database.ts'
import { statement } from '../platform/postgres/statement.ts'
import type { SubjectKind } from '../platform/subject.ts'
import { eachKind, kinds } from '../records/kinds.ts'
import type { FieldMeaning } from './meaning.ts'
import type { RecordFormVersions } from './form.ts'
import { fieldsOfRecordSql, isOnFormerFormSql } from './former-forms.ts'
import { formNamesSql, formsOfRecords } from './forms-of-records.ts'

/** A field, and the templates or categories on whose forms it is. */
export interface OnForms {
  readonly id: number
  /** 0 for all of them. */
  readonly formOwners: readonly number[]
  /** Whether it was on a form that it is not on any more, which records may keep. */
  readonly leftForms: boolean
}

/**
 * The rows `v` of field_values of these fields, of one name in several organisations, that the record in the table of
 * its kind shows.
 */
export function isShownOfSql(fields: readonly OnForms[], kind: SubjectKind): RawBuilder<unknown> {
  const ids = sql`v.field_id in (${sql.join(fields.map(({ id }) => id))})`
  if (fields.some(({ leftForms }) => leftForms))
    return sql`${ids} and ${isOnFormsSql(kind, { organisation: 'v.organisation_id', field: 'v.field_id' })}`
  const limited = fields.filter(({ formOwners }) => !formOwners.includes(0))
  if (limited.length === 0) return ids
  const owners = [...new Set(limited.flatMap(({ formOwners }) => formOwners))]
  const isOfType = sql`${ownerSql(kind)} = any(${owners}::bigint[])`
  const always = fields.filter(({ formOwners }) => formOwners.includes(0)).map(({ id }) => id)
  return always.length === 0
    ? sql`${ids} and ${isOfType}`
    : sql`${ids} and (v.field_id in (${sql.join(always)}) or ${isOfType})`
}

/**
 * Whether the record in the table of its kind shows the values of a field: it is on a form of the record's type. The
 * names are columns of the surrounding query.
 */
export const isOnFormsSql = (kind: SubjectKind, field: FieldNamed): RawBuilder<SqlBool> =>
  isOnSql(kind, field, { created: true })

/** The same without the forms that are filled in once: of what these fill in, the others have it as it is now. */
export const isOnLastingFormsSql = (kind: SubjectKind, field: FieldNamed): RawBuilder<SqlBool> =>
  isOnSql(kind, field, { created: false })

/** Whether the forms that show the fields of the record in the table of its kind have a field that means this. */
export const hasPlaceForSql = (kind: SubjectKind, meaning: FieldMeaning) =>
  sql<SqlBool>`exists (select 1 from form_parts p
    join fields m on m.organisation_id = p.organisation_id and m.id = p.field_id and m.deleted_at is null
      and m.meaning = ${sql.lit(meaning)}
    where p.organisation_id = ${sql.ref(`${kinds[kind].many}.organisation_id`)} and ${isFormOfSql(lastingForms(kind), ownerSql(kind))})`

interface FieldNamed {
  readonly organisation: string
  readonly field: string
}

function isOnSql(
  kind: SubjectKind,
  { organisation, field }: FieldNamed,
  { created }: { readonly created: boolean },
) {
  return sql<SqlBool>`(exists (select 1 from form_parts p where p.organisation_id = ${sql.ref(organisation)}
    and p.field_id = ${sql.ref(field)} and ${isFormOfSql(created ? formNamesSql(kind) : lastingForms(kind), ownerSql(kind))})
    or ${isOnFormerFormSql(kind, sql.ref(field), { created })})`
}

const ownerSql = (kind: SubjectKind) => sql.ref(`${kinds[kind].many}.${formsOfRecords[kind].formOwner}`)
const lastingForms = (kind: SubjectKind) => sql.join(formsOfRecords[kind].forms.map((form) => sql.lit(form)))

/** The ids of the fields whose values a record shows. */
export async function fieldsShownBy(db: Reader, type: RecordOfType): Promise<ReadonlySet<number>> {
  const rows = await selectShown[type.kind].run(db, type)
  return new Set(rows.map(({ field_id: id }) => id))
}

/** A record, by what its forms depend on; `formOwner` is the id of its template or category. */
export interface RecordOfType extends RecordFormVersions {
  readonly kind: SubjectKind
  readonly organisationId: number
  readonly formOwner: number
}

const shownBy = (kind: SubjectKind) =>
  statement<RecordOfType, { readonly field_id: number }>(
    ({ organisationId, formOwner, formVersion, coreFormVersion }) =>
      sql`select distinct shown.field_id from (${fieldsOfRecordSql(kind, {
        organisation: sql`${organisationId}::bigint`,
        owner: sql`${formOwner}::bigint`,
        version: sql`${formVersion}::integer`,
        coreVersion: sql`${coreFormVersion}::integer`,
      })}) as shown`,
  )

/** Whether the part `p` of a form is on one of a record's type, or on one of all records of its kind. */
const isFormOfSql = (forms: RawBuilder<unknown>, owner: RawBuilder<unknown>) =>
  sql<SqlBool>`p.form in (${forms})
    and coalesce(p.template_id, p.category_id, 0) in (0, ${owner})`

const selectShown = eachKind(shownBy)
