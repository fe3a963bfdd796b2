// What law firms expect their work on a matter still to cost, beside what they have billed.
import {
  type ShownPerson,
  shownPersonColumns,
  shownPersonIn,
} from '../../identity/users/people-on-records.ts'
import { getMatterFor, getMatterToSee } from '../../matters/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { compareDecimals } from '../../platform/decimal.ts'
import { badInput, forbidden } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { currencyOf } from '../commands/create-invoice.ts'
import { isCurrency } from '../../platform/currencies.ts'
import { estimateSet } from './events.ts'
import type { OfMatter } from './figures.ts'
import { checkAmount } from './check-plan.ts'

/** A version of the estimate of a firm. */
export interface Estimate {
  readonly firm: { readonly id: number; readonly name: string }
  /** Counts the changes from 1. */
  readonly version: number
  /** Decimal text without tax. */
  readonly amount: string
  readonly currency: string
  readonly note: string | null
  readonly by: ShownPerson
  readonly at: Date
}

/** The versions of the estimates of a matter that was fetched through its access.ts, the latest first. */
export async function listEstimates(
  db: Reader,
  { organisationId, id }: OfMatter,
  firmId?: number,
): Promise<readonly Estimate[]> {
  const rows = await db
    .selectFrom('matter_estimates as e')
    .innerJoin('organisations as o', 'o.id', 'e.provider_id')
    .innerJoin('users', 'users.id', 'e.set_by')
    .where('e.organisation_id', '=', organisationId)
    .where('e.matter_id', '=', id)
    .$if(firmId !== undefined, (query) => query.where('e.provider_id', '=', firmId ?? 0))
    .orderBy('o.name')
    .orderBy('e.version', 'desc')
    .select(['e.provider_id', 'o.name', 'e.version', 'e.amount', 'e.currency', 'e.note', 'e.set_at'])
    .select([...shownPersonColumns])
    .execute()
  return rows.map((row) => ({
    firm: { id: row.provider_id, name: row.name },
    version: row.version,
    amount: row.amount,
    currency: row.currency,
    note: row.note,
    by: shownPersonIn(row),
    at: row.set_at,
  }))
}

/** The latest of each firm. */
export const latestEstimates = (all: readonly Estimate[]): readonly Estimate[] =>
  all.filter(({ firm }, index) => all.findIndex((each) => each.firm.id === firm.id) === index)

/** The estimates of the actor's firm; forbidden for anybody else, who reads them with the money of the matter. */
export async function getOwnEstimates(
  { db }: App,
  actor: Actor,
  matterId: number,
): Promise<readonly Estimate[]> {
  const matter = await getMatterToSee(db, actor, matterId)
  if (matter.organisationId === actor.organisationId)
    throw forbidden('Estimates are stated by law firms; read them with the money of the matter.')
  return listEstimates(db, matter, actor.organisationId)
}

export interface NewEstimate {
  readonly amount: string
  /** Default: that of the estimate before, or of the organisation. */
  readonly currency?: string | undefined
  readonly note: string | null
  readonly checkVersion: (version: number) => void
}

/**
 * States what the firm's work will still cost; the same again changes nothing. Throws bad_request, forbidden without
 * the right, and conflict when two state it at once.
 */
export function setEstimate(app: App, actor: Actor, matterId: number, estimate: NewEstimate): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const matter = await getMatterFor(tx, actor, matterId, 'proposeBudget')
    const [before] = await listEstimates(tx, matter, actor.organisationId)
    estimate.checkVersion(before?.version ?? 0)
    const currency = estimate.currency ?? before?.currency ?? (await currencyOf(tx, matter))
    if (!isCurrency(currency)) throw badInput('currency', 'must be a currency such as GBP.')
    checkAmount('amount', estimate.amount, currency)
    const isSame =
      before?.currency === currency &&
      compareDecimals(before.amount, estimate.amount) === 0 &&
      before.note === estimate.note
    if (isSame) return { result: undefined, events: [] }
    await tx
      .insertInto('matter_estimates')
      .values({
        organisation_id: matter.organisationId,
        matter_id: matter.id,
        provider_id: actor.organisationId,
        version: (before?.version ?? 0) + 1,
        amount: estimate.amount,
        currency,
        note: estimate.note,
        set_by: actor.userId,
        set_at: now,
      })
      .execute()
    return { result: undefined, events: [estimateSet(matter)] }
  })
}
