// Which forms the records of each kind have.
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
  /** The one of these that all records of the kind in an organisation share. */
  readonly core: Extract<FormName, `${string}Core`>
  /** The states that a field may be required before, in their order; those beside the path are none. */
  readonly states: readonly string[]
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
    states: ['Negotiating', 'Approval', 'Signing', 'Executed'],
    shown: ['OwnerId', 'Restricted'],
  },
  matter: {
    formOwner: 'category_id',
    forms: ['MatterDetails', 'MatterCore'],
    creationForms: ['MatterCreate'],
    core: 'MatterCore',
    states: ['Scoping', 'Review', 'Active', 'Complete'],
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

/** The states that a field of the form may be required before; none for a form that is filled in once. */
export const statesOfForm = (form: FormName): readonly string[] =>
  Object.values(formsOfRecords).find(({ forms }) => forms.includes(form))?.states ?? []

/** Whether a record in the state needs what is required before the other one. */
export function isReached(kind: SubjectKind, state: string, before: string): boolean {
  const { states } = formsOfRecords[kind]
  return states.includes(before) && states.indexOf(state) >= states.indexOf(before)
}

/** Whether the state comes after the other one, so that what is required before it is asked for. */
export function isForward(kind: SubjectKind, from: string, to: string): boolean {
  const { states } = formsOfRecords[kind]
  return states.indexOf(to) > states.indexOf(from)
}

/** Of a row of `fields`: the templates or categories on whose forms it is, 0 for all of them. */
export function formOwnersSql(kind: SubjectKind): RawBuilder<number[]> {
  return sql<number[]>`array(select distinct coalesce(p.template_id, p.category_id, 0)::int from form_parts p
    where p.organisation_id = fields.organisation_id and p.field_id = fields.id
      and p.form in (${formNamesSql(kind)}))`
}
