// Whether what values refer to exists: choices, people, departments, regions, entities.
import { sql } from 'kysely'
import type { Reader } from '../platform/postgres/database.ts'
import { statement } from '../platform/postgres/statement.ts'
import { canJoinRecordsOf, isActivePersonOf } from '../identity/users/people-on-records.ts'
import { type Atom, atomKindOf, type Field } from './field.ts'

/** Whether every atom refers to something of the field's organisation that can be chosen now. */
export async function exist(db: Reader, field: Field, atoms: readonly Atom[]): Promise<boolean> {
  if (atoms.length === 0) return true
  switch (atomKindOf(field.type)) {
    case 'user':
      return isThere(db, field, String(atoms[0]))
    case 'option':
      return areOptions(db, field, atoms.map(Number))
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

const areOptions = async (db: Reader, { organisationId, id }: Field, wanted: readonly number[]) =>
  (await lockOptions.run(db, { organisationId, id, wanted })).length === new Set(wanted).size

interface Row {
  readonly organisationId: number
  readonly id: number
}

interface Options extends Row {
  readonly wanted: readonly number[]
}

// locked, so that it is not deleted or merged before the value is written
const lockOptions = statement<Options, { readonly id: number }>(
  ({ organisationId, id, wanted }) => sql`select id from field_options
    where organisation_id = ${organisationId} and field_id = ${id} and id = any(${wanted}::bigint[]) and deleted_at is null
    for share`,
)

const named = (table: string) =>
  statement<Row, { readonly id: number }>(
    ({ organisationId, id }) => sql`select id from ${sql.table(table)}
      where organisation_id = ${organisationId} and id = ${id} and deleted_at is null`,
  )

const findReference = {
  Department: named('departments'),
  Region: named('regions'),
  InvoiceRecipient: named('invoice_recipients'),
  ContractEntity: statement<Row, { readonly id: number }>(
    // locked, so that it is not deleted or merged before the value is written
    ({ organisationId, id }) => sql`select id from contract_entities
      where organisation_id = ${organisationId} and id = ${id} for share`,
  ),
} as const

async function isReference(db: Reader, { organisationId, type }: Field, id: number): Promise<boolean> {
  switch (type) {
    case 'Department':
    case 'Region':
    case 'InvoiceRecipient':
    case 'ContractEntity':
      return (await findReference[type].run(db, { organisationId, id })).length > 0
    default:
      return false
  }
}
