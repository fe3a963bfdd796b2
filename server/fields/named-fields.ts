// The fields that a list of records names, by their api names or numbers.
import { sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import { callerPlaceholder, callerShapeKey, type OfCaller } from '../platform/caller-shape.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { placeholder, statementFamily } from '../platform/postgres/statement.ts'
import type { Subject } from '../platform/subject.ts'
import { fieldsVisibleTo } from './access.ts'
import { type Field, fieldColumns, fieldOf } from './field.ts'
import { leftFormsSql } from './former-forms.ts'
import { formOwnersSql } from './forms-of-records.ts'
import type { OnForms } from './shown-on-records.ts'

/** A field's number, as text. */
export const numberIn = (name: string) => (/^[1-9]\d{0,9}$/.test(name) ? Number(name) : undefined)

type FieldsAsked = OfCaller & { readonly names: readonly string[]; readonly ids: readonly number[] }
type FieldAsRead = Parameters<typeof fieldOf>[0] & Pick<OnForms, 'formOwners' | 'leftForms'>
const readings = statementFamily<FieldsAsked, FieldAsRead>(100)

/**
 * The fields with these names or numbers that the actor may see: those of their own organisation first, then by their
 * age.
 */
export async function readNamedFields(
  db: Reader,
  actor: Actor,
  names: readonly string[],
  record: Subject['kind'],
): Promise<readonly (Field & OnForms)[]> {
  const reading = readings.get(`${record} ${callerShapeKey(actor)}`, (builder) => {
    const caller = callerPlaceholder(actor)
    return fieldsVisibleTo(builder, caller)
      .where('fields.entity_column', 'is', null)
      .where((eb) =>
        eb.or([
          eb(
            sql`lower(fields.api_name)`,
            '=',
            sql`any(${placeholder((input: FieldsAsked) => input.names)}::text[])`,
          ),
          eb('fields.id', '=', sql<number>`any(${placeholder((input: FieldsAsked) => input.ids)}::bigint[])`),
        ]),
      )
      .orderBy(sql`fields.organisation_id <> ${caller.organisationId}`)
      .orderBy('fields.id')
      .select([...fieldColumns])
      .select([formOwnersSql(record).as('formOwners'), leftFormsSql(record).as('leftForms')])
  })
  const ids = names.flatMap((name) => numberIn(name) ?? [])
  const rows = await reading.run(db, { caller: actor, names, ids })
  return rows.map(({ formOwners, leftForms, ...row }) => ({ ...fieldOf(row, []), formOwners, leftForms }))
}
