// Agreeing rates with a law firm, and ending, correcting and withdrawing them.
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import { getMatterFor } from '../../matters/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { compareDecimals } from '../../platform/decimal.ts'
import { badInput, badInputs, conflict } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import type { VersionChecked } from '../../platform/version-checked.ts'
import { checkMaySetRates, getRateForUpdate } from './access.ts'
import { rateUpdated, rateWithdrawn } from './events.ts'
import { type NewRate, rateProblems } from './rate.ts'
import { addRates, storedRateOf, type Writing, updateRate } from './write-rates.ts'

/** A rate to be agreed with a law firm. */
export interface AskedRate {
  readonly firmId: number
  readonly rate: NewRate
  /** Whether an earlier rate for the same work ends the day before. */
  readonly endEarlier: boolean
  readonly reason: string | null
}

/** Throws bad_request for a firm that does not work for the organisation. */
export async function checkFirm(db: Reader, organisationId: number, firmId: number): Promise<void> {
  const link = await db
    .selectFrom('organisation_links')
    .where('customer_id', '=', organisationId)
    .where('provider_id', '=', firmId)
    .select('provider_id')
    .executeTakeFirst()
  if (!link) throw badInput('firmId', 'must be the id of a law firm that works for the organisation.')
}

/** Throws bad_request with everything that is wrong with the rate. */
function checkRate(rate: NewRate): void {
  const problems = Object.entries(rateProblems(rate))
  if (problems.length > 0) {
    throw badInputs(Object.fromEntries(problems.map(([name, reason]) => [name, [reason]])))
  }
}

/** Throws like `getMatterFor` where the actor may not agree rates for a matter. */
export async function checkMatters(tx: Tx, actor: Actor, ids: readonly (number | null)[]): Promise<void> {
  for (const id of new Set(ids)) if (id !== null) await getMatterFor(tx, actor, id, 'setRates')
}

/** Agrees a rate with a law firm and returns its id. Throws bad_request for one that overlaps another. */
export function createRate(app: App, actor: Actor, asked: AskedRate): Promise<number> {
  checkMaySetRates(actor)
  const { organisationId } = actor
  const { firmId, rate } = asked
  return change(app, actor, async (tx, now) => {
    checkRate(rate)
    await checkFirm(tx, organisationId, firmId)
    await checkMatters(tx, actor, [rate.matterId])
    await checkRoom(tx, 'agreedRates', { organisationId })
    const writing = { tx, organisationId, userId: actor.userId, now, proposalId: null, ...asked }
    const { ids, events } = await addRates(writing, [rate]).catch(rethrowAs('from'))
    return { result: ids[0] ?? 0, events }
  })
}

/** Names the problem of a single rate after the property that decides it. */
const rethrowAs =
  (name: string) =>
  (error: unknown): never => {
    const reasons = (error as { errors?: Readonly<Record<string, readonly string[]>> }).errors?.['rates[0]']
    throw reasons?.[0] === undefined ? error : badInput(name, reasons[0].replace(/^rates\[0\] /, ''))
  }

/** What is changed of a rate; an absent property stays. */
export interface RateChanges extends Partial<Omit<NewRate, 'matterId'>> {
  readonly reason?: string | null
}

/**
 * Ends a rate or corrects it; the version before stays in its history, and so do the rates of invoices that were
 * approved. A correction needs a reason. Throws bad_request, conflict for a withdrawn one, not_found.
 */
export function changeRate(
  app: App,
  actor: Actor,
  { id, changes: { reason = null, ...changes } }: { readonly id: number; readonly changes: RateChanges },
  { checkVersion }: VersionChecked = {},
): Promise<void> {
  return changing(app, actor, id, async ({ before, writing }) => {
    checkVersion?.(before.version)
    const after = { ...before, ...changes }
    const isCorrected =
      compareDecimals(before.rate, after.rate) !== 0 ||
      (['timekeeperNumber', 'timekeeper', 'timekeeperClass', 'currency', 'from'] as const).some(
        (name) => before[name] !== after[name],
      )
    if (!isCorrected && before.to === after.to) return []
    checkRate(after)
    if (reason === null && (isCorrected || before.to !== null)) {
      throw badInput('reason', 'is missing: say why the rate is corrected.')
    }
    await updateRate({ ...writing, reason }, before, after)
    return [rateUpdated({ organisationId: writing.organisationId, id }, { before, after }, reason)]
  })
}

/** Withdraws a rate that was a mistake: it never applies, and stays in the history. Withdrawing again is a conflict. */
export function withdrawRate(
  app: App,
  actor: Actor,
  id: number,
  { reason, checkVersion }: { readonly reason: string } & VersionChecked,
): Promise<void> {
  return changing(app, actor, id, async ({ before, writing }) => {
    checkVersion?.(before.version)
    await updateRate({ ...writing, reason }, before, { ...before, withdrawn: true })
    return [rateWithdrawn({ organisationId: writing.organisationId, id }, before, reason)]
  })
}

type Changing = Parameters<typeof updateRate>[0] extends infer W
  ? {
      readonly before: ReturnType<typeof storedRateOf>
      readonly writing: W & Pick<Writing, 'organisationId'>
    }
  : never

function changing(
  app: App,
  actor: Actor,
  id: number,
  write: (on: Changing) => Promise<readonly ReturnType<typeof rateUpdated>[]>,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const row = await getRateForUpdate(tx, actor, id)
    const before = storedRateOf(row)
    await checkMatters(tx, actor, [before.matterId])
    if (before.withdrawn) throw conflict('This rate was withdrawn. Agree another one.')
    const { organisationId, userId } = actor
    const writing = { tx, organisationId, userId, now, reason: null, proposalId: null }
    return { result: undefined, events: await write({ before, writing }) }
  })
}
