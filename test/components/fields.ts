// Fields of forms, as tests of components need them.
import type { FormField } from '../../web/src/forms/form-parts.ts'

/** A field of a form: a short text unless it says otherwise. */
export const formField = (more: Partial<FormField> = {}): FormField => ({
  id: 'court',
  label: 'Court',
  description: null,
  fieldType: 'ShortText',
  required: false,
  readOnly: false,
  range: null,
  options: undefined,
  several: false,
  initial: null,
  ...more,
})

/** The choices of a field. */
export const courts = [
  { value: '1', label: 'High Court' },
  { value: '2', label: 'Supreme Court' },
]
