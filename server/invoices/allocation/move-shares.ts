// Making shares name another cost centre or legal entity; shares that are then the same become one.
import { sql } from 'kysely'
import type { DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { type CostListName, costLists } from './cost-list.ts'
import { defaultAllocated, invoiceAllocated } from './events.ts'

interface Entry {
  readonly id: number
  readonly name: string
}

interface Moving {
  readonly organisationId: number
  readonly list: CostListName
  readonly from: Entry
  readonly into: Entry
}

interface Shares {
  readonly table: 'matter_allocations' | 'invoice_allocations'
  readonly of: 'matter_id' | 'invoice_id'
  readonly sums: readonly string[]
}

/** Moves them, and returns the ids of what has them. */
async function move(
  tx: Tx,
  { organisationId, list, from, into }: Moving,
  { table, of, sums }: Shares,
): Promise<readonly number[]> {
  const [own, other] = list === 'costCentres' ? both : [both[1], both[0]]
  const [parent, column, beside] = [sql.ref(of), sql.ref(own), sql.ref(other)]
  const added = sums.map((sum) => sql`${sql.ref(sum)} = t.${sql.ref(sum)} + f.${sql.ref(sum)}`)
  const isTwin = sql`t.organisation_id = ${organisationId} and t.${parent} = f.${parent} and t.${column} = ${into.id}
    and t.${beside} is not distinct from f.${beside}`
  const isFormer = sql`f.organisation_id = ${organisationId} and f.${column} = ${from.id}`
  const share = sql.table(table)
  await sql`update ${share} t set ${sql.join(added)} from ${share} f where ${isFormer} and ${isTwin}`.execute(
    tx,
  )
  const gone = await sql<{ readonly id: number }>`delete from ${share} f
    where ${isFormer} and exists (select 1 from ${share} t where ${isTwin}) returning f.${parent} as id`.execute(
    tx,
  )
  const kept = await sql<{ readonly id: number }>`update ${share} f set ${column} = ${into.id}
    where ${isFormer} returning f.${parent} as id`.execute(tx)
  return [...new Set([...gone.rows, ...kept.rows].map(({ id }) => id))]
}

const both = [costLists.costCentres.column, costLists.legalEntities.column] as const

const changesOf = ({ from, into, list }: Moving) => ({
  changes: { [list === 'costCentres' ? 'costCentre' : 'legalEntity']: { from: from.name, to: into.name } },
})

/** Of what invoices of matters begin with. */
export async function moveDefaultShares(tx: Tx, moving: Moving): Promise<readonly DomainEvent[]> {
  const { organisationId } = moving
  const ids = await move(tx, moving, { table: 'matter_allocations', of: 'matter_id', sums: ['percent'] })
  return ids.map((id) => defaultAllocated({ organisationId, id }, changesOf(moving)))
}

/** Of invoices, whatever their status: exports to finance keep what they have handed over. */
export async function moveInvoiceShares(tx: Tx, moving: Moving): Promise<readonly DomainEvent[]> {
  const { organisationId } = moving
  const ids = await move(tx, moving, {
    table: 'invoice_allocations',
    of: 'invoice_id',
    sums: ['percent', 'billed_net', 'billed_tax', 'approved_net', 'approved_tax'],
  })
  // not through access.ts: their organisation replaces an entry wherever it is named
  const { rows } = await sql<{ readonly id: number; readonly matterId: number }>`
    select i.id, i.matter_id as "matterId" from invoices i
    where i.organisation_id = ${organisationId} and i.id = any(${[...ids]}::bigint[]) order by i.id`.execute(
    tx,
  )
  return rows.map((row) => invoiceAllocated({ organisationId, ...row }, changesOf(moving)))
}
