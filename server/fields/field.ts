// A field: its words, its types, and what the type decides.
//
// field      something an organisation records about its matters or contracts in addition to what all of them have
// type       what a field accepts: one of the 24 types of the wire (lawvuType)
// choice     one of the options of a field; lookups may have thousands, added by people who fill in forms
// form       the fields and groups that are shown for a record, or filled in when one is created (see form.ts)
// atom       what one row of values holds: a text, a number, a choice, a person; a value is a list of atoms, empty when
//            there is none
// built-in   (Lawvu on the wire) a field that every organisation has; some show a property of the record itself, its
//            entity column
import type { Selectable } from 'kysely'
import type { FieldsTable } from '../platform/postgres/tables.ts'
import type { FieldMeaning } from './meaning.ts'

/** In the order of the reference: the number of a type on the wire is its place plus 2. */
export const fieldTypes = [
  'ShortText',
  'LongText',
  'Slider',
  'Currency',
  'Decimal',
  'Checkbox',
  'Date',
  'Dropdown',
  'Department',
  'Region',
  'BillingMethod',
  'BillingIntention',
  'Priority',
  'ContractEntity',
  'ConflictCheck',
  'CheckboxList',
  'RadioGroup',
  'SectionHeader',
  'ContractOwner',
  'Restricted',
  'List',
  'InvoiceRecipient',
  'User',
  'Lookup',
] as const
export type FieldType = (typeof fieldTypes)[number]

/** The number that stands for a type on the wire: Checkbox is 7. */
export const numberOfType = (type: FieldType): number => fieldTypes.indexOf(type) + 2

export const fieldCategories = ['Custom', 'Lawvu'] as const
export type FieldCategory = (typeof fieldCategories)[number]

/** The properties of a record that a built-in field may show and set. */
export type EntityColumn = 'OwnerId' | 'Restricted'

export interface FieldOption {
  readonly id: number
  readonly value: string
  readonly label: string
  readonly position: number
}

export interface Field {
  readonly organisationId: number
  readonly id: number
  readonly apiName: string
  readonly title: string
  readonly description: string | null
  readonly category: FieldCategory
  readonly type: FieldType
  readonly mergeName: string
  readonly entityColumn: EntityColumn | null
  /** What its value means for the record; null for a value that means nothing else. */
  readonly meaning: FieldMeaning | null
  readonly alwaysRequired: boolean
  /** Exact decimals. */
  readonly rangeStart: string | null
  readonly rangeEnd: string | null
  readonly stepSize: string | null
  readonly multiple: boolean
  readonly allowExternalUsers: boolean
  readonly canAddOptions: boolean
  readonly defaults: readonly Atom[]
  /** In their order. Lookups may have very many: only those that a value refers to. */
  readonly options: readonly FieldOption[]
}

/** Numbers are exact decimals in text; days are `2025-05-06`; choices, departments and the like are their ids. */
export type Atom = string | number | boolean

/** What a field's atoms are, and with it which column of field_values holds them. */
export type AtomKind = 'text' | 'number' | 'boolean' | 'date' | 'option' | 'user' | 'reference'

/** The kind of a type's atoms; undefined for SectionHeader, which has no value. */
export function atomKindOf(type: FieldType): AtomKind | undefined {
  switch (type) {
    case 'ShortText':
    case 'LongText':
      return 'text'
    case 'Slider':
    case 'Currency':
    case 'Decimal':
      return 'number'
    case 'Checkbox':
    case 'ConflictCheck':
    case 'Restricted':
      return 'boolean'
    case 'Date':
      return 'date'
    case 'User':
    case 'ContractOwner':
      return 'user'
    case 'Department':
    case 'Region':
    case 'ContractEntity':
    case 'InvoiceRecipient':
      return 'reference'
    case 'SectionHeader':
      return undefined
    default:
      return 'option'
  }
}

/** Whether a value may be several choices. */
export const takesSeveral = ({ type, multiple }: Pick<Field, 'type' | 'multiple'>): boolean =>
  type === 'CheckboxList' || type === 'List' || (type === 'Lookup' && multiple)

/** How choices are written in values: by the option's value, or by its id. */
export const choiceIsId = (type: FieldType): boolean => type === 'List' || type === 'Lookup'

/** The name of a field by its id: in the history, in documents, and in v1. */
export const keyOfField = ({ id }: Pick<Field, 'id'>): string => `field_${id}`

/** The names of a field in the documents of wizards. */
export const namesInDocuments = (field: Pick<Field, 'id' | 'mergeName' | 'apiName'>): readonly string[] => [
  keyOfField(field),
  field.mergeName,
  field.apiName,
]

/** The id in `field_<id>`, written in any case; undefined for anything else. */
export function fieldIdFrom(key: string): number | undefined {
  const digits = /^field_([1-9]\d{0,9})$/i.exec(key)?.[1]
  const id = Number(digits)
  return digits !== undefined && id <= 2_147_483_647 ? id : undefined
}

export const fieldColumns = [
  'fields.organisation_id',
  'fields.id',
  'fields.api_name',
  'fields.title',
  'fields.description',
  'fields.category',
  'fields.type',
  'fields.merge_name',
  'fields.entity_column',
  'fields.meaning',
  'fields.always_required',
  'fields.range_start',
  'fields.range_end',
  'fields.step_size',
  'fields.multiple',
  'fields.allow_external_users',
  'fields.can_add_options',
  'fields.defaults',
] as const

type FieldRow = Omit<
  Selectable<FieldsTable>,
  | 'created_at'
  | 'updated_at'
  | 'deleted_at'
  | 'created_by'
  | 'updated_by'
  | 'api_name_kept'
  | 'merge_name_kept'
>

/** A row of fields as a field, with its choices. */
export function fieldOf(row: FieldRow, options: readonly FieldOption[]): Field {
  return {
    organisationId: row.organisation_id,
    id: row.id,
    apiName: row.api_name,
    title: row.title,
    description: row.description,
    category: row.category as FieldCategory,
    type: row.type as FieldType,
    mergeName: row.merge_name,
    entityColumn: row.entity_column as EntityColumn | null,
    meaning: row.meaning as FieldMeaning | null,
    alwaysRequired: row.always_required,
    rangeStart: row.range_start,
    rangeEnd: row.range_end,
    stepSize: row.step_size,
    multiple: row.multiple,
    allowExternalUsers: row.allow_external_users,
    canAddOptions: row.can_add_options,
    defaults: row.defaults as Atom[],
    options,
  }
}
