// The fields of one record: what its forms show, and changing their values inside the change of the record.
import type { Reader, Tx } from '../platform/postgres/database.ts'
import type { MayChange, MaySee, Subject } from '../platform/granted.ts'
import {
  atomsOf,
  checkChangedValues,
  type CheckedValues,
  type FieldInput,
  type OwnValues,
} from './values/check.ts'
import { keyOfField } from './field.ts'
import { fieldsOfForms, type Form, type FormKey, getForms, pathsOfForms } from './form.ts'
import { recordForm, type SchemaAndModel } from './form-schema.ts'
import { valueToJson } from './values/json-value.ts'
import { readValues, replaceValues, type Values } from './values/values.ts'

/** Which forms are about a record: of its template or category, and of all records of its kind. */
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

/** As v1 answers `.../fields`. */
export const fieldDataOf = ({
  detail,
  core,
  values,
  own,
}: RecordFields): { readonly detailFields: SchemaAndModel; readonly coreFields: SchemaAndModel } => ({
  detailFields: recordForm(detail, values, own),
  coreFields: recordForm(core, values, own),
})

/** What may be changed, and as what it stands: the paths of the fields, and their values by name. */
export function patchableFieldsOf({ detail, core, values, own }: RecordFields): {
  readonly paths: ReadonlyMap<string, string>
  readonly model: Readonly<Record<string, unknown>>
} {
  const model = fieldsOfForms([detail, core]).map(({ field }): [string, unknown] => [
    keyOfField(field),
    valueToJson(field, atomsOf(field, values, own)),
  ])
  return { paths: pathsOfForms([detail, core]), model: Object.fromEntries(model) }
}

/**
 * Checks the values and writes those that change. The record's own columns in the answer are for the record's noun to write,
 * and so is the event, when there are changes. Throws 400 with every value that is wrong; nothing is written then.
 */
export async function changeRecordFields(
  tx: Tx,
  subject: Subject & MayChange,
  { detail, core, values, own }: RecordFields,
  input: FieldInput,
): Promise<CheckedValues> {
  const checked = await checkChangedValues(tx, [detail, core], { input, values, own })
  await replaceValues(tx, subject, checked.values)
  return checked
}
