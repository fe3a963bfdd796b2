// Organisations: what they are, and how the operator finds one.
//
// customer           an organisation with a legal department; matters and contracts belong to it
// service provider   a law firm; its people work on records of the customers it is linked to
// link               which law firms work for which customers
import type { Reader } from '../platform/database.ts'

export const organisationTypes = ['Customer', 'ServiceProvider'] as const
export type OrganisationType = (typeof organisationTypes)[number]

export interface Organisation {
  readonly id: number
  readonly name: string
  readonly type: OrganisationType
}

/** Every organisation of the installation, for its operator; nobody else sees them all. */
export async function listOrganisations(db: Reader): Promise<readonly Organisation[]> {
  const rows = await db.selectFrom('organisations').select(['id', 'name', 'type']).orderBy('id').execute()
  return rows.map((row) => ({ ...row, type: row.type as OrganisationType }))
}
