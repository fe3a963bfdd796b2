// The fields of one record: what its forms show, and updating their values inside the update of the record.
import type { Reader, Tx } from '../platform/postgres/database.ts'
import type { MayChange, MaySee } from '../platform/granted.ts'
import type { Subject } from '../platform/subject.ts'
import { checkChangedValues, type CheckedValues, type OwnValues } from './values/check.ts'
import type { FieldInput } from './values/field-input.ts'
import { type Form, type FormKey, getForms } from './form.ts'
import { readValues, replaceValues, type Values } from './values/values.ts'

/** The forms of a record: that of its template or category, and that of all records of its kind. */
export interface RecordForms {
  readonly detail: FormKey
  readonly core: FormKey
}

/** The forms of a record with its values. */
export interface RecordFields {
  readonly detail: Form
  readonly core: Form
  readonly values: Values
  readonly own: OwnValues
}

/**
 * Reads what was given for an existing record, as `ReadNewFields` does; from its values as well, which a JSON Patch
 * tests.
 */
export type ReadFieldUpdate = (fields: RecordFields) => FieldInput

const noForm: Form = { parts: [] }

/** The fields of a record that the caller may see; `own` holds the properties that built-in fields show. */
export async function readRecordFields(
  db: Reader,
  subject: Subject & MaySee,
  forms: RecordForms,
  own: OwnValues,
): Promise<RecordFields> {
  const [detail = noForm, core = noForm] = await getForms(db, subject.organisationId, [
    forms.detail,
    forms.core,
  ])
  return { detail, core, values: await readValues(db, subject), own }
}

/**
 * Checks the values and writes those that change. The caller writes the returned columns of the record itself, and
 * stores the event when there are changes. Throws 400 with every wrong value; nothing is written then.
 */
export async function updateRecordFields(
  tx: Tx,
  subject: Subject & MayChange,
  { detail, core, values, own }: RecordFields,
  input: FieldInput,
): Promise<CheckedValues> {
  const checked = await checkChangedValues(tx, [detail, core], { input, values, own })
  await replaceValues(tx, subject, checked.values)
  return checked
}
