// A form as the server describes it: fields, headings and groups, in order. Its parts come as loose JSON, which is read
// here once.
import { titleOf } from '../lib/words.ts'

/**
 * What is chosen in a field with options, and what is named by a reference: `value` is what is saved, `label` is what
 * is read.
 */
export interface Option {
  readonly value: string
  readonly label: string
}

/** The limits of a number. */
interface NumberRange {
  readonly start: number | null
  readonly end: number | null
  readonly step: number | null
}

/** A field on a form, with what it takes to show it and to fill it in. */
export interface FormField {
  /** The name of its value in the record: `fields[id]`. */
  readonly id: string
  readonly label: string
  readonly description: string | null
  readonly fieldType: string
  /** What its value means for the record, such as the counterparty. */
  readonly meaning?: string
  readonly required: boolean
  readonly readOnly: boolean
  readonly range: NumberRange | null
  /** The choices; undefined where they are looked for on the server. */
  readonly options: readonly Option[] | undefined
  /** Whether it takes several choices. */
  readonly several: boolean
  /** What a new record begins with. */
  readonly initial: unknown
}

/** When a part of a form is shown: `field` is the id of one above it. */
export interface FormCondition {
  readonly field: string
  readonly operator: string
  readonly value: string | null
}

/** A form in the order in which it is shown. */
export type FormPart = { readonly when: FormCondition | null } & (
  | { readonly kind: 'field'; readonly field: FormField }
  | { readonly kind: 'heading'; readonly key: string; readonly title: string }
  | {
      readonly kind: 'group'
      readonly key: string
      readonly title: string
      readonly parts: readonly FormPart[]
    }
)

type Json = Readonly<Record<string, unknown>>

/** Reads the parts of a form; what this version of the app does not know is left out rather than shown wrongly. */
export function formParts(parts: readonly unknown[] | undefined): readonly FormPart[] {
  return (parts ?? []).flatMap((part, index) => partOf(part, String(index)) ?? [])
}

/** Every field of the form, those in groups as well. */
export function fieldsOf(parts: readonly FormPart[]): readonly FormField[] {
  return parts.flatMap((part) => {
    if (part.kind === 'field') return [part.field]
    return part.kind === 'group' ? fieldsOf(part.parts) : []
  })
}

function partOf(part: unknown, key: string): FormPart | undefined {
  if (!isObject(part)) return undefined
  if (isObject(part['group'])) {
    const inner = Array.isArray(part['parts']) ? part['parts'] : []
    const parts = inner.flatMap((each, index) => partOf(each, `${key}.${index}`) ?? [])
    const title = text(part['group']['title'])
    return { kind: 'group', key: `group-${key}`, title, parts, when: conditionOf(part['when']) }
  }
  if (!isObject(part['field'])) return undefined
  const field = fieldOf(part, part['field'])
  return field.fieldType === 'SectionHeader'
    ? { kind: 'heading', key: `heading-${key}`, title: field.label, when: conditionOf(part['when']) }
    : { kind: 'field', field, when: conditionOf(part['when']) }
}

function conditionOf(when: unknown): FormCondition | null {
  if (!isObject(when) || typeof when['field'] !== 'string') return null
  const { field, value } = when
  return { field, operator: text(when['operator']), value: typeof value === 'string' ? value : null }
}

function fieldOf(part: Json, field: Json): FormField {
  const fieldType = text(field['fieldType'])
  return {
    id: text(field['id']),
    label: titleOf(text(part['label']) || text(field['name'])),
    description: text(part['help']) || text(field['description']) || null,
    fieldType,
    ...(typeof field['meaning'] === 'string' ? { meaning: field['meaning'] } : {}),
    required: part['required'] === true,
    readOnly: part['readOnly'] === true,
    range: rangeOf(field['range']),
    options: Array.isArray(field['options'])
      ? field['options'].flatMap((each) => optionOf(each) ?? [])
      : undefined,
    several: Array.isArray(field['default']),
    initial: field['default'] ?? null,
  }
}

function rangeOf(range: unknown): NumberRange | null {
  if (!isObject(range)) return null
  return { start: number(range['start']), end: number(range['end']), step: number(range['step']) }
}

/** The option in a value such as `{"value": "52", "label": "Quayside"}`; undefined for anything else. */
export function optionOf(value: unknown): Option | undefined {
  if (!isObject(value) || typeof value['value'] !== 'string') return undefined
  return { value: value['value'], label: text(value['label']) || value['value'] }
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const text = (value: unknown) => (typeof value === 'string' ? value : '')
const number = (value: unknown) => (typeof value === 'number' ? value : null)
