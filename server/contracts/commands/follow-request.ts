// The draft that a request made follows what becomes of the request: it goes to who takes the request on, and is void
// when the request is declined. Who may do that to the request may do it to its draft.
import { isActivePersonOf } from '../../identity/users/people-on-records.ts'
import type { DomainEvent } from '../../platform/events/change.ts'
import { formerValues, type Made } from '../../platform/events/taken-back.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { lockContractAsSystem } from '../access.ts'
import { writePermitted } from './update-contract.ts'

interface Draft {
  readonly organisationId: number
  readonly id: number
}

interface By {
  readonly by: string
  readonly now: Date
}

/** Makes the person the owner of the contract; somebody of another organisation cannot own it, and nothing happens. */
export async function giveDraftTo(
  tx: Tx,
  draft: Draft,
  { ownerId, ...by }: By & { readonly ownerId: string },
): Promise<readonly DomainEvent[]> {
  const contract = await lockContractAsSystem(tx, draft)
  if (!contract || contract.ownerId === ownerId) return []
  if (!(await isActivePersonOf(tx, draft.organisationId, ownerId))) return []
  return writePermitted(tx, contract, { ownerId }, by)
}

/** Voids the contract while it is a draft; what has gone on since is left as it is. */
export async function voidDraft(tx: Tx, draft: Draft, by: By): Promise<readonly DomainEvent[]> {
  const contract = await lockContractAsSystem(tx, draft)
  return contract?.stage === 'Draft' ? writePermitted(tx, contract, { stage: 'Void' }, by) : []
}

/**
 * Takes back what such a change has made of the contract. Throws conflict where its owner or its stage has been changed
 * since.
 */
export async function takeDraftBack(
  tx: Tx,
  draft: Draft,
  made: Made,
  by: By,
): Promise<readonly DomainEvent[]> {
  const ofDraft = made.filter(({ name }) => name.startsWith('contract.'))
  const contract = ofDraft.length === 0 ? undefined : await lockContractAsSystem(tx, draft)
  if (!contract) return []
  const { own } = formerValues(ofDraft, contract)
  return writePermitted(tx, contract, own, by)
}
