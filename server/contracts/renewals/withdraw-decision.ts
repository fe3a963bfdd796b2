// Withdrawing what was decided about the end of a contract.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { change } from '../../platform/events/change.ts'
import { lockContractFor, noteContractActivity } from '../access.ts'
import { writePermitted } from '../commands/update-contract.ts'
import { renewalDecided } from '../events.ts'
import { endOfDay } from '../key-facts/answered-facts.ts'
import { followExpiry } from '../key-dates/notice-period.ts'
import { putBackDates, type SettledDate } from './renewal-dates.ts'

/**
 * Withdraws a decision: a renewed contract ends when it did before, and key dates are what they were. The draft of a
 * renegotiation and the letter of a notice stay, to be used or deleted. Throws not_found for a decision that is not
 * there, and conflict for one that is withdrawn or that the expiry has moved on from.
 */
export function withdrawRenewalDecision(
  app: App,
  actor: Actor,
  contractId: number,
  decisionId: number,
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    const { contract: stored, seen } = await lockContractFor({ tx, actor, now, right: 'renewal' }, contractId)
    const contract = { ...stored, stage: seen }
    const { organisationId } = contract
    const row = await tx
      .selectFrom('contract_renewal_decisions')
      .where('organisation_id', '=', organisationId)
      .where('contract_id', '=', contract.id)
      .where('id', '=', decisionId)
      .selectAll()
      .executeTakeFirst()
    if (!row) throw notFound()
    if (row.withdrawn_at !== null) throw conflict('The decision is withdrawn already.')
    const { expiry, renewed_until: renewedUntil } = row
    if (contract.expiry?.slice(0, 10) !== (renewedUntil ?? expiry) || seen !== 'Executed')
      throw conflict('The contract has changed since: its expiry is no longer what the decision made of it.')
    const by = { by: actor.userId, now }
    const back = { expiry: endOfDay(expiry) }
    const events =
      renewedUntil === null
        ? []
        : [
            ...(await writePermitted(tx, contract, back, by)),
            ...(await followExpiry(tx, contract, { ...back, ...by })),
          ]
    const settled = row.key_dates as unknown as readonly SettledDate[]
    const dates = await putBackDates(tx, contract, { settled, now })
    await tx
      .updateTable('contract_renewal_decisions')
      .set({ withdrawn_at: now })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', decisionId)
      .execute()
    await noteContractActivity(tx, contract, now)
    const facts = { decision: row.decision, expiry, renewedUntil, reason: row.reason }
    return { result: undefined, events: [renewalDecided(contract, facts, 'withdrawn'), ...events, ...dates] }
  })
}
