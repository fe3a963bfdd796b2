// Values as people read them in a document: the names of choices, people and places, written-out days and amounts.
import type { Reader } from '../../platform/postgres/database.ts'
import { dayText } from '../../platform/time/written-times.ts'
import { type Atom, atomKindOf, type Field } from '../field.ts'

/** The text of each atom, in their order. Something that was deleted since keeps its name. */
export async function textsOf(db: Reader, field: Field, atoms: readonly Atom[]): Promise<readonly string[]> {
  if (atoms.length === 0) return []
  switch (atomKindOf(field.type)) {
    case 'number':
      return atoms.map((atom) => (field.type === 'Currency' ? amountText(String(atom)) : String(atom)))
    case 'boolean':
      return atoms.map((atom) => (atom === true ? 'Yes' : 'No'))
    case 'date':
      return atoms.map((atom) => dayText(String(atom)))
    case 'option':
      return namesOf(await readOptions(db, field, atoms), atoms)
    case 'user':
      return namesOf(await readPeople(db, atoms), atoms)
    case 'reference':
      return namesOf(await readReferences(db, field, atoms), atoms)
    default:
      return atoms.map(String)
  }
}

/** `1234567.5` as `1,234,567.50`: the document names the currency. */
function amountText(decimal: string): string {
  const [whole = '0', cents = ''] = decimal.split('.')
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents.padEnd(2, '0')}`
}

interface Named {
  readonly id: Atom
  readonly name: string
}

function namesOf(rows: readonly Named[], atoms: readonly Atom[]): readonly string[] {
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return atoms.map((atom) => names.get(atom) ?? '')
}

const readOptions = (
  db: Reader,
  { organisationId, id }: Field,
  atoms: readonly Atom[],
): Promise<readonly Named[]> =>
  db
    .selectFrom('field_options')
    .where('organisation_id', '=', organisationId)
    .where('field_id', '=', id)
    .where('id', 'in', atoms.map(Number))
    .select(['id', 'label as name'])
    .execute()

async function readPeople(db: Reader, atoms: readonly Atom[]): Promise<readonly Named[]> {
  const rows = await db
    .selectFrom('users')
    .where('id', 'in', atoms.map(String))
    .select(['id', 'first_name', 'last_name'])
    .execute()
  return rows.map((row) => ({ id: row.id, name: `${row.first_name} ${row.last_name}` }))
}

const tables = {
  Department: 'departments',
  Region: 'regions',
  ContractEntity: 'contract_entities',
  InvoiceRecipient: 'invoice_recipients',
} as const

function readReferences(
  db: Reader,
  { organisationId, type }: Field,
  atoms: readonly Atom[],
): Promise<readonly Named[]> {
  const table = type in tables ? tables[type as keyof typeof tables] : undefined
  if (!table) throw new Error(`Values of the type ${type} have no names here`)
  return db
    .selectFrom(table)
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', atoms.map(Number))
    .select(['id', 'name'])
    .execute()
}
