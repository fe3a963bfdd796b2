// The forms that records keep: a record shows and checks its fields by the versions of the forms that it was made with,
// until it is brought to the current ones.
//
// since    the number of a form's version when the record was made, or brought to a newer one
// former   the version of that form, or of the first one after it, that was replaced: none while it is the current one
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { SubjectKind } from '../platform/subject.ts'
import { kinds } from '../records/kinds.ts'
import type { FormName } from './form.ts'
import { formsOfRecords } from './forms-of-records.ts'

/** Of a record, as columns or values: what its forms are found by. */
export interface FormsKey {
  readonly organisation: RawBuilder<unknown>
  /** The template or category. */
  readonly owner: RawBuilder<unknown>
  readonly version: RawBuilder<unknown>
  readonly coreVersion: RawBuilder<unknown>
}

/** The columns of a record in the table or alias. */
export const formsKeyOf = (kind: SubjectKind, table: string = kinds[kind].many): FormsKey => ({
  organisation: sql.ref(`${table}.organisation_id`),
  owner: sql.ref(`${table}.${formsOfRecords[kind].formOwner}`),
  version: sql.ref(`${table}.form_version`),
  coreVersion: sql.ref(`${table}.core_form_version`),
})

const ownerIn = (kind: SubjectKind, form: FormName, { owner }: FormsKey) =>
  form === formsOfRecords[kind].core ? sql`0` : owner

const formerOf = (kind: SubjectKind, form: FormName, key: FormsKey) =>
  sql`(select min(fv.replaced) from form_versions fv where fv.organisation_id = ${key.organisation}
    and fv.form = ${sql.lit(form)} and fv.owner_id = ${ownerIn(kind, form, key)}
    and fv.replaced >= ${form === formsOfRecords[kind].core ? key.coreVersion : key.version})`

/** Whether the record shows the form as it was before. */
export const hasFormerForm = (kind: SubjectKind, key: FormsKey): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    formsOfRecords[kind].forms.map((form) => sql`${formerOf(kind, form, key)} is not null`),
    sql` or `,
  )})`

/**
 * The fields of a record as rows of `field_id` and `place`: where it stands on a form that shows its fields; null for
 * one that was filled in only when such records were created, by any version of that form.
 */
export function fieldsOfRecordSql(kind: SubjectKind, key: FormsKey): RawBuilder<unknown> {
  const { forms, creationForms } = formsOfRecords[kind]
  const lasting = forms.flatMap((form) => {
    const former = formerOf(kind, form, key)
    const owner = ownerIn(kind, form, key)
    return [
      sql`select p.field_id, p.position as place from form_parts p where p.organisation_id = ${key.organisation}
        and p.form = ${sql.lit(form)} and coalesce(p.template_id, p.category_id, 0) = ${owner}
        and p.field_id is not null and ${former} is null`,
      sql`select p.field_id, p.position from former_form_parts p where p.organisation_id = ${key.organisation}
        and p.form = ${sql.lit(form)} and p.owner_id = ${owner} and p.field_id is not null and p.version = ${former}`,
    ]
  })
  const filledIn = creationForms.flatMap((form) => [
    sql`select p.field_id, null::bigint from form_parts p where p.organisation_id = ${key.organisation}
      and p.form = ${sql.lit(form)} and coalesce(p.template_id, p.category_id, 0) = ${key.owner} and p.field_id is not null`,
    sql`select p.field_id, null from former_form_parts p where p.organisation_id = ${key.organisation}
      and p.form = ${sql.lit(form)} and p.owner_id = ${key.owner} and p.field_id is not null`,
  ])
  return sql.join([...lasting, ...filledIn], sql` union all `)
}

/** Whether the field is on a former form that the record shows or, with `created`, on one that it was created with. */
export function isOnFormerFormSql(
  kind: SubjectKind,
  field: RawBuilder<unknown>,
  { created, key = formsKeyOf(kind) }: { readonly created: boolean; readonly key?: FormsKey },
): RawBuilder<SqlBool> {
  const { forms, creationForms } = formsOfRecords[kind]
  const lasting = forms.map(
    (form) => sql`former.form = ${sql.lit(form)} and former.owner_id = ${ownerIn(kind, form, key)}
      and former.version = ${formerOf(kind, form, key)}`,
  )
  const filledIn = creationForms.map(
    (form) => sql`former.form = ${sql.lit(form)} and former.owner_id = ${key.owner}`,
  )
  return sql<SqlBool>`exists (select 1 from former_form_parts former
    where former.organisation_id = ${key.organisation} and former.field_id = ${field}
      and (${sql.join([...lasting, ...(created ? filledIn : [])], sql` or `)}))`
}

/** Of a row of `fields`: whether it was on a form of such records that it is not on any more. */
export const leftFormsSql = (kind: SubjectKind): RawBuilder<boolean> => {
  const { forms, creationForms } = formsOfRecords[kind]
  const names = sql.join([...forms, ...creationForms].map((form) => sql.lit(form)))
  return sql<boolean>`exists (select 1 from former_form_parts former
    where former.organisation_id = fields.organisation_id and former.field_id = fields.id and former.form in (${names})
      and not exists (select 1 from form_parts p where p.organisation_id = former.organisation_id
        and p.field_id = former.field_id and p.form = former.form
        and coalesce(p.template_id, p.category_id, 0) = former.owner_id))`
}
