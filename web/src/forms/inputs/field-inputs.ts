// What every input of a field has in common.
import type { FormField } from '../form-parts.ts'

/**
 * `value` is what the record has or would have; `onChange` is called as it changes, `onDone` when a choice is complete.
 */
export interface FieldInputProps {
  readonly field: FormField
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  readonly onDone?: ((value: unknown) => void) | undefined
  readonly error?: string | undefined
  /** Whether its choices are shown at once: where it has just taken the place of its value. */
  readonly opensAtOnce?: boolean
  /** Within a page that shows the label already: it is for screen readers only. */
  readonly labelHidden?: boolean
  readonly disabled?: boolean
}

/** Label, description and error as every input of Mantine takes them. */
export function labelling({ field, error, labelHidden, disabled }: FieldInputProps) {
  const hint = field.description
  return {
    ...(labelHidden ? { 'aria-label': field.label } : { label: field.label, withAsterisk: field.required }),
    ...(hint === null || labelHidden ? {} : { description: hint }),
    ...(error === undefined ? {} : { error }),
    // where it is edited alone nothing else shows the problem; forms list theirs at the top
    ...(error !== undefined && labelHidden ? { errorProps: { role: 'alert' } } : {}),
    ...(disabled ? { disabled: true } : {}),
    'aria-required': field.required,
    size: labelHidden ? ('xs' as const) : ('sm' as const),
  }
}
