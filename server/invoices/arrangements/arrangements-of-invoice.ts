// What of fee arrangements an invoice is billed against: before it, and with it.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { sumOf } from '../../platform/decimal.ts'
import { notFound } from '../../platform/errors.ts'
import { invoicesVisibleTo } from '../access.ts'
import { currencyDigits } from '../../platform/currencies.ts'
import { type Arrangement, figuresOf, type Share } from './arrangement.ts'
import { listShares } from './fee-shares.ts'
import { type VolumeBefore, volumeBefore } from './fees-of-year.ts'
import { readArrangements } from './list-arrangements.ts'
import { discountOfInvoice } from './volume.ts'

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
  /** What is to be taken off by volume; null for other kinds. */
  readonly discount: string | null
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
      'invoices.invoice_date',
      'invoices.fees',
    ])
    .executeTakeFirst()
  if (!invoice) throw notFound()
  const { service_provider_id: firmId, currency } = invoice
  if (firmId === null) return []
  const matter = { organisationId: invoice.organisation_id, id: invoice.matter_id }
  const everything = await readArrangements(db, matter, firmId, { general: true })
  const all = everything.filter((each) => each.currency === currency)
  if (all.length === 0) return []
  const firm = { organisationId: matter.organisationId, firmId, currency }
  const [others, own, volume] = await Promise.all([
    listShares(db, matter, { firmId, without: id }),
    listShares(db, matter, { firmId, only: id }),
    all.some(({ kind }) => kind === 'Volume')
      ? volumeBefore(db, firm, { id, invoiceDate: invoice.invoice_date })
      : undefined,
  ])
  return all.flatMap(({ id: its, kind, balance, versions: [latest] }) => {
    if (!latest || latest.amount === null) return []
    if (volume?.id === its)
      return [usedVolume(volume, { currency, fees: invoice.fees, amount: latest.amount })]
    const shares = others.filter((share) => share.id === its)
    const more = own.filter((share) => share.id === its)
    const { title } = latest
    // of a success fee what is due
    const amount = kind === 'Success' ? sumOf(shares.map((share) => share.amount)) : latest.amount
    const before = sumOf(shares.map(({ billed }) => billed))
    const billed = sumOf(more.map((share) => share.billed))
    return [
      {
        id: its,
        kind,
        title,
        currency,
        amount,
        before,
        own: billed,
        ...after(shares, more),
        balance,
        discount: null,
      },
    ]
  })
}

interface Billing {
  readonly currency: string
  readonly fees: string
  readonly amount: string
}

/** A discount by volume with the fees of the year before the invoice, which counts as it was billed. */
function usedVolume(
  { id, title, tiers, before }: VolumeBefore,
  { currency, fees: own, amount }: Billing,
): UsedArrangement {
  const discount = discountOfInvoice(tiers, { before, own, digits: currencyDigits(currency) })
  const none = { committed: '0', over: '0', balance: null }
  return { id, kind: 'Volume', title, currency, amount, before, own, ...none, discount }
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
