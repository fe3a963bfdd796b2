// The values of a record's fields: reading and writing the rows of field_values.
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { conflict } from '../../platform/errors.ts'
import type { MayChange } from '../../platform/granted.ts'
import type { Subject } from '../../platform/subject.ts'
import { placeholder, statement, statementFamily } from '../../platform/postgres/statement.ts'
import type { FieldValuesTable } from '../../platform/postgres/tables.ts'
import { type Atom, type AtomKind, atomKindOf, type Field } from '../field.ts'
import { fieldsOfForms, type Form } from '../form.ts'
import type { FieldInput } from './field-input.ts'

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

/** Values by the id of their field; a field without one is not in it. */
export type Values = ReadonlyMap<number, readonly Atom[]>

/** The values of a record. People who see the record may see its values: the caller has checked that. */
export async function readValues(db: Reader, subject: Subject): Promise<Values> {
  const values = new Map<number, Atom[]>()
  for (const row of await selectValues.run(db, subject)) {
    values.set(row.field_id, [...(values.get(row.field_id) ?? []), atomOf(row)])
  }
  return values
}

const selectValues = statement<Subject, Row & { readonly field_id: number }>((subject, db) =>
  db
    .selectFrom('field_values')
    .where('organisation_id', '=', subject.organisationId)
    .where('record_kind', '=', subject.kind)
    .where('record_id', '=', subject.id)
    .orderBy('field_id')
    .orderBy('ordinal')
    .select(['field_id', ...atomColumns]),
)

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

/** The fields to write and their new atoms, none to clear. Checked by check.ts. */
export type NewValues = ReadonlyMap<Field, readonly Atom[]>

/** Inserts the values of a record that was created in this transaction. */
export async function insertValues(tx: Tx, subject: Subject, values: NewValues): Promise<void> {
  if (values.size > 0)
    insertHeldValues(tx, subject, values, await holdFields(tx, subject, [...values.keys()]))
}

/** The same for fields that are held; conflict when one was deleted, or its type changed, since it was read. */
export function insertHeldValues(tx: Tx, subject: Subject, values: NewValues, held: HeldFields): void {
  const other = [...values.keys()].find(({ id, type }) => held.get(id) !== type)
  if (other) throw conflict(`The field ${other.title} was changed at the same time. Read the form again.`)
  const rows = [...values].flatMap(([field, atoms]) => rowsOf(subject, field, atoms))
  for (let first = 0; first < rows.length; first += rowsAtOnce) {
    const some = rows.slice(first, first + rowsAtOnce)
    insertRows(some.length).send(tx, some)
  }
}

/** The types of fields that nobody can delete or change until the transaction ends, by their ids. */
export type HeldFields = ReadonlyMap<number, string>

/** Locks those of the fields that are not deleted. */
export async function holdFields(
  tx: Tx,
  { organisationId }: Pick<Subject, 'organisationId'>,
  fields: readonly Pick<Field, 'id'>[],
): Promise<HeldFields> {
  if (fields.length === 0) return new Map()
  const rows = await lockFields.run(tx, { organisationId, ids: fields.map(({ id }) => id) })
  return new Map(rows.map(({ id, type }) => [id, type]))
}

/** Locks the fields of a new record that get a value: what is given, or the default. */
export const holdFieldsOf = (
  tx: Tx,
  organisation: Pick<Subject, 'organisationId'>,
  { forms, given }: { readonly forms: readonly Form[]; readonly given: FieldInput },
): Promise<HeldFields> =>
  holdFields(
    tx,
    organisation,
    fieldsOfForms(forms)
      .map(({ field }) => field)
      .filter(
        ({ id, entityColumn, defaults }) => entityColumn === null && (given.has(id) || defaults.length > 0),
      ),
  )

const lockFields = statement<
  { readonly organisationId: number; readonly ids: readonly number[] },
  { readonly id: number; readonly type: string }
>(
  ({ organisationId, ids }) => sql`select id, type from fields
    where organisation_id = ${organisationId} and id = any(${ids}::bigint[]) and deleted_at is null
    for key share`,
)

type ValueRow = Insertable<FieldValuesTable>

const valueColumns = [
  'organisation_id',
  'record_kind',
  'record_id',
  'field_id',
  'ordinal',
  ...atomColumns,
] as const

// a text for each number of rows
const rowsAtOnce = 20
const inserts = statementFamily<readonly ValueRow[], never>(rowsAtOnce * 2)

const insertRows = (count: number) =>
  inserts.get(String(count), () => {
    const row = (index: number) =>
      sql`(${sql.join(
        valueColumns.map((name) => placeholder((rows: readonly ValueRow[]) => rows[index]?.[name])),
      )})`
    return sql`insert into field_values (${sql.join(valueColumns.map((name) => sql.ref(name)))})
      values ${sql.join(Array.from({ length: count }, (_, index) => row(index)))}`
  })

/** Replaces the values of these fields; other fields keep theirs. */
export async function replaceValues(tx: Tx, subject: Subject & MayChange, values: NewValues): Promise<void> {
  // held first: what waits for a lock waits before anything is written
  replaceHeldValues(tx, subject, values, await holdFields(tx, subject, [...values.keys()]))
}

/** The same for fields that are held; conflict when one was deleted, or its type changed, since it was read. */
export function replaceHeldValues(
  tx: Tx,
  subject: Subject & MayChange,
  values: NewValues,
  held: HeldFields,
): void {
  if (values.size === 0) return
  deleteValues.send(tx, { ...subject, fieldIds: [...values.keys()].map(({ id }) => id) })
  // a field that is gone may be cleared
  if ([...values.values()].some((atoms) => atoms.length > 0)) insertHeldValues(tx, subject, values, held)
}

const deleteValues = statement<Subject & { readonly fieldIds: readonly number[] }, never>(
  (subject) => sql`delete from field_values where organisation_id = ${subject.organisationId}
    and record_kind = ${subject.kind} and record_id = ${subject.id} and field_id = any(${subject.fieldIds}::bigint[])`,
)

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
