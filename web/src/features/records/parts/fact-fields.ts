// Properties that every record of a kind has, as fields that are edited in place.
import type { FormField } from '../../../forms/form-parts.ts'

const plain = { description: null, readOnly: false, range: null, several: false, initial: null } as const

/** A property that is a text. */
export const textField = (id: string, label: string): FormField => ({
  ...plain,
  id,
  label,
  fieldType: 'ShortText',
  required: false,
  options: undefined,
})

/** A property that is a day. */
export const dayField = (id: string, label: string): FormField => ({
  ...textField(id, label),
  fieldType: 'Date',
})

/** A property that is a person. */
export const personField = (id: string, label: string, required: boolean): FormField => ({
  ...textField(id, label),
  fieldType: required ? 'ContractOwner' : 'User',
  required,
})

/** The person that was chosen, as changes have them. */
export function idOf(person: unknown): { id: string } | null {
  if (typeof person !== 'object' || person === null || !('id' in person)) return null
  return { id: String(person.id) }
}
