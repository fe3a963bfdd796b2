// Recording what became of a success fee, and correcting it.
import { sql } from 'kysely'
import { localDay } from '../../identity/organisations/local-day.ts'
import { lockMatterFor } from '../../matters/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { compareDecimals, rounded, sumOf } from '../../platform/decimal.ts'
import { badInput, conflict, notFound } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { currencyDigits } from '../../platform/currencies.ts'
import type { Arrangement } from './arrangement.ts'
import { isAmount } from './check-terms.ts'
import { outcomeSet } from './events.ts'
import { listShares } from './fee-shares.ts'
import { readArrangements } from './list-arrangements.ts'
import { dueFee, type Outcome, stateOf, type SuccessState, type SuccessTerms } from './success.ts'

export interface NewOutcome {
  readonly state: SuccessState
  /** A day, `2026-05-06`; null for today, and where it is open again. */
  readonly happenedOn: string | null
  /** Decimal text: what a fee in percent is of. */
  readonly result: string | null
  readonly reason: string
}

interface OfArrangement {
  readonly matterId: number
  readonly id: number
  /** Throws when somebody else has recorded one since its version was read; 0 without any. */
  readonly checkVersion: (version: number) => void
}

/**
 * Records whether the success came, or corrects what was recorded; the same again changes nothing. For those who may
 * set the budget of the matter. Throws bad_request, not_found for what is no success fee, and conflict for a correction
 * of one that is billed already.
 */
export function setOutcome(
  app: App,
  actor: Actor,
  { matterId, id, checkVersion }: OfArrangement,
  outcome: NewOutcome,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { matter } = await lockMatterFor({ tx, actor, now, right: 'setBudget' }, matterId)
    const { organisationId } = matter
    await lockFee(tx, organisationId, id)
    const found = (await readArrangements(tx, matter)).find((each) => each.id === id)
    const success = found?.versions[0]?.success
    if (!found || !success) throw notFound()
    const [latest] = found.outcomes
    checkVersion(latest?.version ?? 0)
    const next = checkedOutcome(found, success, {
      outcome,
      today: await localDay(tx, organisationId, now),
    })
    if (isSame(next, latest)) return { result: undefined, events: [] }
    if (found.versions[0]?.amount === null) throw conflict('The success fee was taken away.')
    if (latest) await checkNotBilled(tx, matter, found)
    await tx
      .insertInto('success_outcomes')
      .values({
        organisation_id: organisationId,
        arrangement_id: id,
        version: (latest?.version ?? 0) + 1,
        state: next.state,
        happened_on: next.happenedOn,
        result: next.result,
        fee: next.fee,
        reason: outcome.reason,
        set_by: actor.userId,
        set_at: now,
      })
      .execute()
    const fee = next.fee === null ? null : moneyOf(found, next.fee)
    const facts = { title: found.versions[0]?.title ?? '', outcome: next.state, day: next.happenedOn, fee }
    const event = outcomeSet({ organisationId, matterId, id }, { ...facts, reason: outcome.reason })
    return { result: undefined, events: [event] }
  })
}

/** Posting an invoice waits for it, and the other way round: what is billed is known before a correction. */
async function lockFee(tx: Tx, organisationId: number, id: number): Promise<void> {
  await sql`select 1 from fee_arrangements where organisation_id = ${organisationId} and id = ${id} for update`.execute(
    tx,
  )
}

const moneyOf = ({ currency }: Arrangement, amount: string) =>
  `${currency} ${rounded(amount, currencyDigits(currency))}`

type Checked = Pick<Outcome, 'state' | 'happenedOn' | 'result' | 'fee'>

/** The outcome with what is due. Throws bad_request naming what is wrong. */
function checkedOutcome(
  { currency, versions: [terms], outcomes }: Arrangement,
  success: SuccessTerms,
  { outcome, today }: { readonly outcome: NewOutcome; readonly today: string },
): Checked {
  const { state, result } = outcome
  if (state !== 'Succeeded' && result !== null)
    throw badInput('result', 'must be absent unless the success came.')
  if (state === 'Open') {
    if (outcome.happenedOn !== null) throw badInput('date', 'must be absent: it is open again.')
    if (stateOf(outcomes) === 'Open' && outcomes.length === 0)
      throw badInput('state', 'must be Succeeded or Failed: it is open already.')
    return { state, happenedOn: null, result, fee: null }
  }
  const happenedOn = outcome.happenedOn ?? today
  if (happenedOn > today) throw badInput('date', 'must not be after today.')
  if (state === 'Failed') return { state, happenedOn, result, fee: null }
  const { percent, latestOn } = success
  if (latestOn !== null && happenedOn > latestOn)
    throw badInput('date', `must not be after ${latestOn}, the last day that is agreed.`)
  if (percent === null && result !== null)
    throw badInput('result', 'must be absent: the fee is an agreed amount.')
  if (percent !== null && (result === null || !isAmount(result, currency)))
    throw badInput(
      'result',
      `must be what the percentage is of: 0 or more, with at most ${currencyDigits(currency)} decimal places.`,
    )
  const digits = currencyDigits(currency)
  return { state, happenedOn, result, fee: dueFee(success, { amount: terms?.amount ?? '0', result, digits }) }
}

const isSame = (a: Checked, b: Checked | undefined): boolean =>
  b !== undefined &&
  a.state === b.state &&
  a.happenedOn === b.happenedOn &&
  compareDecimals(a.result ?? '-1', b.result ?? '-1') === 0

/** Throws conflict where invoices bill something of the fee: they rely on what was recorded. */
async function checkNotBilled(
  tx: Tx,
  matter: { readonly organisationId: number; readonly id: number },
  fee: Arrangement,
): Promise<void> {
  const shares = await listShares(tx, matter, { firmId: fee.firm.id })
  const billed = sumOf(shares.filter(({ id }) => id === fee.id).map((share) => share.billed))
  if (compareDecimals(billed, '0') !== 0)
    throw conflict(`${moneyOf(fee, billed)} of it is billed. The outcome is corrected while nothing is.`)
}
