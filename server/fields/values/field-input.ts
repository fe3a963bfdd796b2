// What a caller gave for the fields of a record, after their version of the wire has read it.
import type { Atom, Field } from '../field.ts'
import { type Form, type FormField, noForm } from '../form.ts'

/** The atoms of a value, or what the field expects instead, as text that follows "must be". */
export type Reading = { readonly atoms: readonly Atom[] } | { readonly expected: string }

/** What was given, by the id of the field. A field that is not in it was not given. */
export type FieldInput = ReadonlyMap<number, Reading>

/**
 * Reads what was given for a new record. A pure function of the wire, called inside the transaction with the forms of
 * the record; throws 400 for fields that are not on them.
 */
export type ReadNewFields = (forms: readonly Form[]) => FieldInput

/** What is known of the fields of a record that was kept elsewhere before. */
export interface PastAnswers {
  /** Fields with a value that none of the forms has, and whose value is kept all the same. */
  readonly elsewhere: (forms: readonly Form[]) => readonly Field[]
  /** Is called with each field that the forms require and that has no value, which is not refused. */
  readonly lacks: (field: Field) => void
}

/** The forms that its values are checked against. */
export function formsWithPast(forms: readonly Form[], past: PastAnswers | undefined): readonly Form[] {
  const kept = past?.elsewhere(forms) ?? []
  return kept.length === 0 ? forms : [...forms, { ...noForm, parts: kept.map(partOf) }]
}

const partOf = (field: Field): FormField => ({
  kind: 'field',
  field,
  label: field.title,
  required: false,
  requiredBefore: null,
  readOnly: false,
  help: null,
  when: null,
  conditions: [],
})
