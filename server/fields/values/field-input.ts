// What a caller gave for the fields of a record, after their version of the wire has read it.
import type { Atom } from '../field.ts'
import type { Form } from '../form.ts'

/** The atoms of a value, or what the field expects instead, as text that follows "must be". */
export type Reading = { readonly atoms: readonly Atom[] } | { readonly expected: string }

/** What was given, by the id of the field. A field that is not in it was not given. */
export type FieldInput = ReadonlyMap<number, Reading>

/**
 * Reads what was given for a new record. A pure function of the wire, called inside the transaction with the forms of
 * the record; throws 400 for fields that are not on them.
 */
export type ReadNewFields = (forms: readonly Form[]) => FieldInput
