// The fields of one record: what its forms show, and updating their values inside the update of the record.
import type { Reader, Tx } from '../platform/postgres/database.ts'
import type { MayChange, MaySee } from '../platform/granted.ts'
import type { Subject } from '../platform/subject.ts'
import { checkChangedValues, type CheckedValues, type OwnValues } from './values/check.ts'
import type { FieldInput } from './values/field-input.ts'
import { fieldsOfForms, type Form, type FormKey, getForms } from './form.ts'
import { holdFields, readValues, replaceHeldValues, type Values } from './values/values.ts'

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
  const [[detail = noForm, core = noForm], values] = await Promise.all([
    getForms(db, subject.organisationId, [forms.detail, forms.core]),
    readValues(db, subject),
  ])
  return { detail, core, values, own }
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
  const given = fieldsOfForms([detail, core]).map(({ field }) => field)
  const [checked, held] = await Promise.all([
    checkChangedValues(tx, [detail, core], { input, values, own }),
    holdFields(
      tx,
      subject,
      given.filter(({ id, entityColumn }) => entityColumn === null && input.has(id)),
    ),
  ])
  replaceHeldValues(tx, subject, checked.values, held)
  return checked
}
