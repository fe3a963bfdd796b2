// Writing the definition of a field, inside the command that changes it.
import type { Tx } from '../platform/postgres/database.ts'
import { badInput } from '../platform/errors.ts'
import type { MayChange } from '../platform/granted.ts'
import type { Definition } from './definition.ts'
import type { Atom, Field } from './field.ts'
import { readJson } from './values/json-value.ts'
import { exist } from './references.ts'

interface By {
  readonly now: Date
  readonly by: string | null
}

/**
 * Sets the default for new records, from JSON; null for none. Throws 400 for a value that the field does not accept.
 */
export async function writeDefaults(tx: Tx, field: Field, given: unknown, { now, by }: By): Promise<void> {
  const reading = readJson(field, given)
  if ('expected' in reading || !(await exist(tx, field, reading.atoms))) {
    const expected = 'expected' in reading ? reading.expected : 'something of the organisation'
    throw badInput('default', `must be ${expected}.`)
  }
  const defaults: readonly Atom[] = reading.atoms
  await tx
    .updateTable('fields')
    .set({ defaults: JSON.stringify(defaults), updated_at: now, updated_by: by })
    .where('organisation_id', '=', field.organisationId)
    .where('id', '=', field.id)
    .execute()
}

/** Writes the new definition of a field. */
export async function writeDefinition(
  tx: Tx,
  { organisationId, id }: Field & MayChange,
  next: Definition,
  { now, by }: By,
): Promise<void> {
  await tx
    .updateTable('fields')
    .set({
      title: next.title,
      description: next.description,
      type: next.type,
      meaning: next.meaning,
      always_required: next.alwaysRequired,
      range_start: next.rangeStart,
      range_end: next.rangeEnd,
      step_size: next.stepSize,
      multiple: next.multiple,
      allow_external_users: next.allowExternalUsers,
      can_add_options: next.canAddOptions,
      updated_at: now,
      updated_by: by,
    })
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .execute()
}
