// A form: which fields are shown for a record, or filled in when one is created, in which order and groups.
//
// details    the fields of a record of one contract template or matter category
// core       the fields of all contracts, or all matters, of the organisation
// upload, wizard, create   the fields to fill in when a contract is uploaded or created by a wizard, or a matter is
//                          created
// part       a field or a group on a form; groups hold parts and may be nested
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../platform/postgres/database.ts'
import { statement } from '../platform/postgres/statement.ts'
import type { FormCondition, FormOperator } from './conditions.ts'
import { type Field, fieldColumns, fieldOf, type FieldOption, keyOfField } from './field.ts'

/** Which form of an organisation: of a contract template, of a matter category, or of all its contracts or matters. */
export type FormKey = { readonly organisationId: number } & (
  | { readonly form: 'ContractDetails' | 'ContractUpload' | 'ContractWizard'; readonly templateId: number }
  | { readonly form: 'MatterDetails' | 'MatterCreate'; readonly categoryId: number }
  | { readonly form: 'ContractCore' | 'MatterCore' }
)
export type FormName = FormKey['form']

export interface FormField {
  readonly kind: 'field'
  readonly field: Field
  /** The label of the field on this form. */
  readonly label: string
  readonly required: boolean
  readonly readOnly: boolean
  /** What this form says below the label, in place of the description of the field. */
  readonly help: string | null
  /** When it is shown; null for always. */
  readonly when: FormCondition | null
  /** That condition, and those of the groups that it is in: it is shown while all of them are met. */
  readonly conditions: readonly FormCondition[]
}

export interface FormGroup {
  readonly kind: 'group'
  readonly id: number
  readonly title: string
  /** When it is shown, with everything in it; null for always. */
  readonly when: FormCondition | null
  readonly parts: readonly FormPart[]
}

export type FormPart = FormField | FormGroup

/** What is on the form, in order; nothing when the organisation has not designed it. */
export interface Form {
  readonly parts: readonly FormPart[]
}

/** The name of a group by its id: in documents, and in v1. */
export const keyOfGroup = ({ id }: Pick<FormGroup, 'id'>): string => `group_${id}`

/** The form with its fields and their choices; those of lookups are left out, there may be very many. */
export async function getForm(db: Reader, key: FormKey): Promise<Form> {
  const [form] = await getForms(db, key.organisationId, [key])
  return form ?? { parts: [] }
}

/** Several forms of one organisation, each in its place. */
export async function getForms(
  db: Reader,
  organisationId: number,
  keys: readonly FormKey[],
): Promise<readonly Form[]> {
  const rows = await selectParts.run(db, {
    organisationId,
    forms: keys.map(({ form }) => form),
    owners: keys.map(ownerIdOf),
  })
  const form = (place: number): Form => {
    const own = rows.filter((row) => row.place === place)
    return { parts: partsBelow(own, null) }
  }
  return keys.map((_, index) => form(index + 1))
}

const partsBelow = (
  rows: readonly PartRow[],
  parent: number | null,
  above: readonly FormCondition[] = [],
): readonly FormPart[] =>
  rows
    .filter((row) => row.parent_id === parent)
    .map((row): FormPart => {
      const when = conditionOf(row, rows)
      const conditions = when === null ? above : [...above, when]
      if (row.id === null) {
        return {
          kind: 'group',
          id: row.part_id,
          title: row.label ?? '',
          when,
          parts: partsBelow(rows, row.part_id, conditions),
        }
      }
      // a row of a field has all columns of the field
      const field = fieldOf(row as Parameters<typeof fieldOf>[0], row.options ?? [])
      const label = row.label ?? field.title
      // a value that nobody can give is not required: a new record would be refused with it and without it
      const canBeGiven = !row.read_only && field.type !== 'SectionHeader'
      const required = canBeGiven && (row.required || field.alwaysRequired)
      const { read_only: readOnly, help } = row
      return { kind: 'field', field, label, required, readOnly, help, when, conditions }
    })

/** A condition about a field that is not on the form any more does not count. */
function conditionOf(
  { when_field_id: fieldId, when_operator: operator, when_value: value }: PartRow,
  rows: readonly PartRow[],
): FormCondition | null {
  if (fieldId === null || !rows.some(({ id }) => id === fieldId)) return null
  return { fieldId, operator: operator as FormOperator, value }
}

const listOptions = sql<readonly FieldOption[] | null>`(
  select json_agg(json_build_object('id', o.id, 'value', o.value, 'label', o.label, 'position', o.position)
    order by o.position, o.id)
  from field_options o where o.organisation_id = fields.organisation_id and o.field_id = fields.id
    and o.deleted_at is null and fields.type <> 'Lookup')`

interface Asked {
  readonly organisationId: number
  readonly forms: readonly string[]
  /** The template or category of each. */
  readonly owners: readonly number[]
}

const asked = ({ forms, owners }: Asked) =>
  sql<{ form: string; owner_id: number; place: number }>`unnest(${forms}::text[], ${owners}::bigint[])
    with ordinality`.as<'asked'>(sql`asked (form, owner_id, place)`)

const partsOf = (wanted: Asked, db: Reader) =>
  db
    .selectFrom(asked(wanted))
    .innerJoin('form_parts', (join) =>
      join
        .on('form_parts.organisation_id', '=', wanted.organisationId)
        .onRef('form_parts.form', '=', 'asked.form')
        .on(ownerOf(), '=', sql.ref('asked.owner_id')),
    )
    .leftJoin('fields', (join) =>
      join
        .onRef('fields.organisation_id', '=', 'form_parts.organisation_id')
        .onRef('fields.id', '=', 'form_parts.field_id'),
    )
    .where('fields.deleted_at', 'is', null)
    .orderBy('form_parts.position')
    .orderBy('form_parts.id')
    .select([...fieldColumns])
    .select([
      'form_parts.id as part_id',
      'form_parts.parent_id',
      'form_parts.label',
      'form_parts.required',
      'form_parts.read_only',
      'form_parts.help',
      'form_parts.when_field_id',
      'form_parts.when_operator',
      'form_parts.when_value',
      'asked.place',
      listOptions.as('options'),
    ])

type PartRow = Awaited<ReturnType<ReturnType<typeof partsOf>['execute']>>[number]

const selectParts = statement<Asked, PartRow>(partsOf)

/** The column that distinguishes the forms of one kind, as the index has it. */
export const ownerOf = (): RawBuilder<number> =>
  sql<number>`coalesce(form_parts.template_id, form_parts.category_id, 0)`

/** The template or category of a form; 0 for the core forms. */
export const ownerIdOf = (key: FormKey): number =>
  'templateId' in key ? key.templateId : 'categoryId' in key ? key.categoryId : 0

/** The choices of these fields in their order, but not those of lookups. */
export async function listOptionsOf(
  db: Reader,
  organisationIds: readonly number[],
  fieldIds: readonly number[],
): Promise<ReadonlyMap<number, readonly FieldOption[]>> {
  if (fieldIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('field_options as o')
    .innerJoin('fields as f', (join) =>
      join.onRef('f.organisation_id', '=', 'o.organisation_id').onRef('f.id', '=', 'o.field_id'),
    )
    .where('o.organisation_id', 'in', [...organisationIds])
    .where('o.field_id', 'in', [...fieldIds])
    .where('o.deleted_at', 'is', null)
    .where('f.type', '<>', 'Lookup')
    .orderBy('o.position')
    .orderBy('o.id')
    .select(['o.field_id', 'o.id', 'o.value', 'o.label', 'o.position'])
    .execute()
  return Map.groupBy(rows, (row) => row.field_id)
}

/** Every field of the forms at any depth, each once: where it comes first. */
export function fieldsOfForms(forms: readonly Form[]): readonly FormField[] {
  const all = forms.flatMap(({ parts }) => parts).flatMap(fieldsOfPart)
  return [...new Map(all.toReversed().map((each) => [each.field.id, each])).values()].toReversed()
}

const fieldsOfPart = (part: FormPart): readonly FormField[] =>
  part.kind === 'field' ? [part] : part.parts.flatMap(fieldsOfPart)

const mostNamed = 20

/** The fields of the forms by their names in both versions, as a sentence: twenty at most. */
export function namesOnForms(forms: readonly Form[]): string {
  const fields = [...new Map(fieldsOfForms(forms).map(({ field }) => [field.id, field])).values()].filter(
    ({ type }) => type !== 'SectionHeader',
  )
  if (fields.length === 0) return 'There are no fields on it.'
  const named = fields.slice(0, mostNamed).map((field) => `${field.apiName} (${keyOfField(field)})`)
  const more = fields.length - named.length
  return `There are ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}
