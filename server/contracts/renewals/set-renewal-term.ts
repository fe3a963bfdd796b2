// Saying for how long a contract is renewed.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { lockContractFor, noteContractActivity } from '../access.ts'
import { renewalTermEvent } from '../events.ts'
import { checkNoticePeriod } from '../key-dates/notice-period.ts'
import { checkNotOutForSignature } from '../signing/here/request.ts'
import { findRenewalTerm, type RenewalTerm } from './renewal.ts'

interface NewTerm {
  /** Null removes it. */
  readonly term: RenewalTerm | null
  readonly checkVersion: (version: number) => void
}

/** Sets or removes the term. Allowed for everybody who may change the contract; does nothing if it is so already. */
export function setRenewalTerm(
  app: App,
  actor: Actor,
  contractId: number,
  { term, checkVersion }: NewTerm,
): Promise<void> {
  return change(app, actor, async (tx, now) => ({
    result: undefined,
    events: await setRenewalTermWithin(tx, actor, contractId, { term, checkVersion, now }),
  }))
}

type TermWithin = Pick<NewTerm, 'term'> & Partial<NewTerm> & { readonly now: Date }

/** The same inside a larger change, which stores the returned events. */
export async function setRenewalTermWithin(
  tx: Tx,
  actor: Actor,
  contractId: number,
  { term, checkVersion, now }: TermWithin,
): Promise<readonly DomainEvent[]> {
  if (term) checkNoticePeriod(term)
  const { contract } = await lockContractFor({ tx, actor, now, right: 'renewal' }, contractId)
  await checkNotOutForSignature(tx, contract)
  const before = await findRenewalTerm(tx, contract)
  checkVersion?.(before?.version ?? 0)
  if (before?.amount === term?.amount && before?.unit === term?.unit) return []
  const { organisationId, id } = contract
  if (term) {
    const row = { ...term, version: (before?.version ?? 0) + 1, updated_at: now }
    await tx
      .insertInto('contract_renewal_terms')
      .values({ ...row, organisation_id: organisationId, contract_id: id })
      .onConflict((conflict) => conflict.columns(['organisation_id', 'contract_id']).doUpdateSet(row))
      .execute()
  } else {
    await tx
      .deleteFrom('contract_renewal_terms')
      .where('organisation_id', '=', organisationId)
      .where('contract_id', '=', id)
      .execute()
  }
  await noteContractActivity(tx, contract, now)
  return [renewalTermEvent(contract, before, term)]
}
