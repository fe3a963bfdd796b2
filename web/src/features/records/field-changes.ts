// Where the value of a field is in a record, and what is sent to change it. Built-in fields show a property of the
// record itself.
import { isEmpty, sentValue } from '../../forms/field-kind.ts'
import type { FormField } from '../../forms/form-parts.ts'
import type { RecordChanges, RecordOverview } from './record-calls.ts'

/** The value of a field of the record. */
export function valueIn(record: RecordOverview['record'], { id, fieldType }: FormField): unknown {
  if (fieldType === 'Restricted') return record.restricted ?? false
  if (fieldType === 'ContractOwner') return record.owner ?? null
  return record.fields?.[id] ?? null
}

/** The change that gives the field a value. */
export function changeOf({ id, fieldType, several }: FormField, value: unknown): RecordChanges {
  if (fieldType === 'Restricted') return { restricted: value === true }
  if (fieldType === 'ContractOwner') return { owner: sentValue(value) }
  return { fields: { [id]: several && isEmpty(value) ? [] : sentValue(value) } }
}
