// Which forms the fields of a record are on. A value of a field that is on none of them is of another type that the record had: it is
// kept, and neither shown nor found until the type returns.
import { type RawBuilder, sql } from 'kysely'
import type { SubjectKind } from '../platform/subject.ts'
import type { FormName } from './form.ts'

/** What the forms of the records of a kind belong to, as a column (template or category), and the forms. */
export interface FormsOfRecords {
  readonly formOwner: string
  /** Those that show their fields. */
  readonly forms: readonly FormName[]
  /** Those that are filled in once. */
  readonly creationForms: readonly FormName[]
}

/** The forms of each kind of record. */
export const formsOfRecords: Readonly<Record<SubjectKind, FormsOfRecords>> = {
  contract: {
    formOwner: 'template_id',
    forms: ['ContractDetails', 'ContractCore'],
    creationForms: ['ContractUpload', 'ContractWizard'],
  },
  matter: {
    formOwner: 'category_id',
    forms: ['MatterDetails', 'MatterCore'],
    creationForms: ['MatterCreate'],
  },
}

/** Of a row of `fields`: the templates or categories on whose forms it is, 0 for all of them. */
export function formOwnersSql(kind: SubjectKind): RawBuilder<number[]> {
  // a kind without forms, as tests have one, shows all values
  if (!Object.hasOwn(formsOfRecords, kind)) return sql<number[]>`array[0]::int[]`
  const { forms, creationForms } = formsOfRecords[kind]
  return sql<number[]>`array(select distinct coalesce(p.template_id, p.category_id, 0)::int from form_parts p
    where p.organisation_id = fields.organisation_id and p.field_id = fields.id
      and p.form in (${sql.join([...forms, ...creationForms])}))`
}

/** A field, and the templates or categories on whose forms it is. */
export interface OnForms {
  readonly id: number
  /** 0 for all of them. */
  readonly formOwners: readonly number[]
}

/**
 * The rows `v` of field_values of these fields, of one name in several organisations, that the record in the table of its kind shows.
 */
export function isShownOfSql(fields: readonly OnForms[], kind: SubjectKind): RawBuilder<unknown> {
  const ids = sql`v.field_id in (${sql.join(fields.map(({ id }) => id))})`
  const limited = fields.filter(({ formOwners }) => !formOwners.includes(0))
  if (limited.length === 0) return ids
  const owners = [...new Set(limited.flatMap(({ formOwners }) => formOwners))]
  const isOfType = sql`${sql.ref(`${kind}s.${formsOfRecords[kind].formOwner}`)} = any(${owners}::bigint[])`
  const always = fields.filter(({ formOwners }) => formOwners.includes(0)).map(({ id }) => id)
  return always.length === 0
    ? sql`${ids} and ${isOfType}`
    : sql`${ids} and (v.field_id in (${sql.join(always)}) or ${isOfType})`
}
