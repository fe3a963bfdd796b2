// What a field's values are, by the type that the server names.
import { type FormField, optionOf, type Option } from './form-parts.ts'

/** How a field is filled in. */
export type FieldKind =
  | 'text'
  | 'longText'
  | 'number'
  | 'money'
  | 'date'
  | 'yesNo'
  | 'choice'
  | 'choices'
  | 'lookup'
  | 'lookups'
  | 'person'

const kinds: Readonly<Record<string, FieldKind>> = {
  ShortText: 'text',
  LongText: 'longText',
  Slider: 'number',
  Decimal: 'number',
  Currency: 'money',
  Date: 'date',
  Checkbox: 'yesNo',
  ConflictCheck: 'yesNo',
  Restricted: 'yesNo',
  User: 'person',
  ContractOwner: 'person',
}

/** The kind of a field; one of a type that is not known here is a text, which the server checks. */
export function kindOf(field: Pick<FormField, 'fieldType' | 'options' | 'several'>): FieldKind {
  const known = kinds[field.fieldType]
  if (known !== undefined) return known
  if (field.options !== undefined) return field.several ? 'choices' : 'choice'
  if (looksUp.includes(field.fieldType)) return field.several ? 'lookups' : 'lookup'
  return 'text'
}

const looksUp = ['Lookup', 'Department', 'Region', 'ContractEntity', 'InvoiceRecipient']

/** A person as records name them. */
export interface PersonValue {
  readonly id: string
  readonly firstName?: string
  readonly lastName?: string
  readonly email?: string
  readonly organizationId?: number
}

/** Whether there is no value. */
export function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** The options in the value of a field that takes several. */
export function optionsIn(value: unknown): readonly Option[] {
  return Array.isArray(value) ? value.flatMap((each) => optionOf(each) ?? []) : []
}

/** The person in a value; undefined without one. */
export function personIn(value: unknown): PersonValue | undefined {
  if (typeof value !== 'object' || value === null || !('id' in value) || typeof value.id !== 'string')
    return undefined
  return value as PersonValue
}

/** What is saved for a value as it was chosen: nothing is null, a person is their id. */
export function sentValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sentValue)
  if (isEmpty(value)) return null
  const person = personIn(value)
  return person ? { id: person.id } : value
}

/**
 * What is wrong with a value before the server is asked, as a sentence for its field; undefined when nothing is. The
 * server checks everything again.
 */
export function problemWith(field: FormField, value: unknown): string | undefined {
  if (isEmpty(value)) return field.required ? 'This is needed.' : undefined
  if (typeof value !== 'number') return undefined
  // its input says why: it cannot be read, or is beyond a limit
  if (Number.isNaN(value)) return 'Correct this number.'
  const { start = null, end = null } = field.range ?? {}
  if (start !== null && value < start) return `This must be ${start} or more.`
  if (end !== null && value > end) return `This must be ${end} or less.`
  return undefined
}
