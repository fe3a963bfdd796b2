// Removing the forms of a type that is deleted for good.
import type { Tx } from '../../platform/postgres/database.ts'
import { type FormKey, ownerIdOf, ownerOf } from '../form.ts'

/** Removes the forms of a type with all their versions. Fields stay. */
export async function removeForms(tx: Tx, keys: readonly FormKey[]): Promise<void> {
  const [key] = keys
  if (!key) return
  const { organisationId } = key
  const forms = keys.map(({ form }) => form)
  await tx
    .deleteFrom('form_parts')
    .where('organisation_id', '=', organisationId)
    .where('form', 'in', forms)
    .where(ownerOf(), '=', ownerIdOf(key))
    .execute()
  for (const table of ['former_form_parts', 'form_versions'] as const) {
    await tx
      .deleteFrom(table)
      .where('organisation_id', '=', organisationId)
      .where('form', 'in', forms)
      .where('owner_id', '=', ownerIdOf(key))
      .execute()
  }
}
