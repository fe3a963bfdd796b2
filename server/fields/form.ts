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
  /** The state before which it is required, where it is not from the start. */
  readonly requiredBefore: string | null
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
  /** The number of the current version; 0 while it was never replaced. */
  readonly version: number
  /** Whether this is a version from before that one, which a record keeps. */
  readonly isFormer: boolean
}

/** A form with nothing on it. */
export const noForm: Form = { parts: [], version: 0, isFormer: false }

/** A form; with `since`, as a record shows it that was made with that version. */
export type AskedForm = FormKey & { readonly since?: number }

/** Which versions of its forms a record was made with: of that of its type, and of that of all records of its kind. */
export interface RecordFormVersions {
  readonly formVersion: number
  readonly coreFormVersion: number
}

/** Which versions a new record is made with, of its forms: the one to fill in, then those of details and core. */
export const versionsOf = ([, detail = noForm, core = noForm]: readonly Form[]): RecordFormVersions => ({
  formVersion: detail.version,
  coreFormVersion: core.version,
})

/** The name of a group by its id: in documents, and in v1. */
export const keyOfGroup = ({ id }: Pick<FormGroup, 'id'>): string => `group_${id}`

/** The form with its fields and their choices; those of lookups are left out, there may be very many. */
export async function getForm(db: Reader, key: FormKey): Promise<Form> {
  const [form] = await getForms(db, key.organisationId, [key])
  return form ?? noForm
}

/** Several forms of one organisation, each in its place. */
export async function getForms(
  db: Reader,
  organisationId: number,
  keys: readonly AskedForm[],
): Promise<readonly Form[]> {
  const rows = await selectParts.run(db, {
    organisationId,
    forms: keys.map(({ form }) => form),
    owners: keys.map(ownerIdOf),
    since: keys.map(({ since = null }) => since),
  })
  const form = (place: number): Form => {
    const own = rows.filter((row) => row.place === place)
    const [first] = own
    return {
      parts: partsBelow(own, null),
      version: first?.version ?? 0,
      isFormer: (first?.former ?? null) !== null,
    }
  }
  return keys.map((_, index) => form(index + 1))
}

const partsBelow = (
  rows: readonly PartRow[],
  parent: number | null,
  above: readonly FormCondition[] = [],
): readonly FormPart[] =>
  rows
    .flatMap((row) =>
      row.part_id === null || row.parent_id !== parent ? [] : { ...row, part_id: row.part_id },
    )
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
      const requiredBefore = canBeGiven && !required ? row.required_before : null
      const { read_only: readOnly, help } = row
      return { kind: 'field', field, label, required, requiredBefore, readOnly, help, when, conditions }
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
  /** The version that a record was made with; null for the current one. */
  readonly since: readonly (number | null)[]
}

interface AskedPart {
  readonly place: number
  readonly version: number
  /** The version from before the current one that is asked for. */
  readonly former: number | null
  /** Null where nothing is on the form. */
  readonly part_id: number | null
  readonly parent_id: number | null
  readonly position: number | null
  readonly field_id: number | null
  readonly label: string | null
  readonly required: boolean
  readonly read_only: boolean
  readonly required_before: string | null
  readonly help: string | null
  readonly when_field_id: number | null
  readonly when_operator: string | null
  readonly when_value: string | null
}

const partColumns = sql`p.parent_id, p.position, p.field_id, p.label, p.required, p.read_only, p.required_before, p.help, p.when_field_id,
  p.when_operator, p.when_value`

const asked = ({ organisationId, forms, owners, since }: Asked) =>
  sql<AskedPart>`(select a.place, v.version, v.former, part.part_id, part.parent_id, part.position, part.field_id, part.label,
      part.required, part.read_only, part.required_before, part.help, part.when_field_id, part.when_operator, part.when_value
    from unnest(${forms}::text[], ${owners}::bigint[], ${since}::integer[]) with ordinality as a (form, owner_id, since, place)
    cross join lateral (select coalesce(max(f.version), 0) as version, min(f.replaced) filter (where f.replaced >= a.since) as former
      from form_versions f where f.organisation_id = ${organisationId} and f.form = a.form and f.owner_id = a.owner_id) v
    left join lateral (
      select p.id as part_id, ${partColumns} from form_parts p
      where p.organisation_id = ${organisationId} and p.form = a.form
        and coalesce(p.template_id, p.category_id, 0) = a.owner_id and v.former is null
      union all
      select p.part_id, ${partColumns} from former_form_parts p
      where p.organisation_id = ${organisationId} and p.form = a.form and p.owner_id = a.owner_id and p.version = v.former
    ) part on true)`.as<'parts'>(sql.ref('parts'))

const partsOf = (wanted: Asked, db: Reader) =>
  db
    .selectFrom(asked(wanted))
    .leftJoin('fields', (join) =>
      join.on('fields.organisation_id', '=', wanted.organisationId).onRef('fields.id', '=', 'parts.field_id'),
    )
    .where('fields.deleted_at', 'is', null)
    .orderBy('parts.position')
    .orderBy('parts.part_id')
    .select([...fieldColumns])
    .select([
      'parts.part_id',
      'parts.parent_id',
      'parts.label',
      'parts.required',
      'parts.read_only',
      'parts.required_before',
      'parts.help',
      'parts.when_field_id',
      'parts.when_operator',
      'parts.when_value',
      'parts.place',
      'parts.version',
      'parts.former',
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
export function fieldsOfForms(forms: readonly Pick<Form, 'parts'>[]): readonly FormField[] {
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
