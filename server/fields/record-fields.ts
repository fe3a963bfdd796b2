// The fields of one record: what its forms show, and updating their values inside the update of the record.
import { InputError } from '../platform/errors.ts'
import type { Reader, Tx } from '../platform/postgres/database.ts'
import type { MayChange, MaySee } from '../platform/granted.ts'
import type { Subject } from '../platform/subject.ts'
import { checkChangedValues, type CheckedValues, type OwnValues } from './values/check.ts'
import { type Field, keyOfField } from './field.ts'
import type { FieldInput } from './values/field-input.ts'
import {
  type AskedForm,
  fieldsOfForms,
  type Form,
  type FormKey,
  getForms,
  noForm,
  ownerIdOf,
} from './form.ts'
import { isReached } from './forms-of-records.ts'
import { holdFields, readValues, replaceHeldValues, type Values } from './values/values.ts'

/** The forms of a record: that of its template or category, and that of all records of its kind. */
export interface RecordForms {
  readonly detail: AskedForm
  readonly core: AskedForm
}

/** The forms of a record with its values. */
export interface RecordFields {
  readonly detail: Form
  readonly core: Form
  readonly values: Values
  readonly own: OwnValues
  /** The fields of values that are on no form of the type of the record: of another type that it had. */
  readonly kept: readonly Pick<Field, 'id' | 'apiName'>[]
}

/**
 * Reads what was given for an existing record, as `ReadNewFields` does; from its values as well, which a JSON Patch
 * tests.
 */
export type ReadFieldUpdate = (fields: RecordFields) => FieldInput

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
  const onForms = new Set(fieldsOfForms([detail, core]).map(({ field }) => field.id))
  const others = [...values.keys()].filter((id) => !onForms.has(id))
  return { detail, core, values, own, kept: await findKept(db, forms.detail, others) }
}

/** Those of the fields that are on no form of the template or category, and not deleted. */
async function findKept(db: Reader, detail: FormKey, ids: readonly number[]): Promise<RecordFields['kept']> {
  if (ids.length === 0) return []
  const owner = 'templateId' in detail ? 'form_parts.template_id' : 'form_parts.category_id'
  return db
    .selectFrom('fields')
    .where('fields.organisation_id', '=', detail.organisationId)
    .where('fields.id', 'in', [...ids])
    .where('fields.deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('form_parts')
            .whereRef('form_parts.organisation_id', '=', 'fields.organisation_id')
            .whereRef('form_parts.field_id', '=', 'fields.id')
            .where(owner, '=', ownerIdOf(detail))
            .select('form_parts.id'),
        ),
      ),
    )
    .select(['fields.id', 'fields.api_name as apiName'])
    .execute()
}

/** The fields with the values that were written. */
export const withWritten = (fields: RecordFields, { values }: CheckedValues): RecordFields => ({
  ...fields,
  values: new Map([...fields.values, ...[...values].map(([field, atoms]) => [field.id, atoms] as const)]),
})

/** What is given for the fields of a record, and the rule of who may change which. */
export interface FieldUpdate {
  readonly input: FieldInput
  /** The state that the record is in. */
  readonly state: string
  /** The record with the mark for writing it; throws forbidden when one of the fields is not the actor's to change. */
  readonly permit: (changed: readonly Field[]) => Subject & MayChange
}

/**
 * Checks the values and writes those that change. The caller writes the returned columns of the record itself, and
 * stores the event when there are changes. Throws 400 with every wrong value, unless `permit` refuses; nothing is
 * written then.
 */
export async function updateRecordFields(
  tx: Tx,
  subject: Subject & MaySee,
  { detail, core, values, own }: RecordFields,
  { input, state, permit }: FieldUpdate,
): Promise<CheckedValues> {
  const given = fieldsOfForms([detail, core]).map(({ field }) => field)
  const [checked, held] = await Promise.all([
    checkChangedValues(tx, [detail, core], {
      input,
      values,
      own,
      needs: (before) => isReached(subject.kind, state, before),
    }).catch((error: unknown) => {
      // who may not change a field is not taught what it takes
      if (error instanceof InputError)
        permit(given.filter((field) => error.problems.some(({ path }) => path === field)))
      throw error
    }),
    holdFields(
      tx,
      subject,
      given.filter(({ id, entityColumn }) => entityColumn === null && input.has(id)),
    ),
  ])
  const permitted = permit(given.filter((field) => checked.changes[keyOfField(field)] !== undefined))
  replaceHeldValues(tx, permitted, checked.values, held)
  return checked
}
