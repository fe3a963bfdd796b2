// The allocation of an invoice as it is stored: with the part of each sum that goes to each share.
import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import type { Invoice } from '../invoice.ts'
import { namesOrder } from '../orders/used.ts'
import { netAmounts, taxAmounts } from '../net-amounts.ts'
import { type AllocatedSums, partsOfSums } from './parts.ts'
import { namesOfShare, type NamedShare, type Share } from './shares.ts'

type Key = Pick<Invoice, 'organisationId' | 'id'>

/** A share with its amounts. Decimal text. */
export type AllocatedShare = NamedShare & AllocatedSums

/** The shares of an invoice that was fetched through access.ts; empty where it is not allocated. */
export async function listAllocated(
  db: Reader,
  { organisationId, id }: Key,
): Promise<readonly AllocatedShare[]> {
  const { rows } =
    await sql<AllocatedShare>`select ${namesOfShare}, a.percent::text, a.billed_net as "billedNet",
      a.billed_tax as "billedTax", a.approved_net as "approvedNet", a.approved_tax as "approvedTax",
      a.billed_nonrecoverable_tax as "billedNonRecoverable",
      a.approved_nonrecoverable_tax as "approvedNonRecoverable", a.approved_withheld as "approvedWithheld"
    from invoice_allocations a where a.organisation_id = ${organisationId} and a.invoice_id = ${id}
    order by a.position`.execute(db)
  return rows
}

const net = netAmounts('i')
const taxes = taxAmounts('i')

/** SQL: the sums of an invoice `i` by the names of `AllocatedSums`. */
const sums = sql`${net.billed}::text as "billedNet", ${net.billedTax}::text as "billedTax",
  ${net.approved}::text as "approvedNet",
  (case when i.approved_fees is not null then ${net.approvedTax} end)::text as "approvedTax",
  ${taxes.nonRecoverableTax}::text as "billedNonRecoverable",
  ${taxes.approvedNonRecoverableTax}::text as "approvedNonRecoverable",
  ${taxes.approvedWithheld}::text as "approvedWithheld"`

/** The first that there is counts. */
const sources = ['own', 'credited', 'order', 'matter'] as const

interface ToApportion extends AllocatedSums, Share {
  readonly currency: string
  readonly source: (typeof sources)[number]
}

/**
 * Computes the parts again, after an invoice was posted or approved; one without an allocation gets that of the
 * invoice that it credits, of its purchase order, or else of its matter, when it is posted. The invoice is locked, and
 * already written.
 */
export async function apportion(tx: Tx, invoice: Invoice, { isPosted = false } = {}): Promise<void> {
  const { organisationId, id, matterId, creditsId } = invoice
  const own = sql`invoice_allocations a where a.organisation_id = ${organisationId} and a.invoice_id = ${id}`
  // not through access.ts: the caller has locked it
  const none = sql`not exists (select 1 from ${own})`
  const usual = isPosted
    ? sql` union all select a.cost_centre_id, a.legal_entity_id, a.percent, a.position, 'credited'
          from invoice_allocations a where a.organisation_id = ${organisationId} and a.invoice_id = ${creditsId}
            and ${none}
        union all select o.cost_centre_id, o.legal_entity_id, 100, 1, 'order'
          from invoices i join purchase_orders o on ${namesOrder('o')}
          where i.organisation_id = ${organisationId} and i.id = ${id}
            and num_nonnulls(o.cost_centre_id, o.legal_entity_id) > 0 and ${none}
        union all select a.cost_centre_id, a.legal_entity_id, a.percent, a.position, 'matter'
          from matter_allocations a where a.organisation_id = ${organisationId} and a.matter_id = ${matterId}
            and ${none}`
    : sql``
  // not through access.ts: the same
  const { rows } = await sql<ToApportion>`select s.cost_centre_id as "costCentreId",
      s.legal_entity_id as "legalEntityId", s.percent::text, s.source, i.currency, ${sums}
    from (select a.cost_centre_id, a.legal_entity_id, a.percent, a.position, 'own' as source from ${own}${usual}) s
    join invoices i on i.organisation_id = ${organisationId} and i.id = ${id} order by s.position`.execute(tx)
  const source = sources.find((each) => rows.some((row) => row.source === each))
  const shares = rows.filter((row) => row.source === source)
  const [first] = shares
  if (first) await writeShares(tx, invoice, { shares, sums: first, currency: first.currency })
}

interface Written {
  readonly shares: readonly Share[]
  readonly sums: AllocatedSums
  readonly currency: string
}

async function writeShares(tx: Tx, { organisationId, id }: Key, { shares, sums: of, currency }: Written) {
  await tx
    .deleteFrom('invoice_allocations')
    .where('organisation_id', '=', organisationId)
    .where('invoice_id', '=', id)
    .execute()
  if (shares.length === 0) return
  const percents = shares.map(({ percent }) => percent)
  const parts = partsOfSums(of, percents, currency)
  await tx
    .insertInto('invoice_allocations')
    .values(
      parts.map((part, index) => ({
        organisation_id: organisationId,
        invoice_id: id,
        position: index + 1,
        cost_centre_id: shares[index]?.costCentreId ?? null,
        legal_entity_id: shares[index]?.legalEntityId ?? null,
        percent: percents[index] ?? '0',
        billed_net: part.billedNet,
        billed_tax: part.billedTax,
        approved_net: part.approvedNet,
        approved_tax: part.approvedTax,
        billed_nonrecoverable_tax: part.billedNonRecoverable,
        approved_nonrecoverable_tax: part.approvedNonRecoverable,
        approved_withheld: part.approvedWithheld,
      })),
    )
    .execute()
}

/** Replaces the shares of an invoice that is locked; none at all: it is not allocated. */
export async function replaceShares(tx: Tx, invoice: Invoice, shares: readonly Share[]): Promise<void> {
  const { organisationId, id, currency } = invoice
  // not through access.ts: the caller has locked it
  const { rows } = await sql<AllocatedSums>`select ${sums} from invoices i
    where i.organisation_id = ${organisationId} and i.id = ${id}`.execute(tx)
  const [row] = rows
  if (row) await writeShares(tx, invoice, { shares, sums: row, currency })
}
