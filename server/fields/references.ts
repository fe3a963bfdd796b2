// Whether what values refer to exists: choices, people, departments, regions, entities.
import type { Reader } from '../platform/postgres/database.ts'
import { canJoinRecordsOf, isActivePersonOf } from '../users/people-on-records.ts'
import { type Atom, atomKindOf, type Field } from './field.ts'

/** Whether every atom refers to something of the field's organisation that can be chosen now. */
export async function exist(db: Reader, field: Field, atoms: readonly Atom[]): Promise<boolean> {
  if (atoms.length === 0) return true
  switch (atomKindOf(field.type)) {
    case 'user':
      return isThere(db, field, String(atoms[0]))
    case 'option':
      return (await countOptions(db, field, atoms.map(Number))) === new Set(atoms).size
    case 'reference':
      return isReference(db, field, Number(atoms[0]))
    default:
      return true
  }
}

const isThere = (db: Reader, { organisationId, type, allowExternalUsers }: Field, userId: string) =>
  type === 'User' && allowExternalUsers
    ? canJoinRecordsOf(db, organisationId, userId)
    : isActivePersonOf(db, organisationId, userId)

async function countOptions(db: Reader, { organisationId, id }: Field, wanted: readonly number[]) {
  // locked, so that it is not deleted or merged before the value is written
  const found = await db
    .selectFrom('field_options')
    .where('organisation_id', '=', organisationId)
    .where('field_id', '=', id)
    .where('id', 'in', [...wanted])
    .where('deleted_at', 'is', null)
    .select('id')
    .forShare()
    .execute()
  return found.length
}

async function isReference(db: Reader, { organisationId, type }: Field, id: number): Promise<boolean> {
  const tables = {
    Department: 'departments',
    Region: 'regions',
    InvoiceRecipient: 'invoice_recipients',
  } as const
  if (type === 'ContractEntity') {
    const entity = await db
      .selectFrom('contract_entities')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .select('id')
      .executeTakeFirst()
    return entity !== undefined
  }
  if (type !== 'Department' && type !== 'Region' && type !== 'InvoiceRecipient') return false
  const row = await db
    .selectFrom(tables[type])
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}
