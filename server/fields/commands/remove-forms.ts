// Removing the forms of a type that is deleted for good.
import type { Tx } from '../../platform/postgres/database.ts'
import { type FormKey, ownerIdOf, ownerOf } from '../form.ts'

/** Removes the forms with their versions. Fields stay. */
export async function removeForms(tx: Tx, keys: readonly FormKey[]): Promise<void> {
  for (const key of keys) {
    await tx
      .deleteFrom('form_parts')
      .where('organisation_id', '=', key.organisationId)
      .where('form', '=', key.form)
      .where(ownerOf(), '=', ownerIdOf(key))
      .execute()
    await tx
      .deleteFrom('former_form_parts')
      .where('organisation_id', '=', key.organisationId)
      .where('form', '=', key.form)
      .where('owner_id', '=', ownerIdOf(key))
      .execute()
    await tx
      .deleteFrom('form_versions')
      .where('organisation_id', '=', key.organisationId)
      .where('form', '=', key.form)
      .where('owner_id', '=', ownerIdOf(key))
      .execute()
  }
}
