// What the value of a field reads as.
import { nameOf } from '../lib/person-name.ts'
import type { Format } from '../lib/format.ts'
import type { FormField } from './form-parts.ts'
import { optionOf } from './form-parts.ts'
import { isEmpty, kindOf, optionsIn, personIn } from './field-kind.ts'
import { formTexts as texts } from './texts.ts'

/** How a person's values are written: their formats, and the currency of their organisation. */
export interface Reading {
  readonly format: Format
  readonly currency: string | undefined
}

/** The value as a person reads it; undefined when there is none. */
export function valueText(field: FormField, value: unknown, reading: Reading): string | undefined {
  if (isEmpty(value)) return undefined
  const { format, currency } = reading
  switch (kindOf(field)) {
    case 'money':
      if (typeof value !== 'number') return String(value)
      return currency === undefined ? format.number(value) : format.money(value, currency)
    case 'number':
      return typeof value === 'number' ? format.number(value) : String(value)
    case 'date':
      return format.date(String(value))
    case 'yesNo':
      return value === true ? texts.yes : texts.no
    case 'choices':
    case 'lookups':
      return optionsIn(value)
        .map(({ label }) => label)
        .join(', ')
    case 'choice':
    case 'lookup':
      return optionOf(value)?.label
    case 'person': {
      const person = personIn(value)
      return person && nameOf(person)
    }
    default:
      return String(value)
  }
}
