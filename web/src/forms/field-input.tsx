// The input of a field, by its type.
import { PersonField } from './inputs/person-input.tsx'
import { ChoiceField, ChoicesField, YesNoField } from './inputs/choice-inputs.tsx'
import type { FieldInputProps } from './inputs/field-inputs.ts'
import { LookupField, LookupsField } from './inputs/lookup-inputs.tsx'
import { NumberField } from './inputs/number-input.tsx'
import { DateField, LongTextField, TextField } from './inputs/plain-inputs.tsx'
import { kindOf } from './field-kind.ts'
import { useReading } from './use-reading.ts'

/** Calls `onDone` when something was chosen; what is typed is done when the input is left. */
export function FieldInput(props: FieldInputProps) {
  const { currency } = useReading()
  const kind = kindOf(props.field)
  switch (kind) {
    case 'text':
      return <TextField {...props} />
    case 'longText':
      return <LongTextField {...props} />
    case 'number':
      return <NumberField {...props} />
    case 'money':
      return <NumberField {...props} currency={currency ?? ''} />
    case 'date':
      return <DateField {...props} />
    case 'yesNo':
      return <YesNoField {...props} />
    case 'choice':
      return <ChoiceField {...props} />
    case 'choices':
      return <ChoicesField {...props} />
    case 'lookup':
      return <LookupField {...props} />
    case 'lookups':
      return <LookupsField {...props} />
    case 'person':
      return <PersonField {...props} />
  }
}
