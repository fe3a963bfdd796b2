// The values of a record's fields: reading and writing the rows of field_values.
import type { Insertable, Selectable } from 'kysely'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { conflict } from '../../platform/errors.ts'
import type { MayChange } from '../../platform/granted.ts'
import type { Subject } from '../../platform/subject.ts'
import { prepared } from '../../platform/postgres/prepared.ts'
import type { FieldValuesTable } from '../../platform/postgres/tables.ts'
import { type Atom, type AtomKind, atomKindOf, type Field } from '../field.ts'

/** Values by the id of their field; a field without one is not in it. */
export type Values = ReadonlyMap<number, readonly Atom[]>

/** The values of a record. People who see the record may see its values: the caller has checked that. */
export async function readValues(db: Reader, subject: Subject): Promise<Values> {
  const rows = await db
    .selectFrom('field_values')
    .where('organisation_id', '=', subject.organisationId)
    .where('record_kind', '=', subject.kind)
    .where('record_id', '=', subject.id)
    .orderBy('field_id')
    .orderBy('ordinal')
    .select(['field_id', ...atomColumns])
    .withPlugin(prepared)
    .execute()
  const values = new Map<number, Atom[]>()
  for (const row of rows) values.set(row.field_id, [...(values.get(row.field_id) ?? []), atomOf(row)])
  return values
}

type Row = Pick<Selectable<FieldValuesTable>, (typeof atomColumns)[number]>

function atomOf(row: Row): Atom {
  const atom =
    row.text_value ??
    row.number_value ??
    row.boolean_value ??
    row.date_value ??
    row.option_id ??
    row.user_id ??
    row.reference_id
  if (atom === null) throw new Error('A row of field_values holds no value')
  return atom
}

/** The column of field_values that holds atoms of a kind. */
export const columnOf = {
  text: 'text_value',
  number: 'number_value',
  boolean: 'boolean_value',
  date: 'date_value',
  option: 'option_id',
  user: 'user_id',
  reference: 'reference_id',
} as const satisfies Record<AtomKind, keyof FieldValuesTable>

const atomColumns = Object.values(columnOf)

/** The fields to write and their new atoms, none to clear. Checked by check.ts. */
export type NewValues = ReadonlyMap<Field, readonly Atom[]>

/** Inserts the values of a record that was created in this transaction. */
export async function insertValues(tx: Tx, subject: Subject, values: NewValues): Promise<void> {
  const rows = [...values].flatMap(([field, atoms]) => rowsOf(subject, field, atoms))
  if (rows.length === 0) return
  await holdFields(tx, subject, [...values.keys()])
  await tx.insertInto('field_values').values(rows).execute()
}

/**
 * Locks the fields until the transaction ends; conflict when one was deleted, or its type changed, since it was read.
 */
async function holdFields(tx: Tx, { organisationId }: Subject, fields: readonly Field[]): Promise<void> {
  const rows = await tx
    .selectFrom('fields')
    .where('organisation_id', '=', organisationId)
    .where(
      'id',
      'in',
      fields.map(({ id }) => id),
    )
    .where('deleted_at', 'is', null)
    .select(['id', 'type'])
    .forKeyShare()
    .execute()
  const types = new Map(rows.map(({ id, type }) => [id, type]))
  const other = fields.find(({ id, type }) => types.get(id) !== type)
  if (other) throw conflict(`The field ${other.title} was changed at the same time. Read the form again.`)
}

/** Replaces the values of these fields; other fields keep theirs. */
export async function replaceValues(tx: Tx, subject: Subject & MayChange, values: NewValues): Promise<void> {
  if (values.size === 0) return
  await tx
    .deleteFrom('field_values')
    .where('organisation_id', '=', subject.organisationId)
    .where('record_kind', '=', subject.kind)
    .where('record_id', '=', subject.id)
    .where(
      'field_id',
      'in',
      [...values.keys()].map(({ id }) => id),
    )
    .execute()
  await insertValues(tx, subject, values)
}

function rowsOf(subject: Subject, field: Field, atoms: readonly Atom[]): Insertable<FieldValuesTable>[] {
  const kind = atomKindOf(field.type)
  if (!kind) return []
  return atoms.map((atom, ordinal) => ({
    organisation_id: subject.organisationId,
    record_kind: subject.kind,
    record_id: subject.id,
    field_id: field.id,
    ordinal,
    [columnOf[kind]]: atom,
  }))
}
