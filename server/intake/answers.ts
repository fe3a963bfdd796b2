// What was answered when something was asked for: kept with the request as it was given, whatever becomes of the
// record.
import { type Atom, type Field, fieldColumns, fieldOf } from '../fields/field.ts'
import { fieldsOfForms, listOptionsOf } from '../fields/form.ts'
import type { ReadNewFields, Reading } from '../fields/values/field-input.ts'
import { valueToJson } from '../fields/values/json-value.ts'
import { textsOf } from '../fields/values/texts.ts'
import type { Reader } from '../platform/postgres/database.ts'

/** An answer as it is stored. */
export interface StoredAnswer {
  readonly fieldId: number
  /** What the form called the field. */
  readonly label: string
  readonly atoms: readonly Atom[]
}

/** An answer as people read it. */
export interface Answer {
  readonly field: Field
  readonly label: string
  readonly value: unknown
  readonly text: string
}

/** Reads the given values and keeps them: `stored` has them once they have been read. */
export function noteAnswers(read: ReadNewFields | undefined): {
  readonly fields: ReadNewFields
  readonly answers: () => readonly StoredAnswer[]
} {
  let answers: readonly StoredAnswer[] = []
  return {
    fields: (forms) => {
      const given = read?.(forms) ?? new Map<number, Reading>()
      answers = fieldsOfForms(forms).flatMap(({ field, label }): StoredAnswer[] => {
        const reading = given.get(field.id)
        const atoms = reading && 'atoms' in reading ? reading.atoms : []
        return atoms.length === 0 ? [] : [{ fieldId: field.id, label, atoms }]
      })
      return given
    },
    answers: () => answers,
  }
}

/** The stored answers with their texts, in their order; the caller has checked that the person sees the request. */
export async function readAnswers(
  db: Reader,
  organisationId: number,
  stored: unknown,
): Promise<readonly Answer[]> {
  const answers = stored as readonly StoredAnswer[]
  if (answers.length === 0) return []
  const ids = answers.map(({ fieldId }) => fieldId)
  const [rows, options] = await Promise.all([
    // deleted ones as well: the answer stays
    db
      .selectFrom('fields')
      .where('organisation_id', '=', organisationId)
      .where('id', 'in', ids)
      .select([...fieldColumns])
      .execute(),
    listOptionsOf(db, [organisationId], ids),
  ])
  const fields = new Map(rows.map((row) => [row.id, fieldOf(row, options.get(row.id) ?? [])]))
  const read = await Promise.all(
    answers.map(async ({ fieldId, label, atoms }): Promise<Answer | undefined> => {
      const field = fields.get(fieldId)
      if (!field) return undefined
      const texts = await textsOf(db, field, atoms)
      const text = new Intl.ListFormat('en-GB').format(texts)
      return { field, label, value: valueToJson(field, atoms), text }
    }),
  )
  return read.filter((answer) => answer !== undefined)
}
