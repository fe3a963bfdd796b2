// The fields of a record that were filled in when it was made, and that no form which shows its fields has.
import type { Reader } from '../platform/postgres/database.ts'
import { fieldsOfForms, type FormField } from './form.ts'
import type { RecordFields } from './record-fields.ts'
import { fieldsShownBy, type RecordOfType } from './shown-on-records.ts'
import { knownOf } from './values/carried.ts'

/**
 * Those with a value, as parts of a form that nothing can be changed on; without those whose answer another field has
 * as it is now, because it means the same.
 */
export async function askedFields(
  db: Reader,
  record: RecordOfType & { readonly id: number },
  { detail, core, values }: Pick<RecordFields, 'detail' | 'core' | 'values'>,
): Promise<readonly FormField[]> {
  const lasting = fieldsOfForms([detail, core]).map(({ field }) => field)
  const isLasting = new Set(lasting.map(({ id }) => id))
  if ([...values.keys()].every((id) => isLasting.has(id))) return []
  const [shown, known] = await Promise.all([fieldsShownBy(db, record), knownOf(db, record)])
  const isMeant = new Set(lasting.flatMap(({ meaning }) => meaning ?? []))
  return known
    .map(({ field }) => field)
    .filter(({ id, meaning }) => shown.has(id) && !isLasting.has(id) && !(meaning && isMeant.has(meaning)))
    .map((field) => ({ ...asPart, field, label: field.title }))
}

const asPart = {
  kind: 'field',
  required: false,
  requiredBefore: null,
  readOnly: true,
  help: null,
  when: null,
  conditions: [],
} as const satisfies Partial<FormField>
