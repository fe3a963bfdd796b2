// Which forms the fields of a record are on. A value of a field that is on none of them is of another type that the
// record had: it is kept, and neither shown nor found until the type returns.
import { eachKind, kinds } from '../records/kinds.ts'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import type { Reader } from '../platform/postgres/database.ts'
import { statement } from '../platform/postgres/statement.ts'
import type { SubjectKind } from '../platform/subject.ts'
import type { FormName } from './form.ts'

/** What the forms of the records of a kind belong to, as a column (template or category), and the forms. */
export interface FormsOfRecords {
  readonly formOwner: string
  /** Those that show their fields. */
  readonly forms: readonly FormName[]
  /** Those that are filled in once. */
  readonly creationForms: readonly FormName[]
  /** The one of these that all records of the kind in an organisation share. */
  readonly core: Extract<FormName, `${string}Core`>
  /** The properties of the record itself that built-in fields on its forms show. */
  readonly shown: readonly string[]
}

/** The forms of each kind of record. */
export const formsOfRecords: Readonly<Record<SubjectKind, FormsOfRecords>> = {
  contract: {
    formOwner: 'template_id',
    forms: ['ContractDetails', 'ContractCore'],
    creationForms: ['ContractUpload', 'ContractWizard'],
    core: 'ContractCore',
    shown: ['OwnerId', 'Restricted'],
  },
  matter: {
    formOwner: 'category_id',
    forms: ['MatterDetails', 'MatterCore'],
    creationForms: ['MatterCreate'],
    core: 'MatterCore',
    shown: ['Restricted'],
  },
}

/** The names of the forms of a kind, those for creation among them, for `in (…)`. */
export const formNamesSql = (kind: SubjectKind): RawBuilder<unknown> =>
  sql.join(
    [...formsOfRecords[kind].forms, ...formsOfRecords[kind].creationForms].map((form) => sql.lit(form)),
  )

/** Whether a field can be on the form: any but a built-in one that shows what its records do not have. */
export const canBeOnForm = (field: { readonly entity_column: string | null }, form: FormName): boolean =>
  field.entity_column === null ||
  Object.values(formsOfRecords).some(
    ({ forms, creationForms, shown }) =>
      [...forms, ...creationForms].includes(form) && shown.includes(field.entity_column ?? ''),
  )

/** Of a row of `fields`: the templates or categories on whose forms it is, 0 for all of them. */
export function formOwnersSql(kind: SubjectKind): RawBuilder<number[]> {
  return sql<number[]>`array(select distinct coalesce(p.template_id, p.category_id, 0)::int from form_parts p
    where p.organisation_id = fields.organisation_id and p.field_id = fields.id
      and p.form in (${formNamesSql(kind)}))`
}

/** A field, and the templates or categories on whose forms it is. */
export interface OnForms {
  readonly id: number
  /** 0 for all of them. */
  readonly formOwners: readonly number[]
}

/**
 * The rows `v` of field_values of these fields, of one name in several organisations, that the record in the table of
 * its kind shows.
 */
export function isShownOfSql(fields: readonly OnForms[], kind: SubjectKind): RawBuilder<unknown> {
  const ids = sql`v.field_id in (${sql.join(fields.map(({ id }) => id))})`
  const limited = fields.filter(({ formOwners }) => !formOwners.includes(0))
  if (limited.length === 0) return ids
  const owners = [...new Set(limited.flatMap(({ formOwners }) => formOwners))]
  const isOfType = sql`${sql.ref(`${kinds[kind].many}.${formsOfRecords[kind].formOwner}`)} = any(${owners}::bigint[])`
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
  isOnSql(kind, field, formNamesSql(kind))

/** The same without the forms that are filled in once: of what these fill in, the others have it as it is now. */
export const isOnLastingFormsSql = (kind: SubjectKind, field: FieldNamed): RawBuilder<SqlBool> =>
  isOnSql(kind, field, sql.join(formsOfRecords[kind].forms.map((form) => sql.lit(form))))

interface FieldNamed {
  readonly organisation: string
  readonly field: string
}

function isOnSql(kind: SubjectKind, { organisation, field }: FieldNamed, forms: RawBuilder<unknown>) {
  const owner = sql.ref(`${kinds[kind].many}.${formsOfRecords[kind].formOwner}`)
  return sql<SqlBool>`exists (select 1 from form_parts p where p.organisation_id = ${sql.ref(organisation)}
    and p.field_id = ${sql.ref(field)} and ${isFormOfSql(forms, owner)})`
}

/** The ids of the fields whose values the records of a template or category show. */
export async function fieldsShownBy(db: Reader, type: RecordType): Promise<ReadonlySet<number>> {
  const rows = await selectShown[type.kind].run(db, type)
  return new Set(rows.map(({ field_id: id }) => id))
}

/** A template or category, of which `formOwner` is the id. */
export interface RecordType {
  readonly kind: SubjectKind
  readonly organisationId: number
  readonly formOwner: number
}

const shownBy = (kind: SubjectKind) =>
  statement<RecordType, { readonly field_id: number }>(
    ({ organisationId, formOwner }) => sql`select distinct p.field_id from form_parts p
      where p.organisation_id = ${organisationId} and p.field_id is not null
        and ${isFormOfSql(formNamesSql(kind), sql`${formOwner}`)}`,
  )

/** Whether the part `p` of a form is on one of a record's type, or on one of all records of its kind. */
const isFormOfSql = (forms: RawBuilder<unknown>, owner: RawBuilder<unknown>) =>
  sql<SqlBool>`p.form in (${forms})
    and coalesce(p.template_id, p.category_id, 0) in (0, ${owner})`

const selectShown = eachKind(shownBy)
