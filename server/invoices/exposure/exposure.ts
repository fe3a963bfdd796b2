// What a matter may cost its organisation beside its own work: what is at stake, how likely that is, and what is set
// aside for it. Law firms neither see nor set it.
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
import { checkAmount } from '../budgets/check-plan.ts'
import { exposureSet } from '../budgets/events.ts'
import type { OfMatter } from '../budgets/figures.ts'
import { currencyOf } from '../commands/create-invoice.ts'
import { isCurrency } from '../../platform/currencies.ts'

export interface Exposure {
  /** Counts the changes from 1. */
  readonly version: number
  /** Decimal text; null where it was taken away. */
  readonly amount: string | null
  readonly currency: string
  /** Percent. */
  readonly probability: number
  /** Decimal text: what is set aside for it. */
  readonly reserve: string | null
  readonly note: string | null
  readonly by: ShownPerson
  readonly at: Date
}

/** The versions of the exposure of a matter that was fetched through its access.ts, the latest first. */
async function listExposures(db: Reader, { organisationId, id }: OfMatter): Promise<readonly Exposure[]> {
  const rows = await db
    .selectFrom('matter_exposures as e')
    .innerJoin('users', 'users.id', 'e.set_by')
    .where('e.organisation_id', '=', organisationId)
    .where('e.matter_id', '=', id)
    .orderBy('e.version', 'desc')
    .select(['e.version', 'e.amount', 'e.currency', 'e.probability', 'e.reserve', 'e.note', 'e.set_at'])
    .select([...shownPersonColumns])
    .execute()
  return rows.map(({ set_at: at, version, amount, currency, probability, reserve, note, ...person }) => ({
    version,
    amount,
    currency,
    probability,
    reserve,
    note,
    by: shownPersonIn(person),
    at,
  }))
}

/** The versions, for people of the organisation that owns the matter; forbidden for law firms. */
export async function getExposures(
  { db }: App,
  actor: Actor,
  matterId: number,
): Promise<readonly Exposure[]> {
  const matter = await getMatterToSee(db, actor, matterId)
  if (matter.organisationId !== actor.organisationId)
    throw forbidden('Only people of the organisation that owns the matter see its exposure.')
  return listExposures(db, matter)
}

export interface NewExposure extends Pick<Exposure, 'amount' | 'reserve' | 'note'> {
  /** Default: that of the version before, or of the organisation. */
  readonly currency?: string | undefined
  /** Needed with an amount. */
  readonly probability?: number | undefined
  /** Throws when somebody else has set it since its version was read; 0 without any. */
  readonly checkVersion: (version: number) => void
}

/**
 * Says what a matter may cost, or that it has no exposure any more; the same again changes nothing. Throws bad_request,
 * forbidden without the right, and conflict when two set it at once.
 */
export function setExposure(app: App, actor: Actor, matterId: number, exposure: NewExposure): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const matter = await getMatterFor(tx, actor, matterId, 'setBudget')
    const [before] = await listExposures(tx, matter)
    exposure.checkVersion(before?.version ?? 0)
    const next = await checked(exposure, async () => before?.currency ?? currencyOf(tx, matter))
    if (isSame(before, next)) return { result: undefined, events: [] }
    await tx
      .insertInto('matter_exposures')
      .values({
        organisation_id: matter.organisationId,
        matter_id: matter.id,
        version: (before?.version ?? 0) + 1,
        ...next,
        set_by: actor.userId,
        set_at: now,
      })
      .execute()
    return { result: undefined, events: [exposureSet(matter)] }
  })
}

type Stated = Pick<Exposure, 'amount' | 'currency' | 'probability' | 'reserve' | 'note'>

async function checked(
  { amount, reserve, note, ...given }: NewExposure,
  usual: () => Promise<string>,
): Promise<Stated> {
  const currency = given.currency ?? (await usual())
  if (!isCurrency(currency)) throw badInput('currency', 'must be a currency such as GBP.')
  if (amount === null) return { amount, currency, probability: 0, reserve: null, note }
  checkAmount('amount', amount, currency)
  if (reserve !== null) checkAmount('reserve', reserve, currency)
  const { probability } = given
  if (probability === undefined || !Number.isInteger(probability) || probability < 0 || probability > 100)
    throw badInput('probability', 'must be a whole number of percent, from 0 to 100.')
  return { amount, currency, probability, reserve, note }
}

function isSame(before: Exposure | undefined, next: Stated): boolean {
  const equal = (a: string | null, b: string | null) =>
    a === null || b === null ? a === b : compareDecimals(a, b) === 0
  if (!before) return next.amount === null
  return (
    equal(before.amount, next.amount) &&
    equal(before.reserve, next.reserve) &&
    before.currency === next.currency &&
    before.probability === next.probability &&
    before.note === next.note
  )
}
