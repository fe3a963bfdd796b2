// What of fee arrangements an invoice is billed against: before it, and with it.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { sumOf } from '../../platform/decimal.ts'
import { notFound } from '../../platform/errors.ts'
import { invoicesVisibleTo } from '../access.ts'
import { type Arrangement, figuresOf, type Share } from './arrangement.ts'
import { listShares } from './fee-shares.ts'
import { readArrangements } from './list-arrangements.ts'

/** An arrangement as an invoice finds and leaves it. Decimal texts, without tax but for the balance of a retainer. */
export interface UsedArrangement {
  readonly id: number
  readonly kind: Arrangement['kind']
  readonly title: string
  readonly currency: string
  readonly amount: string
  /** What other invoices bill. */
  readonly before: string
  /** What this one bills. */
  readonly own: string
  /** What is not billed then, and what is billed beyond it. */
  readonly committed: string
  readonly over: string
  /** What is left of a retainer now; null for other kinds. */
  readonly balance: string | null
}

/**
 * The arrangements of the firm of an invoice on its matter, in its currency. Throws not_found for who does not see it.
 */
export async function getArrangementsOfInvoice(
  { db }: App,
  actor: Actor,
  id: number,
): Promise<readonly UsedArrangement[]> {
  const invoice = await invoicesVisibleTo(db, actor)
    .where('invoices.id', '=', id)
    .select([
      'invoices.organisation_id',
      'invoices.matter_id',
      'invoices.service_provider_id',
      'invoices.currency',
    ])
    .executeTakeFirst()
  if (!invoice) throw notFound()
  const { service_provider_id: firmId, currency } = invoice
  if (firmId === null) return []
  const matter = { organisationId: invoice.organisation_id, id: invoice.matter_id }
  const everything = await readArrangements(db, matter, firmId, { general: true })
  const all = everything.filter((each) => each.currency === currency)
  if (all.length === 0) return []
  const [others, own] = await Promise.all([
    listShares(db, matter, { firmId, without: id }),
    listShares(db, matter, { firmId, only: id }),
  ])
  return all.flatMap(({ id: its, kind, balance, versions: [latest] }) => {
    if (!latest || latest.amount === null) return []
    const shares = others.filter((share) => share.id === its)
    const more = own.filter((share) => share.id === its)
    const { title, amount } = latest
    const before = sumOf(shares.map(({ billed }) => billed))
    const billed = sumOf(more.map((share) => share.billed))
    return [{ id: its, kind, title, currency, amount, before, own: billed, ...after(shares, more), balance }]
  })
}

function after(shares: readonly Share[], more: readonly Share[]) {
  const { committed, over } = figuresOf(
    shares.map((share) => {
      const own = more.find(({ phase }) => phase === share.phase)
      return { ...share, billed: sumOf([share.billed, own?.billed ?? '0']) }
    }),
  )
  return { committed, over }
}
