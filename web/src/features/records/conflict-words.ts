// What the fields of a record are called when two people have changed one.
import type { ConflictWords } from '../../forms/conflict-context.ts'
import { personIn } from '../../forms/field-kind.ts'
import { fieldsOf, formParts } from '../../forms/form-parts.ts'
import { type Reading, valueText } from '../../forms/value-text.ts'
import { nameOf } from '../../lib/person-name.ts'
import type { RecordOverview } from './record-calls.ts'
import type { RecordKind } from './record-kind.ts'
import { stateName } from './state/states.ts'
import { recordTexts as texts } from './texts.ts'

/** Names and values of the fields of this record, as its page shows them. */
export function conflictWords(kind: RecordKind, { form }: RecordOverview, reading: Reading): ConflictWords {
  const fields = new Map(fieldsOf(formParts(form.parts)).map((field) => [`fields/${field.id}`, field]))
  return ({ field: name, mine, theirs }) => {
    const field = fields.get(name)
    if (field) {
      return {
        label: field.label,
        mine: valueText(field, mine, reading),
        theirs: valueText(field, theirs, reading),
      }
    }
    return {
      label: texts.property[name] ?? name,
      mine: propertyText(kind, name, mine, reading),
      theirs: propertyText(kind, name, theirs, reading),
    }
  }
}

function propertyText(
  kind: RecordKind,
  name: string,
  value: unknown,
  { format }: Reading,
): string | undefined {
  if (value === null || value === undefined || value === '') return undefined
  const person = personIn(value)
  if (person) return nameOf(person)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'object' && 'name' in value) return String(value.name)
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d(T|$)/.test(value))
    return /(T00:00:00|T23:59:59|-\d\d)$/.test(value) ? format.date(value) : format.dateTime(value)
  if (name === 'status' && typeof value === 'string') return stateName(kind, value)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined
}
