// The inputs of fields that are not loaded with every page that shows fields.
import { useEffect } from 'react'
import { FieldInput } from './field-input.tsx'
import type { FieldInputProps } from './inputs/field-inputs.ts'

/** `onThere` is called when the input can take the focus. */
export function OtherInput({ onThere, ...props }: FieldInputProps & { onThere: () => void }) {
  useEffect(onThere, [onThere])
  return <FieldInput {...props} />
}
