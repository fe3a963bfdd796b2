// Where a choice is used: the records whose value has it, and taking it out of those and of what new records begin
// with.
import type { Reader, Tx } from '../platform/postgres/database.ts'
import type { MayChange } from '../platform/granted.ts'
import type { Subject } from '../platform/subject.ts'
import { conflict, notFound } from '../platform/errors.ts'
import type { Field, FieldOption } from './field.ts'
import type { ChoiceName, OptionProperties } from './options.ts'

type Choice = Pick<FieldOption, 'id' | 'label'>

/** Throws conflict with the number of records that have a value of the field. */
export async function checkUnused(tx: Tx, field: Field, advice: string): Promise<void> {
  const uses = await tx
    .selectFrom('field_values')
    .where('organisation_id', '=', field.organisationId)
    .where('field_id', '=', field.id)
    .groupBy('record_kind')
    .orderBy('record_kind')
    .select((eb) => ['record_kind as kind', eb.fn.count<number>('record_id').distinct().as('records')])
    .execute()
  if (uses.length === 0) return
  const total = uses.reduce((sum, { records }) => sum + records, 0)
  const kinds = uses.map(({ kind, records }) => `${records} ${kind}${records === 1 ? '' : 's'}`)
  const have = total === 1 ? '1 record has' : `${total} records have`
  throw conflict(`${have} a value of this field: ${kinds.join(' and ')}. ${advice}`)
}

/** The records whose value has the choice. */
export async function listUsesOf(
  db: Reader,
  { organisationId, id: fieldId }: Field,
  choice: Choice,
): Promise<readonly Subject[]> {
  const rows = await db
    .selectFrom('field_values')
    .where('organisation_id', '=', organisationId)
    .where('field_id', '=', fieldId)
    .where('option_id', '=', choice.id)
    .orderBy('record_kind')
    .orderBy('record_id')
    .select(['record_kind', 'record_id'])
    .execute()
  return rows.map((row) => ({ organisationId, kind: row.record_kind as Subject['kind'], id: row.record_id }))
}

/**
 * The choice, held until the transaction ends, so that no value can get it meanwhile; not_found when the field has
 * none.
 */
export async function lockChoice(
  tx: Tx,
  { organisationId, id }: Field,
  name: ChoiceName,
): Promise<Choice & { readonly properties: OptionProperties | null; readonly version: number }> {
  const choice = await tx
    .selectFrom('field_options')
    .where('organisation_id', '=', organisationId)
    .where('field_id', '=', id)
    .where((eb) =>
      'id' in name
        ? eb('id', '=', name.id)
        : eb(eb.fn('lower', ['value']), '=', eb.fn('lower', [eb.val(name.value)])),
    )
    .where('deleted_at', 'is', null)
    .select(['id', 'label', 'properties', 'version'])
    .forUpdate()
    .executeTakeFirst()
  if (!choice) throw notFound()
  return { ...choice, properties: choice.properties as OptionProperties | null }
}

/**
 * Takes the choice off the field, and out of what new records begin with: there `instead` takes its place, if given.
 */
export async function removeChoice(
  tx: Tx,
  field: Field & MayChange,
  choice: Choice,
  { instead, now }: { readonly instead?: Choice; readonly now: Date },
): Promise<void> {
  const { organisationId, id } = field
  await tx
    .updateTable('field_options')
    .set({ deleted_at: now, updated_at: now })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', choice.id)
    .execute()
  if (!field.defaults.includes(choice.id)) return
  const others = field.defaults.filter((atom) => atom !== choice.id)
  const defaults = instead ? [...new Set([...others, instead.id])] : others
  await tx
    .updateTable('fields')
    .set({ defaults: JSON.stringify(defaults), updated_at: now })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
}
